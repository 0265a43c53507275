//! The sequential probability ratio test: the log-likelihood ratio of two Elo differences, its bounds and the
//! decision.

use super::elo::{ELO_PER_DEVIATION, bayesian_score, draw_elo, expected_score};
use super::likelihood::{Hypothesis, log_ratio};
use super::outcomes::Outcomes;
use crate::plan::{EloModel, Sprt};
use serde::Serialize;

/// The count that is assumed for an outcome that never occurred, as in fishtest. Without it, there might be no
/// distribution over the observed outcomes with the expectation of a hypothesis.
const PRIOR: f64 = 1e-3;

/// The decision of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// Neither bound has been reached.
    Undecided,
    /// H0 is accepted, because the lower bound was reached first.
    H0,
    /// H1 is accepted, because the upper bound was reached first.
    H1,
}

/// A test in progress. Blocks are added in the order of the plan.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sequential {
    /// The hypotheses and error probabilities.
    #[serde(flatten)]
    pub test: Sprt,
    /// The lower bound, at which H0 is accepted: ln(beta / (1 − alpha)) (Wald 1945).
    pub lower: f64,
    /// The upper bound, at which H1 is accepted: ln((1 − beta) / alpha).
    pub upper: f64,
    /// The log-likelihood ratio at the decision or, before a decision, the current one.
    pub llr: f64,
    /// The decision so far.
    pub decision: Decision,
    /// The mean payoff of the first participant in these blocks, 0 to 1; `None` without blocks.
    pub payoff: Option<f64>,
    /// The number of blocks up to the decision or, before a decision, so far.
    pub blocks: u64,
    /// The log-likelihood ratio after each of these blocks.
    pub curve: Vec<f64>,
}

impl Sequential {
    /// Creates a test before the first block.
    pub fn new(test: Sprt) -> Self {
        let lower = (test.beta / (1.0 - test.alpha)).ln();
        let upper = ((1.0 - test.beta) / test.alpha).ln();
        let decision = Decision::Undecided;
        Self { test, lower, upper, llr: 0.0, decision, payoff: None, blocks: 0, curve: Vec::new() }
    }

    /// Adds a block. `outcomes` contains all blocks so far, including the new one, and `results` the numbers of wins, draws
    /// and losses in them. The first crossing of a bound decides, and later blocks change nothing.
    pub fn step(&mut self, outcomes: &Outcomes, results: [u64; 3]) {
        if self.decision != Decision::Undecided {
            return;
        }
        let llr = llr(outcomes, results, &self.test);
        self.payoff = outcomes.mean();
        self.curve.push(llr);
        self.llr = llr;
        self.blocks += 1;
        if llr >= self.upper {
            self.decision = Decision::H1;
        } else if llr <= self.lower {
            self.decision = Decision::H0;
        }
    }
}

/// Returns the generalized log-likelihood ratio of `test.elo1` against `test.elo0` (Van den Bergh), computed as in
/// fishtest. Returns 0 without blocks. The Bayesian model also needs the numbers of wins, draws and losses; like
/// fastchess, it returns 0 while there is no win or no loss.
///
/// The distribution of block scores is unknown, so each hypothesis uses the most likely distribution with its Elo
/// difference. There is no trinomial form, because only complete blocks count.
pub fn llr(outcomes: &Outcomes, results: [u64; 3], test: &Sprt) -> f64 {
    let draws = match test.model {
        EloModel::Bayesian => draw_elo_of(results),
        EloModel::Logistic | EloModel::Normalized => Some(0.0),
    };
    let Some(draws) = draws.filter(|_| outcomes.blocks() > 0) else { return 0.0 };
    let weight = |count: u64| if count == 0 { PRIOR } else { count as f64 };
    let total: f64 = outcomes.counts.iter().map(|&count| weight(count)).sum();
    let seen: Vec<(f64, f64)> = outcomes.values().map(|(value, count)| (value, weight(count) / total)).collect();
    let hypothesis = |elo: f64| match test.model {
        EloModel::Logistic => Hypothesis::Expectation(expected_score(elo)),
        EloModel::Bayesian => Hypothesis::Expectation(bayesian_score(elo, draws)),
        // `Deviate` refers to blocks. The standard deviation of a block's mean score is that of a game's score divided
        // by the square root of the number of games per block, so the t-value is greater by this factor.
        EloModel::Normalized => Hypothesis::Deviate(elo / ELO_PER_DEVIATION * (outcomes.games_per_block as f64).sqrt()),
    };
    total * log_ratio(&seen, hypothesis(test.elo0), hypothesis(test.elo1))
}

/// Returns the draw Elo of these numbers of wins, draws and losses; `None` without a win or without a loss.
fn draw_elo_of([wins, draws, losses]: [u64; 3]) -> Option<f64> {
    let (wins, losses) = (wins as f64, losses as f64);
    let total = wins + losses + if draws == 0 { PRIOR } else { draws as f64 };
    (wins > 0.0 && losses > 0.0).then(|| draw_elo(wins / total, losses / total))
}
