//! The results of a review, as sent to the page.

use serde::Serialize;
use ugi::Seat;
use ugi::facts::Step;

/// The progress and the results of a review.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Review {
    /// The number of moves and events reviewed so far.
    pub done: usize,
    /// The number of moves and events to review.
    pub of: usize,
    /// The unit of losses and move values.
    pub unit: Unit,
    /// The moves that had an alternative.
    pub plies: Vec<Ply>,
    /// The chance events whose luck was measured.
    pub events: Vec<EventLuck>,
    /// The totals of each seat.
    pub totals: Vec<SeatTotal>,
}

/// The unit of the losses and move values in a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Hundredths of a point, as in `score cp`.
    Points,
    /// Win probability in permille.
    Share,
}

/// The luck of a chance event.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EventLuck {
    /// The number of tokens before the event.
    pub at: usize,
    /// The token of the event.
    pub event: String,
    /// Each team's win probability after the event, minus the mean after sampled events, in permille.
    pub luck: Vec<f64>,
    /// The largest standard error of the values in `luck`.
    pub error: f64,
}

/// A reviewed move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ply {
    /// The number of tokens before the move.
    pub at: usize,
    /// The seat that moved.
    pub seat: Seat,
    /// The move that was played.
    pub played: String,
    /// The move that the engine prefers.
    pub best: String,
    /// What the preferred move does on the board.
    pub steps: Vec<Step>,
    /// The value of the preferred move minus the value of the played move, in the unit of the review; at least 0.
    pub loss: f64,
    /// The standard error of the loss; 0 if each move is searched once.
    pub error: f64,
    /// The value of the played move, in the unit of the review. If the seat is not in seat 1's team, this is the value
    /// for the seat's opponents, treated as one side.
    pub value: f64,
}

/// The totals of a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatTotal {
    /// The seat.
    pub seat: Seat,
    /// The number of moves that had an alternative.
    pub moves: usize,
    /// The sum of the losses.
    pub loss: f64,
    /// The standard error of the sum.
    pub error: f64,
    /// The number of moves that lost at least half a point, or 5 percentage points of win probability.
    pub mistakes: usize,
}
