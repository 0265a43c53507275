//! Skill levels: a reduced node limit, and a seeded random choice among the best moves.

use base::rng::Rng;

/// The level of full strength.
pub const FULL: u32 = 20;
/// Nodes at level 0, enough for a search to depth 1 in every game.
const FEWEST_NODES: f64 = 600.0;
/// Ratio of the node limits of successive levels. The limit of level 19 is about 700,000 nodes.
const NODE_STEP: f64 = 1.45;
/// Softmax temperature in hundredths of a piece, per level below full strength.
const TEMPERATURE_PER_LEVEL: f64 = 2.5;
/// Moves that are worse than the best move by more than this many times the temperature are never chosen.
const BOUND: f64 = 4.0;

/// A skill level below full strength.
///
/// ```
/// use speltafel_kit::prelude::*;
/// use speltafel_kit::search::{Skill, MATE};
///
/// let (weak, strong) = (Skill::new(0).unwrap(), Skill::new(19).unwrap());
/// assert!(weak.nodes() < strong.nodes());
/// assert_eq!(Skill::new(20), None);
/// // A blunder is never chosen.
/// assert_eq!(weak.pick(&[('a', 30), ('b', -900)], MATE - 1, &mut Rng::new(1)), Some('a'));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skill(u32);

impl Skill {
    /// Returns the skill level, or `None` if `level` is full strength (at least 20).
    #[must_use]
    pub fn new(level: u32) -> Option<Self> {
        (level < FULL).then_some(Self(level))
    }

    /// Returns the node limit. It grows by a constant factor per level, so that strength grows evenly.
    #[must_use]
    pub fn nodes(self) -> u64 {
        (FEWEST_NODES * NODE_STEP.powi(self.0 as i32)) as u64
    }

    /// Returns how many of the best moves the search evaluates for [`Skill::pick`].
    #[must_use]
    pub fn multi_pv(self) -> usize {
        8
    }

    /// Chooses one of `moves`, given with their values in hundredths of a piece. Returns `None` if `moves` is empty.
    ///
    /// The choice is a softmax over the differences from the best value, with a higher temperature for lower levels. A
    /// move that is worse by more than four times the temperature is never chosen, which excludes blunders. If the best
    /// move is a win (its value is at least `winning`), it is chosen.
    #[must_use]
    pub fn pick<A: Copy>(self, moves: &[(A, i32)], winning: i32, rng: &mut Rng) -> Option<A> {
        let best = moves.iter().copied().max_by_key(|&(_, value)| value)?;
        if best.1 >= winning {
            return moves.iter().find(|&&(_, value)| value == best.1).map(|&(action, _)| action);
        }
        let temperature = TEMPERATURE_PER_LEVEL * f64::from(FULL - self.0);
        let weight = |value: i32| {
            let loss = f64::from(best.1) - f64::from(value);
            if loss > BOUND * temperature { 0.0 } else { (-loss / temperature).exp() }
        };
        let total: f64 = moves.iter().map(|&(_, value)| weight(value)).sum();
        let mut remaining = rng.unit() * total;
        for &(action, value) in moves {
            remaining -= weight(value);
            if remaining < 0.0 {
                return Some(action);
            }
        }
        Some(best.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVES: [(char, i32); 4] = [('a', 10), ('b', 30), ('c', -20), ('d', -400)];

    fn counts(level: u32) -> [u32; 4] {
        let (skill, mut rng) = (Skill::new(level).unwrap(), Rng::new(3));
        let mut counts = [0; 4];
        for _ in 0..1000 {
            let picked = skill.pick(&MOVES, 31_000, &mut rng).unwrap();
            counts[picked as usize - 'a' as usize] += 1;
        }
        counts
    }

    #[test]
    fn full_strength_is_no_skill() {
        assert_eq!((Skill::new(20), Skill::new(u32::MAX)), (None, None));
    }

    #[test]
    fn strength_grows_with_the_level() {
        let best: Vec<u32> = (0..20).step_by(4).map(|level| counts(level)[1]).collect();
        assert!(best.is_sorted() && best[0] < 600 && best[4] > 850, "{best:?}");
        assert!((0..19).all(|level| Skill(level).nodes() < Skill(level + 1).nodes()));
    }

    #[test]
    fn blunders_are_never_chosen_and_good_moves_all_are() {
        let [a, b, c, d] = counts(0);
        assert!(a > 100 && b > a && c > 50 && d == 0);
    }

    #[test]
    fn a_win_is_played() {
        let mut rng = Rng::new(1);
        let moves = [('a', 500), ('b', 31_999), ('c', 31_998)];
        assert!((0..100).all(|_| Skill(0).pick(&moves, 31_999, &mut rng) == Some('b')));
        assert_eq!(Skill(0).pick::<char>(&[], 0, &mut rng), None);
    }
}
