//! Counts of block scores. A block of two-sided games has five possible scores (pentanomial). Blocks of games with more
//! sides have more possible scores.

use serde::Serialize;
use std::collections::BTreeMap;

/// Counts of block scores. The outcome `i`, from 0 to [`steps`](Self::steps), is a mean score of `i / steps` in the
/// block: 0 if all games are lost, 1 if all are won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcomes {
    /// The number of games per block, one per seating; if blocks differ, that of the longest one.
    pub games_per_block: u64,
    /// The count of each outcome, from all games lost to all games won.
    pub counts: Vec<u64>,
    /// For each outcome and number of games, the number of blocks with both.
    #[serde(skip)]
    groups: BTreeMap<(usize, u64), u64>,
}

impl Outcomes {
    /// Creates counts without blocks.
    pub fn new(games_per_block: u64) -> Self {
        let outcomes = 2 * games_per_block as usize + 1;
        Self { games_per_block, counts: vec![0; outcomes], groups: BTreeMap::new() }
    }

    /// Adds `blocks` blocks, each with `points` out of `steps` possible points. If the number of steps of the scale is
    /// not a multiple of `steps`, the scale is refined to the least common multiple.
    pub fn add(&mut self, points: u64, steps: u64, blocks: u64) {
        self.add_blocks_of(self.games_per_block, (points, steps), blocks);
    }

    /// Adds blocks like [`Outcomes::add`], each with this number of games.
    pub(super) fn add_blocks_of(&mut self, games: u64, (points, steps): (u64, u64), blocks: u64) {
        let (old, steps) = (self.steps(), steps.max(1));
        let factor = steps / gcd(old, steps);
        if factor > 1 {
            self.refine(factor as usize);
        }
        let outcome = (points.min(steps) * (old * factor / steps)) as usize;
        self.counts[outcome] += blocks;
        if blocks > 0 {
            *self.groups.entry((outcome, games)).or_default() += blocks;
        }
        self.games_per_block = self.games_per_block.max(games);
    }

    /// Returns the highest outcome, which stands for a block with all games won. It is the number of outcomes minus
    /// one.
    pub fn steps(&self) -> u64 {
        self.counts.len() as u64 - 1
    }

    /// Returns the number of blocks that have been counted, with any outcome.
    pub fn blocks(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the number of games in all counted blocks.
    pub fn games(&self) -> u64 {
        self.groups.iter().map(|((_, games), count)| games * count).sum()
    }

    /// Returns the blocks with equal mean scores and numbers of games: the score, the number of games, and the number
    /// of blocks.
    pub(super) fn groups(&self) -> impl Iterator<Item = [f64; 3]> + '_ {
        let steps = self.steps() as f64;
        let group = move |(&(outcome, games), &count): (&(usize, u64), &u64)| {
            [outcome as f64 / steps, games as f64, count as f64]
        };
        self.groups.iter().map(group)
    }

    /// Returns all possible mean scores of a block, each with its count.
    pub fn values(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        let steps = self.steps() as f64;
        self.counts.iter().enumerate().map(move |(outcome, &count)| (outcome as f64 / steps, count))
    }

    /// Returns the mean score of a game, 0 to 1; `None` without blocks.
    pub fn mean(&self) -> Option<f64> {
        let games = self.games();
        let points: u64 = self.groups.iter().map(|((outcome, games), count)| *outcome as u64 * games * count).sum();
        (games > 0).then(|| points as f64 / (games * self.steps()) as f64)
    }

    /// Returns the variance of the mean score of a block, computed with the number of blocks as the divisor, as in
    /// fishtest; 0 without blocks. If blocks differ in their number of games, the distance from the mean score counts
    /// in proportion to that number, as for a ratio of two means (Cochran 1977).
    pub fn variance(&self) -> f64 {
        let Some(mean) = self.mean() else { return 0.0 };
        // If all blocks have the same score, the result is exactly 0, without rounding errors.
        if self.counts.iter().filter(|&&count| count > 0).count() < 2 {
            return 0.0;
        }
        let usual = self.games() as f64 / self.blocks() as f64;
        let square = |[value, games, count]: [f64; 3]| count * (games / usual * (value - mean)).powi(2);
        self.groups().map(square).sum::<f64>() / self.blocks() as f64
    }

    /// Returns the numbers of lost and of won pairs of games, in which pairs with two lost or two won games count
    /// twice; `None` if blocks are not pairs of games.
    pub fn decided_pairs(&self) -> Option<[u64; 2]> {
        match self.counts[..] {
            [both_lost, lost, _, won, both_won] if self.games_per_block == 2 => {
                Some([2 * both_lost + lost, 2 * both_won + won])
            }
            _ => None,
        }
    }

    /// Returns the same blocks from the other side's point of view.
    pub fn mirrored(&self) -> Self {
        let mut mirrored = self.clone();
        mirrored.counts.reverse();
        let last = self.counts.len() - 1;
        mirrored.groups =
            self.groups.iter().map(|(&(outcome, games), &count)| ((last - outcome, games), count)).collect();
        mirrored
    }

    /// Puts `factor` - 1 empty outcomes between all outcomes.
    fn refine(&mut self, factor: usize) {
        let mut finer = vec![0; (self.counts.len() - 1) * factor + 1];
        self.counts.iter().zip(finer.iter_mut().step_by(factor)).for_each(|(old, new)| *new = *old);
        self.counts = finer;
        let groups = std::mem::take(&mut self.groups).into_iter();
        self.groups = groups.map(|((outcome, games), count)| ((outcome * factor, games), count)).collect();
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finer_step_keeps_the_scores() {
        let mut outcomes = Outcomes::new(2);
        outcomes.add(3, 4, 1);
        outcomes.add(5, 6, 1);
        assert_eq!((outcomes.steps(), outcomes.blocks(), outcomes.games()), (12, 2, 4));
        assert_eq!((outcomes.counts[9], outcomes.counts[10]), (1, 1));
        assert!((outcomes.mean().unwrap() - 19.0 / 24.0).abs() < 1e-15);
    }

    /// The points of the blocks are 2 of 2 and 1 of 4.
    #[test]
    fn longer_blocks_weigh_more() {
        let mut outcomes = Outcomes::new(2);
        outcomes.add(4, 4, 1);
        outcomes.add_blocks_of(4, (2, 8), 1);
        assert_eq!((outcomes.games(), outcomes.games_per_block, outcomes.mean()), (6, 4, Some(0.5)));
        // With a score of 1/2, the first block is 1 point above it and the other one 1 point below, of 3 games on
        // average.
        assert!((outcomes.variance() - 1.0 / 9.0).abs() < 1e-15);
        assert_eq!(outcomes.mirrored().mean(), Some(0.5));
    }

    #[test]
    fn equal_blocks_have_no_variance() {
        let mut outcomes = Outcomes::new(3);
        assert_eq!((outcomes.mean(), outcomes.variance()), (None, 0.0));
        outcomes.add(1, 6, 7);
        assert_eq!(outcomes.variance(), 0.0);
    }
}
