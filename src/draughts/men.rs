//! Scores in men, the unit in which draughts programs exchange them.

/// The score, in men, of a win that is known only from a database: above any evaluation, below any win with a known
/// length.
const KNOWN_WIN: f64 = 90.0;

/// Converts hundredths of a man to men.
pub(super) fn score_in_men(hundredths: i32) -> f64 {
    (f64::from(hundredths) / 100.0).clamp(-KNOWN_WIN, KNOWN_WIN)
}
