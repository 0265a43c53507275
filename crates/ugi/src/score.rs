//! What a search thinks of a position.

use serde::Serialize;

/// The value of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Hundredths of a piece, or of the game's own unit.
    Cp(i32),
    /// Plies to the end of the game; negative when the side to move loses.
    Mate(i32),
}

/// Whether a score is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub enum Bound {
    #[default]
    Exact,
    Lower,
    Upper,
}
