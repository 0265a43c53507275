//! Fitting a network to examples: gradient descent in batches, epoch by epoch.

use super::adam::Adam;
use super::model::{Example, Model, PARAMETERS, loss};
use base::parallel::map_chunks;
use base::rng::{Rng, mix};
use std::sync::{Mutex, PoisonError};

/// A batch is cut into so many parts whatever the threads: sums of rounded numbers depend on their order.
const PARTS: usize = 4;
/// Weights stay within this: the quantised ones have to fit their numbers.
pub const LIMIT: f32 = 1.98;

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schedule {
    /// Passes over all examples.
    pub epochs: u32,
    /// Examples of a step.
    pub batch: usize,
    /// Step width at first; it falls to nearly 0 by half a cosine (Loshchilov and Hutter 2017).
    pub rate: f32,
    /// Start of everything random.
    pub seed: u64,
    /// They change nothing in what comes out.
    pub threads: usize,
}

/// A fit between two epochs: all that is needed to go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The network so far.
    pub model: Model,
    /// The optimiser.
    pub adam: Adam,
    /// Finished epochs.
    pub epoch: u32,
}

impl Fit {
    /// Before the first epoch.
    pub fn new(seed: u64) -> Self {
        Self { model: Model::random(&mut Rng::new(mix(seed))), adam: Adam::new(PARAMETERS), epoch: 0 }
    }

    /// One pass over the examples in random order. Gives their mean loss on the way.
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
            let (sum, others) = gradients.split_first_mut().expect("there are parts");
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

    /// Fills the gradient of each part and gives the sum of the losses.
    fn gradients(&self, examples: &[Example], work: &mut [(&[u32], &mut Model)], threads: usize) -> f64 {
        // Each is one thread's alone.
        let parts: Vec<_> = work.iter_mut().map(Mutex::new).collect();
        let losses = map_chunks(parts.len(), 1, threads, |part| {
            let mut part = parts[part.start].lock().unwrap_or_else(PoisonError::into_inner);
            let (indices, gradient) = &mut **part;
            gradient.0.fill(0.0);
            indices.iter().map(|&index| self.model.learn(&examples[index as usize], gradient)).sum::<f64>()
        });
        // The losses of the parts are added in their order too.
        losses.iter().sum()
    }
}

/// The mean loss of a value of each example.
pub fn mean_loss(examples: &[Example], value: impl Fn(&Example) -> f32) -> f64 {
    examples.iter().map(|example| loss(value(example), example.target)).sum::<f64>() / examples.len().max(1) as f64
}
