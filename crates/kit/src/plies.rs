//! Ply counts with limits, which several games use. A limit of 0 means no limit.

/// Returns the number of plies that have been played in a two-sided game when full move `full_move`, counted from 1, is
/// reached: `2 · (full_move − 1)`, plus one if p2 is to move.
///
/// ```
/// use speltafel_kit::plies;
///
/// assert_eq!(plies::of_full_move(1, false), 0);
/// assert_eq!(plies::of_full_move(7, true), 13);
/// ```
#[must_use]
#[inline]
pub fn of_full_move(full_move: u64, p2_to_move: bool) -> u64 {
    full_move.saturating_sub(1).saturating_mul(2).saturating_add(u64::from(p2_to_move))
}

/// Returns whether `count` has reached `limit`. A limit of 0 is never reached.
///
/// ```
/// use speltafel_kit::plies;
///
/// assert!(plies::reached(50, 50) && !plies::reached(49, 50));
/// assert!(!plies::reached(50, 0));
/// ```
#[must_use]
#[inline]
pub const fn reached(count: u64, limit: u32) -> bool {
    limit != 0 && count >= limit as u64
}

/// Returns the number of plies until a count that grows by one per ply reaches its limit; `u32::MAX` without a limit.
///
/// ```
/// use speltafel_kit::plies;
///
/// assert_eq!(plies::left(49, 50), 1);
/// assert_eq!(plies::left(49, 0), u32::MAX);
/// ```
#[must_use]
#[inline]
pub const fn left(count: u64, limit: u32) -> u32 {
    if limit == 0 { u32::MAX } else { (limit as u64).saturating_sub(count) as u32 }
}

/// Returns what part of its limit a count has reached, at most 1; 0 without a limit.
///
/// ```
/// use speltafel_kit::plies;
///
/// assert_eq!([(10, 40), (50, 40), (10, 0)].map(|(count, limit)| plies::fraction(count, limit)), [0.25, 1.0, 0.0]);
/// ```
#[must_use]
#[inline]
pub fn fraction(count: u64, limit: u32) -> f32 {
    if limit == 0 { 0.0 } else { (count as f64 / f64::from(limit)).min(1.0) as f32 }
}

/// Returns the count with its noun: `1 ply`, `2 plies`.
///
/// ```
/// use speltafel_kit::plies;
///
/// assert_eq!([1, 2].map(plies::in_words), ["1 ply", "2 plies"]);
/// ```
#[must_use]
pub fn in_words(count: u64) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_of_zero_means_no_limit() {
        assert!(!reached(u64::MAX, 0) && left(u64::MAX, 0) == u32::MAX);
        assert!(!reached(49, 50) && left(49, 50) == 1);
        assert!(reached(50, 50) && left(50, 50) == 0);
        assert!(reached(u64::MAX, 50) && left(u64::MAX, 50) == 0);
    }

    #[test]
    fn moves_are_counted_in_plies() {
        assert_eq!([(1, false), (1, true), (7, false)].map(|(full, p2)| of_full_move(full, p2)), [0, 1, 12]);
        assert_eq!(of_full_move(u64::MAX, true), u64::MAX);
    }

    #[test]
    fn one_ply_is_singular() {
        assert_eq!([0, 1, 2].map(in_words), ["0 plies", "1 ply", "2 plies"]);
    }
}
