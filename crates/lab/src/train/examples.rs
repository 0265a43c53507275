//! Turns samples into examples: computes the targets and splits the games into training and validation sets.

use super::model::{Example, logistic};
use super::sample::Sample;
use kit::search::Wdl;

/// The score, in hundredths of a man, that corresponds to one unit of log odds of a win, where a draw counts as half a
/// win. With this value, the first round's scores, which use the handcrafted evaluation, agree best with the game
/// results. Later rounds keep the value, because the search margins are in hundredths of a man.
pub const SCALE: f32 = 150.0;
/// A block belongs to the validation set if its number is a multiple of this.
const VALIDATION_INTERVAL: usize = 20;

/// A training set and a validation set, which come from different games.
#[derive(Default)]
pub struct Examples {
    pub training: Vec<Example>,
    pub validation: Vec<Example>,
    /// The samples from which the validation set was created, in the same order.
    pub validation_samples: Vec<Sample>,
}

impl Examples {
    /// Adds blocks of games. In the target, `blend` is the weight of the search score, and `1 - blend` the weight of
    /// the game result.
    pub fn add(&mut self, blocks: &[Vec<Sample>], blend: f32) {
        for (number, block) in blocks.iter().enumerate() {
            let examples = block.iter().map(|sample| Example::new(sample, target(sample, blend)));
            if number % VALIDATION_INTERVAL == 0 {
                self.validation.extend(examples);
                self.validation_samples.extend(block);
            } else {
                self.training.extend(examples);
            }
        }
    }
}

/// Returns the training target of a sample: an expected payoff from 0 to 1. Without a game result, the target depends
/// on the score alone.
pub fn target(sample: &Sample, blend: f32) -> f32 {
    let score = logistic(f32::from(sample.score) / SCALE);
    sample.outcome.map_or(score, |outcome| blend * score + (1.0 - blend) * payoff(outcome))
}

/// Returns the payoff of an outcome: 0, 0.5 or 1.
pub const fn payoff(outcome: Wdl) -> f32 {
    outcome as u8 as f32 / 2.0
}
