//! The values of a tuning after each iteration.

use super::spsa::Spsa;
use crate::model::{Plan, Tune};
use crate::schedule::{PlayedGames, match_name};

/// The values that follow from the games played so far. An iteration counts after all earlier ones.
#[derive(Clone, Debug)]
pub struct Trajectory {
    tune: Tune,
    spsa: Spsa,
    /// The number of iterations of the plan.
    iterations: u64,
    /// The name of the pairing of the two copies.
    pairing: String,
    /// The values at the start, and after each finished iteration.
    values: Vec<Vec<f64>>,
    /// The number of finished iterations without a block that counts.
    left_out: u64,
}

impl Trajectory {
    /// Creates a trajectory without games; `None` if the plan has no tuning.
    pub fn new(plan: &Plan) -> Option<Self> {
        let tune = plan.tune.clone()?;
        let iterations = plan.format.games / (2 * tune.blocks).max(1);
        let spsa = Spsa::new(plan, &tune, iterations);
        let copies: Vec<usize> = (0..plan.participants.len()).collect();
        let values = vec![spsa.start()];
        Some(Self { tune, spsa, iterations, pairing: match_name(plan, &copies, None), values, left_out: 0 })
    }

    /// Adds the iterations that have finished since the last call.
    ///
    /// A block counts if all its games have a result and no fault. An iteration without such a block makes no step: a
    /// crash says nothing about the values, and losses by faults must not move them.
    pub fn advance(&mut self, played: &PlayedGames) {
        while self.finished() < self.iterations {
            let iteration = self.finished();
            let blocks = iteration * self.tune.blocks..(iteration + 1) * self.tune.blocks;
            let leads = blocks.map(|block| played.lead_of_block(&self.pairing, block));
            let Some(leads) = leads.collect::<Option<Vec<_>>>() else { break };
            let mut values = self.latest().to_vec();
            let leads: Vec<f64> = leads.into_iter().flatten().collect();
            self.left_out += u64::from(leads.is_empty());
            self.spsa.step(iteration, &mut values, leads.iter().sum());
            self.values.push(values);
        }
    }

    /// Returns the number of games, in the order of the plan, that may be played: those of all iterations for which the
    /// iteration `in_flight` before them has finished.
    pub fn ready_games(&self) -> u64 {
        (self.finished() + self.tune.in_flight) * 2 * self.tune.blocks
    }

    /// Returns the options with which each of the two copies plays a block.
    pub fn options(&self, block: u64) -> Vec<Vec<(String, String)>> {
        let iteration = block / self.tune.blocks;
        let centre = (iteration + 1).saturating_sub(self.tune.in_flight).min(self.finished());
        let names = || self.spsa.parameters().iter().map(|parameter| parameter.name.clone());
        let values = self.spsa.values(iteration, &self.values[centre as usize]);
        let options = |values: Vec<i64>| names().zip(values.iter().map(i64::to_string)).collect();
        values.into_iter().map(options).collect()
    }

    /// Returns the number of finished iterations.
    pub const fn finished(&self) -> u64 {
        self.values.len() as u64 - 1
    }

    /// Returns the number of iterations of the plan.
    pub const fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Returns the number of finished iterations that made no step because of faults.
    pub const fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Returns the arithmetic.
    pub const fn spsa(&self) -> &Spsa {
        &self.spsa
    }

    /// Returns the values at the start, and after each finished iteration.
    pub fn values(&self) -> &[Vec<f64>] {
        &self.values
    }

    /// Returns a line with the latest values.
    pub fn line(&self) -> String {
        let values = self.spsa.parameters().iter().zip(self.latest());
        let values: Vec<String> = values.map(|(parameter, value)| format!("{} {value:.1}", parameter.name)).collect();
        values.join(", ")
    }

    fn latest(&self) -> &[f64] {
        self.values.last().map_or(&[], Vec::as_slice)
    }
}
