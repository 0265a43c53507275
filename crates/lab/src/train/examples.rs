//! From samples to examples: what each position should be worth, and which games only judge the fit.

use super::model::{Example, logistic};
use super::sample::Sample;
use kit::search::tablebase::Wdl;

/// Hundredths of a man to a unit of the log odds of a win (a draw is half of one). So many make the scores of the first
/// round, by the hand-written evaluation, agree best with how the games ended; kept ever since, because the
/// margins of the search are in hundredths of a man.
pub const SCALE: f32 = 150.0;
/// Every block of games whose number leaves no rest is left out of the fit and judges it.
const JUDGES: usize = 20;

/// The examples to fit, and those of games of their own that judge the fit.
#[derive(Default)]
pub struct Examples {
    /// To learn from.
    pub training: Vec<Example>,
    /// To judge by.
    pub validation: Vec<Example>,
    /// Where those come from.
    pub validation_samples: Vec<Sample>,
}

impl Examples {
    /// Adds the games of one round. `blend` is the weight of the search's score against the result of the game.
    pub fn add(&mut self, blocks: &[Vec<Sample>], blend: f32) {
        for (number, block) in blocks.iter().enumerate() {
            let examples = block.iter().map(|sample| Example::new(sample, target(sample, blend)));
            if number % JUDGES == 0 {
                self.validation.extend(examples);
                self.validation_samples.extend(block);
            } else {
                self.training.extend(examples);
            }
        }
    }
}

/// The share of the win that a position is said to be worth: beside a game there is only the score.
pub fn target(sample: &Sample, blend: f32) -> f32 {
    let score = logistic(f32::from(sample.score) / SCALE);
    sample.outcome.map_or(score, |outcome| blend * score + (1.0 - blend) * payoff(outcome))
}

/// What a side gets of the one point of a game: 0, a half or 1.
pub const fn payoff(outcome: Wdl) -> f32 {
    outcome as u8 as f32 / 2.0
}
