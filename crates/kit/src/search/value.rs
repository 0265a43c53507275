//! The scale of search values: hundredths of a piece, and mates as `±(MATE − plies)`.

use ugi::Score;

/// The value of a mate at the root. A mate `n` plies from the root has the value `MATE - n`.
pub const MATE: i32 = 32_000;
/// The value of a certain win in a game with chance, where values are expected payoffs: an even game has the value 0,
/// and a certain loss `-WIN`.
pub const WIN: i32 = 10_000;
/// The distance of every node from the root, in plies, is less than this.
pub const MAX_PLY: usize = 128;
/// Values of at least this magnitude are mates.
pub(crate) const MATE_ZONE: i32 = MATE - 2 * MAX_PLY as i32;

/// Converts a search value to a score. A value of `±(MATE − plies)` becomes [`Score::Mate`], any other value
/// [`Score::Cp`].
///
/// ```
/// use speltafel_kit::search::{MATE, score_of};
/// use speltafel_kit::ugi::Score;
///
/// assert_eq!([-120, MATE - 3, 4 - MATE].map(score_of), [Score::Cp(-120), Score::Mate(3), Score::Mate(-4)]);
/// ```
#[must_use]
pub fn score_of(value: i32) -> Score {
    let plies = MATE - value.abs();
    if plies > 2 * MAX_PLY as i32 {
        Score::Cp(value)
    } else if value > 0 {
        Score::Mate(plies)
    } else {
        Score::Mate(-plies)
    }
}
