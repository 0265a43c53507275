//! Counts of block scores. A block of two-sided games has five possible scores (pentanomial). Blocks of games with more
//! sides have more possible scores.

use serde::Serialize;

/// Counts of block scores. The outcome `i`, from 0 to [`steps`](Self::steps), is a mean score of `i / steps` in the
/// block: 0 if all games are lost, 1 if all are won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcomes {
    /// The number of games per block, one per seating; if blocks differ, that of the longest one.
    pub games_per_block: u64,
    /// The count of each outcome, from all games lost to all games won.
    pub counts: Vec<u64>,
    /// For each outcome, the number of games in its blocks, and the sum of the squares of these numbers.
    #[serde(skip)]
    games: Vec<[u64; 2]>,
}

impl Outcomes {
    /// Creates counts without blocks.
    pub fn new(games_per_block: u64) -> Self {
        let outcomes = 2 * games_per_block as usize + 1;
        Self { games_per_block, counts: vec![0; outcomes], games: vec![[0; 2]; outcomes] }
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
            refine(&mut self.counts, factor as usize);
            refine(&mut self.games, factor as usize);
        }
        let outcome = (points.min(steps) * (old * factor / steps)) as usize;
        self.counts[outcome] += blocks;
        let [all, squares] = self.games[outcome];
        self.games[outcome] = [all + blocks * games, squares + blocks * games * games];
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
        self.games.iter().map(|[games, _]| games).sum()
    }

    /// Returns the mean number of games of a block; NaN without blocks.
    pub(super) fn mean_games(&self) -> f64 {
        self.games() as f64 / self.blocks() as f64
    }

    /// Returns all possible mean scores of a block, each with its count.
    pub fn values(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        let steps = self.steps() as f64;
        self.counts.iter().enumerate().map(move |(outcome, &count)| (outcome as f64 / steps, count))
    }

    /// Returns the mean score of a game, 0 to 1; `None` without blocks.
    pub fn mean(&self) -> Option<f64> {
        let games = self.games();
        let points: u64 = self.games.iter().zip(0..).map(|([games, _], outcome)| games * outcome).sum();
        (games > 0).then(|| points as f64 / (games * self.steps()) as f64)
    }

    /// Returns the variance of the mean score of a block, computed with the number of blocks as the divisor, as in
    /// fishtest; 0 without blocks. If blocks differ in their number of games, the distance from the mean score counts in
    /// proportion to that number, as for a ratio of two means (Cochran 1977).
    pub fn variance(&self) -> f64 {
        let Some(mean) = self.mean() else { return 0.0 };
        // If all blocks have the same score, the result is exactly 0, without rounding errors.
        if self.counts.iter().filter(|&&count| count > 0).count() < 2 {
            return 0.0;
        }
        let usual = self.mean_games().powi(2);
        let weights = self.games.iter().map(|[_, squares]| *squares as f64 / usual);
        let sum: f64 = self.values().zip(weights).map(|((value, _), weight)| weight * (value - mean).powi(2)).sum();
        sum / self.blocks() as f64
    }

    /// Returns the same blocks from the other side's point of view.
    pub fn mirrored(&self) -> Self {
        let mut mirrored = self.clone();
        mirrored.counts.reverse();
        mirrored.games.reverse();
        mirrored
    }
}

/// Puts `factor` - 1 empty outcomes between all outcomes.
fn refine<T: Copy + Default>(list: &mut Vec<T>, factor: usize) {
    let mut finer = vec![T::default(); (list.len() - 1) * factor + 1];
    list.iter().zip(finer.iter_mut().step_by(factor)).for_each(|(old, new)| *new = *old);
    *list = finer;
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
        // With a score of 1/2, the first block is 1 point above it and the other one 1 point below, of 3 games on average.
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
