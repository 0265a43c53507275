//! The power and the expected length of a sequential test, before the first game.

use super::elo::{ELO_PER_DEVIATION, bayesian_score, draw_elo, expected_score};
use super::sprt::Sequential;
use crate::plan::{EloModel, Plan, Sprt};
use crate::schedule::pairings;
use base::counted::counted;
use std::fmt;

/// The fraction of draws that the forecast assumes, unless the Elo difference is normalized.
const DRAWS: f64 = 0.5;

/// What is expected of a test if an Elo difference is the true one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expected {
    /// The true Elo difference.
    pub elo: f64,
    /// The probability that the test accepts H1.
    pub power: f64,
    /// The mean number of blocks until the test decides.
    pub blocks: f64,
}

/// The forecast of a test: what is expected at the Elo difference of H0, halfway, and at that of H1.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    test: Sprt,
    games_per_block: u64,
    /// The number of games in the plan.
    games: u64,
    /// The expectations.
    pub expected: [Expected; 3],
}

impl Forecast {
    /// Returns the forecast of the plan's test, for a game with `sides` sides; `None` without a test.
    pub fn of(plan: &Plan, sides: usize) -> Option<Self> {
        let test = plan.stop.sprt?;
        let games_per_block = plan.format.games_per_block(sides) as u64;
        let expected = [test.elo0, f64::midpoint(test.elo0, test.elo1), test.elo1]
            .map(|elo| expected(&test, games_per_block, elo, DRAWS));
        let games = pairings(plan, sides).len() as u64 * plan.format.games;
        Some(Self { test, games_per_block, games, expected })
    }
}

/// Returns what is expected if `elo` is the true difference and this fraction of the games is drawn, in Wald's
/// approximation: the log-likelihood ratio is a Brownian motion between the two bounds.
///
/// Each block adds `d² / 2` times `place` on average, with the variance `d²`, where `d` is the difference of the
/// hypotheses in standard deviations of a block score, and `place` is -1 at H0, 0 halfway and 1 at H1. Then
/// `exp(-place · LLR)` is a martingale, which gives the probability of each bound.
pub fn expected(test: &Sprt, games_per_block: u64, elo: f64, draws: f64) -> Expected {
    let games = games_per_block as f64;
    let per_game = |elo: f64| deviations(test, elo, draws);
    let (zero, one) = (per_game(test.elo0), per_game(test.elo1));
    let place = (2.0 * per_game(elo) - zero - one) / (one - zero);
    let gain = games * (one - zero).powi(2);
    let Sequential { lower, upper, .. } = Sequential::new(*test);
    let (power, blocks) = if place.abs() < 1e-6 {
        (-lower / (upper - lower), -lower * upper / gain)
    } else {
        let [low, high] = [lower, upper].map(|bound| (-place * bound).exp());
        let power = (1.0 - low) / (high - low);
        (power, (power * upper + (1.0 - power) * lower) / (place * gain / 2.0))
    };
    // The approximation can be shorter than any test.
    Expected { elo, power, blocks: blocks.max(1.0) }
}

/// Returns how far the mean payoff is above par if `elo` is the true difference, in standard deviations of a game. They
/// follow from normalized Elo. Otherwise the payoff of a game is assumed to be 0, 1/2 or 1, with this fraction of
/// draws, and the variance is that halfway between the hypotheses.
fn deviations(test: &Sprt, elo: f64, draws: f64) -> f64 {
    let half = (1.0 - draws) / 2.0;
    let score = |elo: f64| match test.model {
        EloModel::Bayesian => bayesian_score(elo, draw_elo(half, half)),
        EloModel::Logistic | EloModel::Normalized => expected_score(elo),
    };
    let middle = score(f64::midpoint(test.elo0, test.elo1));
    match test.model {
        EloModel::Normalized => elo / ELO_PER_DEVIATION,
        EloModel::Logistic | EloModel::Bayesian => {
            (score(elo) - 0.5) / ((1.0 - draws) * middle * (1.0 - middle)).sqrt()
        }
    }
}

impl fmt::Display for Forecast {
    /// Formats the forecast in a line for the assumption and one for each Elo difference.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let assumed = match self.test.model {
            EloModel::Normalized => "it does not depend on draws".to_string(),
            EloModel::Logistic | EloModel::Bayesian => format!("assumes {:.0} % draws", 100.0 * DRAWS),
        };
        write!(f, "forecast of the SPRT ({assumed}); the plan has at most {}", counted(self.games, "game"))?;
        for Expected { elo, power, blocks } in self.expected {
            let (percent, games) = (100.0 * power, blocks * self.games_per_block as f64);
            write!(
                f,
                "\n  Elo {elo}: H1 accepted with {percent:.1} %, mean length {games:.0} games in {blocks:.0} blocks"
            )?;
        }
        Ok(())
    }
}
