//! The scale of values of a search.

use ugi::Score;

/// Scores at or beyond this are mates: `MATE - plies`.
pub const MATE: i32 = 32_000;
/// The deepest search in plies.
pub const MAX_PLY: usize = 128;
/// Values at or beyond this are mates.
pub(super) const MATE_ZONE: i32 = MATE - 2 * MAX_PLY as i32;

/// The score of a value on the scale on which mates are `±(MATE − plies)`.
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
