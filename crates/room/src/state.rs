//! The `table` message, which contains the whole state that a browser may see. It is sent to each browser after every
//! change. Its history and position are those of the browser's own view.

use super::game::Mover;
use super::offers::Offer;
use super::room::Room;
use super::visible_position::VisiblePosition;
use crate::absence::AbsenceRules;
use crate::clocks::{Clocks, TimeControl};
use crate::effect::MessageKind;
use crate::message::{Notice, message};
use crate::player::Player;
use crate::request::Occupant;
use crate::search::SeatFault;
use crate::token_facts::TokenFacts;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;
use ugi::facts::MoveFacts;
use ugi::{Seat, Viewer};

/// The message `table`. Seats are numbers, counted from 1; 0 stands for no seat.
#[derive(Serialize)]
struct TableState<'a> {
    at: usize,
    movers: Vec<Option<Seat>>,
    #[serde(flatten)]
    seen: ViewState<'a>,
    public: Option<ViewState<'a>>,
    you: You,
    legal: &'a [MoveFacts],
    /// The language of all words.
    language: &'a str,
    seats: Vec<SeatState<'a>>,
    clock: Option<ClockState>,
    offers: Vec<&'a Offer>,
    paused: bool,
    /// Whether the last step is being shown, before the table continues.
    showing: bool,
    /// How long a step is shown, in milliseconds.
    pace: u64,
    over: bool,
    options: &'a BTreeMap<String, String>,
    seed: Option<u64>,
    notes: Vec<MarkedMove>,
    /// The moves that an engine played in place of a person.
    stood_in: Vec<MarkedMove>,
    absence: AbsenceRules,
    allow: Permissions,
}

/// What a browser plays and may do.
#[derive(Serialize)]
struct You {
    seats: Vec<Seat>,
    /// The seat whose view the browser gets, 0 for the public view, or `None` if nothing is hidden.
    viewer: Option<usize>,
    undo: bool,
    redeal: bool,
    analysis: bool,
}

/// A move that was played for a person.
#[derive(Serialize)]
struct MarkedMove {
    /// The number of tokens before the move.
    at: usize,
    seat: Seat,
}

/// What the host allows.
#[derive(Serialize)]
struct Permissions {
    analysis: bool,
    /// Whether analysis was allowed at any time in this game while people played each other.
    earlier: bool,
}

/// The fields that show the game as a viewer sees it. If a browser plays for several seats and something is hidden,
/// `public` contains these fields for a spectator.
#[derive(Serialize)]
struct ViewState<'a> {
    tokens: &'a [String],
    facts: FactsState<'a>,
    #[serde(flatten)]
    shown: &'a VisiblePosition,
}

/// What the tokens did. The browser already knows about the tokens before `from`.
#[derive(Serialize)]
struct FactsState<'a> {
    from: usize,
    list: &'a [TokenFacts],
}

/// A seat in the `table` message.
#[derive(Serialize)]
struct SeatState<'a> {
    seat: Seat,
    #[serde(flatten)]
    occupant: &'a Occupant,
    online: bool,
    pages: usize,
    /// For how long the person has been away, in milliseconds.
    away: Option<u64>,
    /// Whether an engine plays for the person.
    stand_in: bool,
    thinking: bool,
    fault: Option<&'a SeatFault>,
}

/// The clocks, in the messages `table` and `clock`.
#[derive(Serialize)]
struct ClockState {
    #[serde(flatten)]
    time: TimeControl,
    /// The remaining time of each seat in milliseconds.
    left: Vec<u64>,
    /// The seat whose clock runs.
    running: Option<Seat>,
}

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
        self.browsers.send(browser, MessageKind::State("table"), text);
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
            clock: game.clocks().map(|clocks| clock_state(clocks, self.now())),
            offers: self.offers.all().iter().filter(|offer| offer.concerns(&own)).collect(),
            paused: game.is_paused(),
            showing: self.pace.is_showing(),
            pace: self.pace.time().as_millis() as u64,
            over: game.is_over(),
            options: &game.rules,
            seed: game.seed().filter(|_| shows_seed),
            notes: self.marked_moves(|mover| mover.forced),
            stood_in: self.marked_moves(|mover| mover.stand_in),
            absence: self.absence_rules,
            allow: Permissions { analysis: self.analysis.is_allowed(), earlier: self.analysis.was_allowed() },
        };
        message("table", &table)
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

    /// Returns the moves for which `marks` returns true.
    fn marked_moves(&self, marks: impl Fn(&Mover) -> bool) -> Vec<MarkedMove> {
        let movers = self.game.movers.iter().enumerate().filter(|(_, mover)| marks(mover));
        movers.filter_map(|(at, mover)| Some(MarkedMove { at, seat: mover.seat? })).collect()
    }

    /// Sends the remaining times of all seats to every browser.
    pub(crate) fn show_clocks(&self) {
        if let Some(clocks) = self.game.clocks() {
            self.browsers.send_to_all(MessageKind::State("clock"), &message("clock", &clock_state(clocks, self.now())));
        }
    }
}

fn clock_state(clocks: &Clocks, now: Duration) -> ClockState {
    let left = clocks.seats().map(|seat| clocks.left(seat, now).as_millis() as u64).collect();
    ClockState { time: clocks.time(), left, running: clocks.running() }
}
