//! The `table` message, which contains the whole state that a browser may see. It is sent to each browser after every
//! change. Its history and position are those of the browser's own view.

use super::game::Viewer;
use super::message::message;
use super::router::Actor;
use super::visible_position::{LegalMove, VisiblePosition};
use crate::clocks::{Clocks, TimeControl};
use crate::outbox::MessageKind;
use crate::request::PlayerKind;
use crate::seat::SeatError;
use crate::view::View;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Instant;

/// The message `table`.
#[derive(Serialize)]
struct TableState<'a> {
    at: usize,
    movers: Vec<usize>,
    #[serde(flatten)]
    seen: ViewState<'a>,
    public: Option<ViewState<'a>>,
    you: Value,
    legal: &'a [LegalMove],
    seats: Vec<SeatState<'a>>,
    clock: Option<TimeControl>,
    offer: Option<Value>,
    offers: Vec<Value>,
    paused: bool,
    over: bool,
    options: BTreeMap<&'a str, &'a str>,
    seed: Option<u64>,
    notes: Vec<Value>,
    allow: Value,
}

/// The fields that show the game as a viewer sees it. If a browser plays for several seats and something is hidden,
/// `public` contains these fields for a spectator.
#[derive(Serialize)]
struct ViewState<'a> {
    tokens: &'a [String],
    #[serde(flatten)]
    shown: &'a VisiblePosition,
    last_token: Option<&'a String>,
}

impl<'a> ViewState<'a> {
    fn new(shown: &'a VisiblePosition, view: &'a View) -> Self {
        Self { tokens: &view.tokens, shown, last_token: view.tokens.last() }
    }
}

/// A seat in the `table` message.
#[derive(Serialize)]
struct SeatState<'a> {
    seat: usize,
    who: PlayerKind,
    name: &'a str,
    online: bool,
    pages: usize,
    engine: Option<&'a str>,
    skill: Option<u32>,
    movetime: Option<u64>,
    nodes: Option<u64>,
    clock: Option<Value>,
    thinking: bool,
    fault: Option<&'a SeatError>,
}

impl Actor {
    /// Returns the viewer of a browser as a 1-based seat number, or `None` if nothing is hidden or the game is over.
    ///
    /// The viewer is the seat that the browser plays for, or 0 (the public view) if it plays for none. If it plays for
    /// several seats, the viewer is whichever of them is to move, else the one that made the last unforced move, else
    /// the first.
    pub(super) fn viewer(&self, browser: u64) -> Viewer {
        if self.game.hides_nothing() {
            return None;
        }
        let own = self.seats_of(browser);
        let to_move = self.game.to_move().filter(|seat| own.contains(seat));
        // Forced moves do not count: the server plays them, so the player need not have been at the screen.
        let last = || self.game.last_choice(&own).map(|(_, seat)| seat);
        let seat = to_move.or_else(last).or(own.first().copied());
        Some(seat.map_or(0, |seat| seat + 1))
    }

    /// Sends every browser the state that it may see.
    pub(super) fn show_all(&mut self) {
        self.browsers.all().into_iter().for_each(|browser| self.show(browser));
    }

    /// Sends a browser the state that it may see.
    pub(super) fn show(&mut self, browser: u64) {
        let viewer = self.viewer(browser);
        // If several people share this browser, the page shows the public view until one of them confirms that nobody
        // else is looking.
        let shares = viewer.is_some() && self.seats_of(browser).len() > 1;
        let public = shares.then(|| self.game.visible_position(Some(0)).cloned()).transpose();
        let (Ok(shown), Ok(public)) = (self.game.visible_position(viewer).cloned(), public) else {
            return self.browsers.notify(browser, "referee_gone", &[]);
        };
        let text = self.table_for(browser, viewer, &shown, public.as_ref());
        self.browsers.send(browser, MessageKind::State("table"), text);
    }

    fn table_for(
        &self,
        browser: u64,
        viewer: Viewer,
        shown: &VisiblePosition,
        public: Option<&VisiblePosition>,
    ) -> String {
        let now = Instant::now();
        let game = &self.game;
        let (view, public_view) = (game.view(viewer), game.view(Some(0)));
        let own = self.seats_of(browser);
        let moves = game.to_move().is_some_and(|seat| own.contains(&seat));
        let is_host = self.browsers.is_host(browser);
        let shows_seed = is_host && (game.is_over() || !game.is_hidden());
        let own: Vec<usize> = own.iter().map(|seat| seat + 1).collect();
        let table = TableState {
            at: game.token_count(),
            movers: game.movers().iter().map(|mover| mover.seat.map_or(0, |seat| seat + 1)).collect(),
            seen: ViewState::new(shown, &view),
            public: public.map(|public| ViewState::new(public, &public_view)),
            you: json!({
                "seats": own,
                "viewer": viewer,
                "undo": self.may_undo(browser).is_ok(),
                "redeal": is_host && self.revealed.may_redeal(game),
            }),
            legal: if moves { &shown.legal } else { &[] },
            seats: (0..self.seating.len()).map(|seat| self.seat_state(seat, now)).collect(),
            clock: game.clocks().map(Clocks::time),
            offer: self.offers.first_to_json(),
            offers: self.offers.to_json(),
            paused: game.is_paused(),
            over: game.is_over(),
            options: game.rules().iter().map(|(name, value)| (name.as_str(), value.as_str())).collect(),
            seed: game.seed().filter(|_| shows_seed),
            notes: self.notes(),
            allow: json!({ "analysis": self.analysis.is_allowed() }),
        };
        message("table", &table)
    }

    fn seat_state(&self, index: usize, now: Instant) -> SeatState<'_> {
        let seat = &self.seating.seats()[index];
        let plays = seat.who == PlayerKind::Engine;
        let clock = self.game.clocks().map(|clocks| {
            let running = clocks.running() == Some(index);
            json!({ "left": clocks.left(index, now).as_millis() as u64, "running": running })
        });
        SeatState {
            seat: index + 1,
            who: seat.who,
            name: &seat.name,
            online: self.seating.is_online(index, &self.browsers),
            pages: self.browser_count(index + 1),
            engine: seat.engine.as_deref(),
            skill: plays.then_some(seat.skill),
            movetime: seat.movetime,
            nodes: seat.nodes,
            clock,
            thinking: seat.thinking.is_some(),
            fault: seat.error.as_ref(),
        }
    }

    /// Returns a note for each move that was played for a person who had no choice.
    fn notes(&self) -> Vec<Value> {
        let forced = self.game.movers().iter().enumerate().filter(|(_, mover)| mover.forced);
        forced
            .map(|(at, mover)| json!({ "at": at, "code": "forced", "seat": mover.seat.map(|seat| seat + 1) }))
            .collect()
    }

    /// Sends the remaining times of all seats to every browser.
    pub(super) fn show_clocks(&self) {
        let Some(clocks) = self.game.clocks() else { return };
        let now = Instant::now();
        let left: Vec<u64> = (0..self.seating.len()).map(|seat| clocks.left(seat, now).as_millis() as u64).collect();
        let running = clocks.running().map(|seat| seat + 1);
        self.browsers
            .send_to_all(MessageKind::State("clock"), &message("clock", &json!({ "left": left, "running": running })));
    }
}
