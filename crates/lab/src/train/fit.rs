//! Fits a network to examples by gradient descent in batches.

use super::adam::Adam;
use super::model::{Example, Model, PARAMETERS, loss};
use base::parallel::map_chunks;
use base::rng::{Rng, mix};
use std::sync::{Mutex, PoisonError};

/// The number of parts per batch, which threads process independently. It must not depend on the number of threads,
/// because the order of summation affects rounding.
const PARTS: usize = 4;
/// The maximum absolute value of a weight or bias, which keeps the quantised values in range.
pub const LIMIT: f32 = 1.98;

/// The hyperparameters of a fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schedule {
    /// The number of passes over all examples.
    pub epochs: u32,
    /// The number of examples per optimiser step.
    pub batch: usize,
    /// The initial learning rate. It falls to nearly 0 along a half cosine (Loshchilov and Hutter 2017).
    pub rate: f32,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of threads, which does not affect the result.
    pub threads: usize,
}

/// The state of a fit between two epochs.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    pub model: Model,
    pub adam: Adam,
    /// The number of finished epochs.
    pub epoch: u32,
}

impl Fit {
    /// Creates a fit before its first epoch, with a random network.
    pub fn new(seed: u64) -> Self {
        Self { model: Model::random(&mut Rng::new(mix(seed))), adam: Adam::new(PARAMETERS), epoch: 0 }
    }

    /// Runs one epoch over the examples in random order, and calls `progress` with the size of each batch. Returns the
    /// mean loss; the loss of each batch is computed before the batch's optimiser step.
    pub fn run_epoch(&mut self, examples: &[Example], schedule: &Schedule, progress: &dyn Fn(u64)) -> f64 {
        let mut order: Vec<u32> = (0..examples.len() as u32).collect();
        Rng::new(mix(schedule.seed ^ mix(u64::from(self.epoch) + 1))).shuffle(&mut order);
        let mut total = 0.0;
        let mut gradients = vec![Model::zero(); PARTS];
        let batches = order.len().div_ceil(schedule.batch);
        for (number, batch) in order.chunks(schedule.batch).enumerate() {
            let part = batch.len().div_ceil(PARTS);
            let mut work: Vec<_> = batch.chunks(part).zip(&mut gradients).collect();
            total += self.gradients(examples, &mut work, schedule.threads);
            let parts = work.len();
            let scale = 1.0 / batch.len() as f32;
            let (sum, others) = gradients.split_first_mut().expect("a batch has at least one part");
            for other in &others[..parts - 1] {
                sum.0.iter_mut().zip(&other.0).for_each(|(sum, slope)| *sum += slope);
            }
            sum.0.iter_mut().for_each(|slope| *slope *= scale);
            let done = (self.epoch as f32 + number as f32 / batches as f32) / schedule.epochs as f32;
            let rate = schedule.rate * (0.5 + 0.5 * (done * std::f32::consts::PI).cos()).max(0.001);
            self.adam.step(&mut self.model.0, &gradients[0].0, rate, LIMIT);
            progress(batch.len() as u64);
        }
        self.epoch += 1;
        total / examples.len().max(1) as f64
    }

    /// Computes the gradient of each part of a batch, and returns the sum of the losses.
    fn gradients(&self, examples: &[Example], work: &mut [(&[u32], &mut Model)], threads: usize) -> f64 {
        // Only one thread uses each part, so the locks are never contended.
        let parts: Vec<_> = work.iter_mut().map(Mutex::new).collect();
        let losses = map_chunks(parts.len(), 1, threads, |part| {
            let mut part = parts[part.start].lock().unwrap_or_else(PoisonError::into_inner);
            let (indices, gradient) = &mut **part;
            gradient.0.fill(0.0);
            indices.iter().map(|&index| self.model.learn(&examples[index as usize], gradient)).sum::<f64>()
        });
        // The losses, too, are summed in an order that does not depend on the number of threads.
        losses.iter().sum()
    }
}

/// Returns the mean loss over the examples. `value` returns the predicted log odds that the side to move wins.
pub fn mean_loss(examples: &[Example], value: impl Fn(&Example) -> f32) -> f64 {
    examples.iter().map(|example| loss(value(example), example.target)).sum::<f64>() / examples.len().max(1) as f64
}
