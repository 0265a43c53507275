//! Scores in men, as draughts programs exchange them.

/// A win that only a database knows is worth so many men: more than any evaluation, less than any win counted out.
const KNOWN_WIN: f64 = 90.0;

/// Hundredths of a man as men.
pub(super) fn score_in_men(hundredths: i32) -> f64 {
    (f64::from(hundredths) / 100.0).clamp(-KNOWN_WIN, KNOWN_WIN)
}
