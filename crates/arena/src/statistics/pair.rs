//! Statistics of one participant against another, computed from blocks: score, Elo, normalized Elo and likelihood of
//! superiority.

use super::blocks::{Block, Blocks, block_comparison, comparison, participants};
use super::deviate::deviate;
use super::elo::{ELO_PER_DEVIATION, QUANTILE, TAIL, elo, normal};
use super::estimate::Estimate;
use super::outcomes::Outcomes;
use serde::Serialize;
use std::collections::BTreeMap;

/// The results of one participant against another in complete blocks, from the first participant's point of view.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pair {
    /// The number of games in which the first participant has the better rank. If the participants play several sides,
    /// it is the number of games in which the first participant gets more than half of the points.
    pub wins: u64,
    /// The number of games in which both participants have the same rank or, with several sides, half of the points.
    pub draws: u64,
    /// The number of all other games.
    pub losses: u64,
    /// The counts of block scores; in two-sided games, the pentanomial counts.
    pub outcomes: Outcomes,
    /// The mean score per game, 0 to 1, with its 95 % interval limited to that range.
    pub score: Estimate,
    /// The logistic Elo difference.
    pub elo: Estimate,
    /// The normalized Elo difference.
    pub normalized: Estimate,
    /// The game-pair Elo difference; `None` if blocks are not pairs of games, or without a won and a lost pair.
    pub game_pair: Option<f64>,
    /// The probability that the first participant is stronger, 0 to 1; `None` without games.
    pub superiority: Option<f64>,
    /// The fraction of draws, 0 to 1; `None` without games.
    pub draw_ratio: Option<f64>,
}

impl Pair {
    /// Computes all statistics from block counts. `results` contains the numbers of wins, draws and losses.
    pub fn new(outcomes: Outcomes, results: [u64; 3]) -> Self {
        let [wins, draws, losses] = results;
        let games = wins + draws + losses;
        Self {
            wins,
            draws,
            losses,
            score: score(&outcomes),
            elo: logistic(&outcomes),
            normalized: normalized(&outcomes),
            game_pair: game_pair(&outcomes),
            superiority: superiority(&outcomes),
            draw_ratio: (games > 0).then(|| draws as f64 / games as f64),
            outcomes,
        }
    }

    /// Returns the same results from the other participant's point of view.
    pub fn mirrored(&self) -> Self {
        Self::new(self.outcomes.mirrored(), [self.losses, self.draws, self.wins])
    }

    /// Returns the number of games in complete blocks.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// The results of one participant against another in the blocks so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PairCounts {
    outcomes: Option<Outcomes>,
    results: [u64; 3],
}

impl PairCounts {
    /// Adds `count` blocks with the same results. Ignores blocks in which one of the participants does not play.
    pub(super) fn add(&mut self, block: &Block, (one, other): (usize, usize), count: u64) {
        let points = block_comparison(block, one, other);
        let met = block.iter().map(|game| comparison(game, one, other)).filter(|(_, possible)| *possible > 0);
        met.clone().for_each(|(own, possible)| self.results[order(own, possible)] += count);
        let games = met.count() as u64;
        if games > 0 {
            self.outcomes.get_or_insert_with(|| Outcomes::new(games)).add_blocks_of(games, points, count);
        }
    }

    /// Returns the numbers of wins, draws and losses.
    pub(super) const fn results(&self) -> [u64; 3] {
        self.results
    }

    pub(super) fn pair(&self) -> Pair {
        Pair::new(self.outcomes.clone().unwrap_or_else(|| Outcomes::new(2)), self.results)
    }
}

/// Computes the results of each pair that met. The key contains the indices of the two participants in the plan, and
/// the results are those of the first one.
pub fn pairs(blocks: &Blocks) -> BTreeMap<(usize, usize), Pair> {
    let mut found: BTreeMap<(usize, usize), PairCounts> = BTreeMap::new();
    for (block, count) in blocks.complete() {
        let players = participants(block);
        for (index, &one) in players.iter().enumerate() {
            for &other in &players[index + 1..] {
                found.entry((one, other)).or_default().add(block, (one, other), count);
            }
        }
    }
    found.into_iter().map(|(indices, counts)| (indices, counts.pair())).collect()
}

/// Returns 0 if `points` are more than half of the `possible` points (a win), 1 if they are half of them (a draw), and
/// 2 if they are fewer (a loss).
fn order(points: u64, possible: u64) -> usize {
    match (2 * points).cmp(&possible) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => 2,
    }
}

/// Returns the mean score and its interval.
///
/// If all blocks have the same score, the variance is 0 and gives no interval. In this case, a score of 0 or 1 gets the
/// exact binomial bound over blocks (Clopper and Pearson 1934), and any other score has no interval.
fn score(outcomes: &Outcomes) -> Estimate {
    let Some(mean) = outcomes.mean() else { return Estimate::default() };
    let blocks = outcomes.blocks() as f64;
    let variance = outcomes.variance();
    let (low, high) = if variance > 0.0 {
        let error = QUANTILE * (variance / blocks).sqrt();
        (Some((mean - error).max(0.0)), Some((mean + error).min(1.0)))
    } else if mean >= 1.0 {
        (Some(TAIL.powf(1.0 / blocks)), Some(1.0))
    } else if mean <= 0.0 {
        (Some(0.0), Some(1.0 - TAIL.powf(1.0 / blocks)))
    } else {
        (None, None)
    };
    Estimate { value: Some(mean), low, high }
}

/// Returns the Elo differences that correspond to the score and to the ends of its interval, as in fishtest and
/// cutechess.
fn logistic(outcomes: &Outcomes) -> Estimate {
    let score = score(outcomes);
    Estimate { value: score.value.and_then(elo), low: score.low.and_then(elo), high: score.high.and_then(elo) }
}

/// Returns the normalized Elo difference: (mean − 1/2) divided by the standard deviation of a game score, times
/// [`ELO_PER_DEVIATION`] (Van den Bergh 2020, "Normalized Elo").
fn normalized(outcomes: &Outcomes) -> Estimate {
    let Estimate { value, low, high } = deviate(outcomes);
    let [value, low, high] = [value, low, high].map(|number| number.map(|number| ELO_PER_DEVIATION * number));
    Estimate { value, low, high }
}

/// Returns 100 times the decimal logarithm of the ratio of won and lost pairs, in which two won games count twice as
/// much as a won and a drawn one.
fn game_pair(outcomes: &Outcomes) -> Option<f64> {
    let [lost, won] = outcomes.decided_pairs()?.map(|count| count as f64);
    (lost > 0.0 && won > 0.0).then(|| 100.0 * (won / lost).log10())
}

/// Returns the probability that the true score is above 1/2, in the normal approximation or, if all blocks have the
/// same score, from a sign test.
fn superiority(outcomes: &Outcomes) -> Option<f64> {
    let mean = outcomes.mean()?;
    let blocks = outcomes.blocks() as f64;
    let variance = outcomes.variance();
    if variance > 0.0 {
        return Some(normal((mean - 0.5) / (variance / blocks).sqrt()));
    }
    let chance = 0.5_f64.powf(blocks);
    Some(if mean > 0.5 {
        1.0 - chance
    } else if mean < 0.5 {
        chance
    } else {
        0.5
    })
}
