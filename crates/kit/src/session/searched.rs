//! What the last completed search found.

use ugi::{Score, Seat};

/// What a completed search found.
#[derive(Clone, Debug)]
pub(super) struct Searched<G> {
    pub(super) position: G,
    /// The seat to move in the position.
    pub(super) mover: Seat,
    /// The score of the mover; `None` if nothing was evaluated.
    pub(super) score: Option<Score>,
}
