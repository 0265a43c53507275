//! The sequential probability ratio test: log-likelihood ratio of two Elo differences, bounds, decision. Knows no
//! record.

use super::elo::{ELO_PER_DEVIATION, expected_score};
use super::likelihood::{Hypothesis, log_ratio};
use super::outcomes::Outcomes;
use crate::plan::{EloModel, Sprt};
use serde::Serialize;

/// What an outcome that never occurred counts, in blocks, so that every expectation is possible (as in fishtest).
const PRIOR: f64 = 1e-3;

/// How a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// Neither bound has been reached.
    Undecided,
    /// The lower bound was reached first: the difference is `elo0`.
    H0,
    /// The upper bound was reached first: the difference is `elo1`.
    H1,
}

/// A test in progress: the blocks in plan order, one after the other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sequential {
    /// What is tested.
    #[serde(flatten)]
    pub test: Sprt,
    /// H0 is accepted at or below it: ln(beta / (1 − alpha)) (Wald 1945).
    pub lower: f64,
    /// H1 is accepted at or above it: ln((1 − beta) / alpha).
    pub upper: f64,
    /// Where it stands, or where it was decided.
    pub llr: f64,
    /// What came of it.
    pub decision: Decision,
    /// Blocks that it took; once decided it stays.
    pub blocks: u64,
    /// The ratio after each block, those after the decision too.
    pub curve: Vec<f64>,
}

impl Sequential {
    /// Before the first block.
    #[must_use]
    pub fn new(test: Sprt) -> Self {
        let lower = (test.beta / (1.0 - test.alpha)).ln();
        let upper = ((1.0 - test.beta) / test.alpha).ln();
        Self { test, lower, upper, llr: 0.0, decision: Decision::Undecided, blocks: 0, curve: Vec::new() }
    }

    /// After one more block; `outcomes` are all blocks so far. The first crossing of a bound counts, later blocks only
    /// lengthen the curve.
    pub fn step(&mut self, outcomes: &Outcomes) {
        let llr = llr(outcomes, &self.test);
        self.curve.push(llr);
        if self.decision != Decision::Undecided {
            return;
        }
        self.llr = llr;
        self.blocks += 1;
        if llr >= self.upper {
            self.decision = Decision::H1;
        } else if llr <= self.lower {
            self.decision = Decision::H0;
        }
    }
}

/// The generalized log-likelihood ratio of `elo1` against `elo0` (Van den Bergh; the same numbers as fishtest and
/// fastchess). The distribution of block scores is unknown, so each hypothesis gets the most likely one that has its
/// Elo difference. There is no trinomial form: a block always has all its games. 0 without blocks.
#[must_use]
pub fn llr(outcomes: &Outcomes, test: &Sprt) -> f64 {
    if outcomes.blocks() == 0 {
        return 0.0;
    }
    let weight = |count: u64| if count == 0 { PRIOR } else { count as f64 };
    let total: f64 = outcomes.counts.iter().map(|&count| weight(count)).sum();
    let seen: Vec<(f64, f64)> = outcomes.values().map(|(value, count)| (value, weight(count) / total)).collect();
    let hypothesis = |elo: f64| match test.model {
        EloModel::Logistic => Hypothesis::Expectation(expected_score(elo)),
        // A block mean deviates less than a game, by the root of the games of a block.
        EloModel::Normalized => Hypothesis::Deviate(elo / ELO_PER_DEVIATION * (outcomes.games_per_block as f64).sqrt()),
    };
    total * log_ratio(&seen, hypothesis(test.elo0), hypothesis(test.elo1))
}
