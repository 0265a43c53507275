//! Counts of block scores. A block of two-sided games has five possible scores (pentanomial). Blocks of games with more
//! sides have more possible scores.

use serde::Serialize;

/// Counts of block scores. The outcome `i`, from 0 to [`steps`](Self::steps), is a mean score of `i / steps` in the
/// block: 0 if all games are lost, 1 if all are won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcomes {
    /// The number of games per block, one per seating.
    pub games_per_block: u64,
    /// The count of each outcome, from all games lost to all games won.
    pub counts: Vec<u64>,
}

impl Outcomes {
    /// Creates counts without blocks.
    pub fn new(games_per_block: u64) -> Self {
        Self { games_per_block, counts: vec![0; 2 * games_per_block as usize + 1] }
    }

    /// Adds `blocks` blocks, each with `points` out of `steps` possible points. If the number of steps of the scale is not a multiple
    /// of `steps`, the scale is refined to the least common multiple.
    pub fn add(&mut self, points: u64, steps: u64, blocks: u64) {
        let old = self.steps();
        let finer = old / gcd(old, steps.max(1)) * steps.max(1);
        if finer != old {
            let mut counts = vec![0; finer as usize + 1];
            for (outcome, &count) in self.counts.iter().enumerate() {
                counts[outcome * (finer / old) as usize] = count;
            }
            self.counts = counts;
        }
        let outcome = points.min(steps) * (finer / steps.max(1));
        self.counts[outcome as usize] += blocks;
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
        self.blocks() * self.games_per_block
    }

    /// Returns all possible mean scores of a block, each with its count.
    pub fn values(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        let steps = self.steps() as f64;
        self.counts.iter().enumerate().map(move |(outcome, &count)| (outcome as f64 / steps, count))
    }

    /// Returns the mean score, 0 to 1; `None` without blocks.
    pub fn mean(&self) -> Option<f64> {
        let blocks = self.blocks();
        let points: u64 = self.counts.iter().zip(0..).map(|(&count, outcome)| count * outcome).sum();
        (blocks > 0).then(|| points as f64 / (blocks * self.steps()) as f64)
    }

    /// Returns the variance of the mean score of a block, computed with the number of blocks as the divisor, as in
    /// fishtest; 0 without blocks.
    pub fn variance(&self) -> f64 {
        let Some(mean) = self.mean() else { return 0.0 };
        // If all blocks have the same score, the result is exactly 0, without rounding errors.
        if self.counts.iter().filter(|&&count| count > 0).count() < 2 {
            return 0.0;
        }
        self.values().map(|(value, count)| count as f64 * (value - mean).powi(2)).sum::<f64>() / self.blocks() as f64
    }

    /// Returns the same blocks from the other side's point of view.
    pub fn mirrored(&self) -> Self {
        Self { counts: self.counts.iter().rev().copied().collect(), ..*self }
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

    #[test]
    fn equal_blocks_have_no_variance() {
        let mut outcomes = Outcomes::new(3);
        assert_eq!((outcomes.mean(), outcomes.variance()), (None, 0.0));
        outcomes.add(1, 6, 7);
        assert_eq!(outcomes.variance(), 0.0);
    }
}
