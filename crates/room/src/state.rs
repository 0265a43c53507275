//! The `table` message, which contains the whole state that a browser may see. It is sent to each browser after every
//! change. Its history and position are those of the browser's own view.

use super::room::Room;
use crate::effect::MessageKind;
use crate::message::Message;
use crate::notice::Notice;
use crate::player::Player;
use crate::table_state::{ClockState, FactsState, MarkedMove, Permissions, SeatState, TableState, ViewState, You};
use std::collections::BTreeSet;
use ugi::{Seat, Viewer};

impl Room {
    /// Returns the viewer of a browser: the master if nothing is hidden or the game is over, and otherwise the seat
    /// that the browser plays for, or the public if it plays for none. If it plays for several seats, the viewer is
    /// whichever of them is to move, else the one that made the last unforced move, else the first.
    pub(crate) fn viewer(&self, browser: u64) -> Viewer {
        if self.game.hides_nothing() {
            return Viewer::Master;
        }
        let own = self.seats_of(browser);
        // Forced moves do not count: the server plays them, so the player need not have been at the screen.
        let last = || self.game.last_choice(&own).map(|(_, seat)| seat);
        self.own_turn(browser).or_else(last).or(own.first().copied()).map_or(Viewer::Public, Viewer::Seat)
    }

    /// Sends every browser the state that it may see.
    pub(crate) fn show_all(&mut self) {
        if self.ensure_saved() {
            self.show_all_saved();
        }
    }

    /// Sends every browser the state, which is saved, as far as the browser may see it.
    pub(crate) fn show_all_saved(&mut self) {
        let browsers = self.browsers.all();
        let asked = |browser: &u64| (self.viewers(*browser).into_iter().flatten(), self.language(*browser));
        let viewers = browsers.iter().map(asked);
        let viewers = viewers.flat_map(|(viewers, language)| viewers.map(move |viewer| (viewer, language.clone())));
        // If this fails, the position of each browser is asked for again.
        let _ = self.game.query_positions(viewers.collect());
        browsers.into_iter().for_each(|browser| self.show_saved(browser));
        self.show_deal();
        self.show_evening();
    }

    /// Sends a browser the state that it may see.
    pub(crate) fn show(&mut self, browser: u64) {
        if self.ensure_saved() {
            self.show_saved(browser);
        }
    }

    /// Returns the viewers whose views a browser gets: its own and, if several people share it and something is hidden,
    /// the public. The page then shows the public view until one of them confirms that nobody else is looking.
    fn viewers(&self, browser: u64) -> [Option<Viewer>; 2] {
        let viewer = self.viewer(browser);
        let shares = viewer != Viewer::Master && self.seats_of(browser).len() > 1;
        [Some(viewer), shares.then_some(Viewer::Public)]
    }

    /// Sends a browser the state, which has just been saved, as far as the browser may see it.
    pub(crate) fn show_saved(&mut self, browser: u64) {
        let (viewer, viewers, language) = (self.viewer(browser), self.viewers(browser), self.language(browser));
        if viewers.iter().flatten().any(|viewer| self.game.visible_position(*viewer, &language).is_err()) {
            return self.browsers.notify(browser, &Notice::RefereeGone);
        }
        let views = viewers.map(|viewer| viewer.map(|viewer| (viewer, self.game.view(viewer).tokens.as_slice())));
        let [from, public_from] = self.browsers.tell(browser, views, &language);
        let Some(seen) = self.view_state(viewer, from, &language) else { return };
        let public = viewers[1].and_then(|public| self.view_state(public, public_from, &language));
        let text = self.table_for(browser, viewer, &language, seen, public);
        self.browsers.send_text(browser, MessageKind::State("table"), text);
    }

    /// Returns the fields that show the game to a viewer, with the facts of the tokens from index `from` on.
    fn view_state(&self, viewer: Viewer, from: usize, language: &str) -> Option<ViewState<'_>> {
        let (shown, facts) = self.game.known_position(viewer, language)?;
        let facts = FactsState { from, list: facts.get(from..).unwrap_or_default() };
        Some(ViewState { tokens: &self.game.view(viewer).tokens, facts, shown })
    }

    fn table_for<'a>(
        &'a self,
        browser: u64,
        viewer: Viewer,
        language: &'a str,
        seen: ViewState<'a>,
        public: Option<ViewState<'a>>,
    ) -> String {
        let game = &self.game;
        let own = self.seats_of(browser);
        let is_host = self.browsers.is_host(browser);
        let shows_seed = is_host && (game.is_over() || !game.is_hidden());
        let table = TableState {
            at: game.token_count(),
            movers: game.moving_seats().collect(),
            you: You {
                seats: own.clone(),
                viewer: viewer.number(),
                undo: self.may_undo(browser).is_ok(),
                redeal: is_host && self.may_redeal(),
                analysis: self.analysis.is_allowed_for(browser, game, &self.seating, &self.browsers),
            },
            legal: if self.own_turn(browser).is_some() { &seen.shown.legal } else { &[] },
            language,
            seen,
            public,
            seats: self
                .seating
                .seats()
                .zip(self.seating.players())
                .map(|(seat, player)| self.seat_state(seat, player))
                .collect(),
            clock: game.clocks().map(|clocks| ClockState::new(clocks, self.now())),
            offers: self.offers.all().iter().filter(|offer| offer.concerns(&own)).collect(),
            paused: game.is_paused(),
            showing: self.pace.is_showing(),
            pace: self.pace.time().as_millis() as u64,
            over: game.is_over(),
            options: &game.rules,
            seed: game.seed().filter(|_| shows_seed),
            notes: self.marked_moves(&game.forced),
            stood_in: self.marked_moves(&game.stand_ins),
            absence: self.absence_rules,
            allow: Permissions { analysis: self.analysis.is_allowed(), earlier: self.analysis.was_allowed() },
        };
        Message::Table(table).text()
    }

    fn seat_state<'a>(&self, seat: Seat, player: &'a Player) -> SeatState<'a> {
        let away = player.absence.as_ref().filter(|_| player.was_present);
        SeatState {
            seat,
            occupant: &player.occupant,
            online: self.seating.is_online(seat, &self.browsers),
            pages: self.browser_count(seat),
            away: away.map(|absence| absence.length(self.now()).as_millis() as u64),
            stand_in: player.stand_in.is_some(),
            thinking: player.thinking.is_some(),
            fault: player.fault.as_ref(),
        }
    }

    /// Returns the moves at these indices.
    fn marked_moves(&self, places: &BTreeSet<usize>) -> Vec<MarkedMove> {
        places.iter().filter_map(|at| Some(MarkedMove { at: *at, seat: self.game.mover(*at)? })).collect()
    }

    /// Sends the remaining times of all seats to every browser.
    pub(crate) fn show_clocks(&self) {
        if let Some(clocks) = self.game.clocks() {
            self.browsers
                .send_to_all(MessageKind::State("clock"), &Message::Clock(ClockState::new(clocks, self.now())).text());
        }
    }
}
