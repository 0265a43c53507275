//! What a review finds, as the page is sent it.

use serde::Serialize;

/// How far a review is, and what it has found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Review {
    /// Moves and events that are reviewed.
    pub done: usize,
    /// Moves and events in all.
    pub of: usize,
    /// In what losses are given.
    pub unit: Unit,
    /// The moves of which there was a choice.
    pub plies: Vec<Ply>,
    /// The events that could have been others.
    pub events: Vec<EventLuck>,
    /// A line for each seat.
    pub totals: Vec<SeatTotal>,
}

/// In what a loss is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Hundredths of a point, as in `score cp`.
    Points,
    /// Permille of the win.
    Share,
}

/// A deal, and whom it favoured.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EventLuck {
    /// Tokens before it.
    pub at: usize,
    /// The event's token.
    pub event: String,
    /// Permille of the win that it was worth more than the mean of others, for each team; the sum is 0.
    pub luck: Vec<f64>,
    /// Standard error of each of these.
    pub error: f64,
}

/// One reviewed move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ply {
    /// Tokens before it.
    pub at: usize,
    /// Who moved, from 1.
    pub seat: usize,
    /// What was played.
    pub played: String,
    /// What the engine would have played.
    pub best: String,
    /// What to click for that.
    pub clicks: Vec<String>,
    /// What that would have been better by, in the unit of the review; 0 or more.
    pub loss: f64,
    /// Standard error of the loss; 0 where nothing is sampled.
    pub error: f64,
    /// What the position after the move is worth to p1's team, in the unit of the review.
    pub value: f64,
}

/// All moves of a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatTotal {
    /// From 1.
    pub seat: usize,
    /// Moves that had an alternative.
    pub moves: usize,
    /// Sum of the losses.
    pub loss: f64,
    /// Its standard error.
    pub error: f64,
    /// Moves that lost half a point or a twentieth of the win.
    pub mistakes: usize,
}
