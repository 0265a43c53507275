//! The state of a table, as a browser gets it in the message `table`.

use crate::absence::AbsenceRules;
use crate::offers::Offer;
use crate::request::Occupant;
use crate::search::SeatFault;
use crate::token_facts::TokenFacts;
use crate::visible_position::VisiblePosition;
use game::{Clocks, TimeControl};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;
use ugi::Seat;
use ugi::facts::MoveFacts;

/// The message `table`, which contains the whole state that a browser may see.
#[derive(Serialize)]
pub struct TableState<'a> {
    pub at: usize,
    pub movers: Vec<Option<Seat>>,
    #[serde(flatten)]
    pub seen: ViewState<'a>,
    pub public: Option<ViewState<'a>>,
    pub you: You,
    pub legal: &'a [MoveFacts],
    /// The language of all words.
    pub language: &'a str,
    pub seats: Vec<SeatState<'a>>,
    pub clock: Option<ClockState>,
    pub offers: Vec<&'a Offer>,
    pub paused: bool,
    /// Whether the last step is being shown, before the table continues.
    pub showing: bool,
    /// How long a step is shown, in milliseconds.
    pub pace: u64,
    pub over: bool,
    pub options: &'a BTreeMap<String, String>,
    pub seed: Option<u64>,
    pub notes: Vec<MarkedMove>,
    /// The moves that an engine played in place of a person.
    pub stood_in: Vec<MarkedMove>,
    pub absence: AbsenceRules,
    pub allow: Permissions,
}

/// What a browser plays and may do.
#[derive(Serialize)]
pub struct You {
    pub seats: Vec<Seat>,
    /// The seat whose view the browser gets, 0 for the public view, or `None` if nothing is hidden.
    pub viewer: Option<usize>,
    pub undo: bool,
    pub redeal: bool,
    pub analysis: bool,
}

/// A move that was played for a person.
#[derive(Serialize)]
pub struct MarkedMove {
    /// The number of tokens before the move.
    pub at: usize,
    pub seat: Seat,
}

/// What the host allows.
#[derive(Serialize)]
pub struct Permissions {
    pub analysis: bool,
    /// Whether analysis was allowed at any time in this game while people played each other.
    pub earlier: bool,
}

/// The fields that show the game as a viewer sees it. If a browser plays for several seats and something is hidden,
/// `public` contains these fields for a spectator.
#[derive(Serialize)]
pub struct ViewState<'a> {
    pub tokens: &'a [String],
    pub facts: FactsState<'a>,
    #[serde(flatten)]
    pub shown: &'a VisiblePosition,
}

/// What the tokens did. The browser already knows about the tokens before `from`.
#[derive(Serialize)]
pub struct FactsState<'a> {
    pub from: usize,
    pub list: &'a [TokenFacts],
}

/// A seat in the `table` message.
#[derive(Serialize)]
pub struct SeatState<'a> {
    pub seat: Seat,
    #[serde(flatten)]
    pub occupant: &'a Occupant,
    pub online: bool,
    pub pages: usize,
    /// For how long the person has been away, in milliseconds.
    pub away: Option<u64>,
    /// Whether an engine plays for the person.
    pub stand_in: bool,
    pub thinking: bool,
    pub fault: Option<&'a SeatFault>,
}

/// The clocks, in the messages `table` and `clock`.
#[derive(Serialize)]
pub struct ClockState {
    #[serde(flatten)]
    pub time: TimeControl,
    /// The remaining time of each seat in milliseconds.
    pub left: Vec<u64>,
    /// The seat whose clock runs.
    pub running: Option<Seat>,
}

impl ClockState {
    /// Describes clocks at this time.
    pub fn new(clocks: &Clocks, now: Duration) -> Self {
        let left = clocks.seats().map(|seat| clocks.left(seat, now).unwrap_or_default().as_millis() as u64).collect();
        Self { time: clocks.time(Seat::P1).unwrap_or_default(), left, running: clocks.running() }
    }
}
