//! The sequential probability ratio test: the log-likelihood ratio of two Elo differences, its bounds and the
//! decision.

use super::elo::{ELO_PER_DEVIATION, bayesian_score, draw_elo, expected_score};
use super::likelihood::{Hypothesis, loss};
use super::outcomes::Outcomes;
use crate::plan::{EloModel, Sprt};
use serde::{Serialize, Serializer};
use thiserror::Error;

/// The count that is assumed for an outcome that never occurred, as in fishtest. Without it, there might be no
/// distribution over the observed outcomes with the expectation of a hypothesis.
const PRIOR: f64 = 1e-3;

/// Why there is no log-likelihood ratio.
#[derive(Error, Clone, Copy, PartialEq, Debug)]
pub enum LlrError {
    /// The Bayesian model needs the fractions of wins and losses.
    #[error("BayesElo needs a win and a loss")]
    OneSided,
    /// No distribution of block scores has this Elo difference to working precision.
    #[error("no distribution of block scores has an Elo difference of {0}")]
    OutOfReach(f64),
}

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
    #[serde(serialize_with = "number_or_null")]
    pub llr: Result<f64, LlrError>,
    /// The decision so far.
    pub decision: Decision,
    /// The mean payoff of the first participant in these blocks, 0 to 1; `None` without blocks.
    pub payoff: Option<f64>,
    /// The number of blocks up to the decision or, before a decision, so far.
    pub blocks: u64,
    /// The log-likelihood ratio after each of these blocks; `None` where there was none.
    pub curve: Vec<Option<f64>>,
}

impl Sequential {
    /// Creates a test before the first block.
    pub fn new(test: Sprt) -> Self {
        let lower = (test.beta / (1.0 - test.alpha)).ln();
        let upper = ((1.0 - test.beta) / test.alpha).ln();
        let decision = Decision::Undecided;
        Self { test, lower, upper, llr: Ok(0.0), decision, payoff: None, blocks: 0, curve: Vec::new() }
    }

    /// Adds a block. `outcomes` contains all blocks so far, including the new one, and `results` the numbers of wins,
    /// draws and losses in them. The first crossing of a bound decides, and later blocks change nothing. Without a
    /// log-likelihood ratio, nothing is decided.
    pub fn step(&mut self, outcomes: &Outcomes, results: [u64; 3]) {
        if self.decision != Decision::Undecided {
            return;
        }
        let llr = llr(outcomes, results, &self.test);
        self.payoff = outcomes.mean();
        self.curve.push(llr.ok());
        self.llr = llr;
        self.blocks += 1;
        self.decision = match llr {
            Ok(llr) if llr >= self.upper => Decision::H1,
            Ok(llr) if llr <= self.lower => Decision::H0,
            _ => Decision::Undecided,
        };
    }
}

fn number_or_null<S: Serializer>(llr: &Result<f64, LlrError>, serializer: S) -> Result<S::Ok, S::Error> {
    llr.ok().serialize(serializer)
}

/// Returns the generalized log-likelihood ratio of `test.elo1` against `test.elo0` (Van den Bergh), computed as in
/// fishtest. Returns 0 without blocks. The Bayesian model also needs the numbers of wins, draws and losses.
///
/// The distribution of block scores is unknown, so each hypothesis uses the most likely distribution with its Elo
/// difference. There is no trinomial form, because only complete blocks count.
pub fn llr(outcomes: &Outcomes, results: [u64; 3], test: &Sprt) -> Result<f64, LlrError> {
    if outcomes.blocks() == 0 {
        return Ok(0.0);
    }
    let draws = match test.model {
        EloModel::Bayesian => draw_elo_of(results).ok_or(LlrError::OneSided)?,
        EloModel::Logistic | EloModel::Normalized => 0.0,
    };
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
    let loss = |elo: f64| loss(&seen, hypothesis(elo)).ok_or(LlrError::OutOfReach(elo));
    Ok(total * (loss(test.elo0)? - loss(test.elo1)?))
}

/// Returns the draw Elo of these numbers of wins, draws and losses; `None` without a win or without a loss.
fn draw_elo_of([wins, draws, losses]: [u64; 3]) -> Option<f64> {
    let (wins, losses) = (wins as f64, losses as f64);
    let total = wins + losses + if draws == 0 { PRIOR } else { draws as f64 };
    (wins > 0.0 && losses > 0.0).then(|| draw_elo(wins / total, losses / total))
}
