//! Scores in men, the unit in which draughts programs exchange them.

/// The maximum score, in men, of a position whose distance to win is not known, such as a database win. In Hub, a win
/// at a known distance scores more.
const KNOWN_WIN: f64 = 90.0;

/// Converts hundredths of a man to men. The result is limited to ±90 men (`KNOWN_WIN`).
pub(super) fn score_in_men(hundredths: i32) -> f64 {
    (f64::from(hundredths) / 100.0).clamp(-KNOWN_WIN, KNOWN_WIN)
}
