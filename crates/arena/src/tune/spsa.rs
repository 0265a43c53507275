//! The arithmetic of SPSA, with the gains that fishtest and OpenBench use.

use crate::model::{Parameter, Plan, Tune};
use crate::schedule::tune_seed;
use base::rng::event_rng;
use libm::pow;

/// The exponent with which steps become smaller.
const ALPHA: f64 = 0.602;
/// The exponent with which the changes of values become smaller.
const GAMMA: f64 = 0.101;
/// The stability constant: the fraction of the iterations during which steps hardly become smaller.
const STABILITY: f64 = 0.1;

/// The steps and changes of a tuning.
#[derive(Clone, Debug)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    iterations: f64,
    seed: u64,
}

impl Spsa {
    /// Creates the arithmetic of a plan's tuning with this number of iterations.
    pub fn new(plan: &Plan, tune: &Tune, iterations: u64) -> Self {
        Self { parameters: tune.parameters.clone(), iterations: iterations as f64, seed: tune_seed(plan) }
    }

    /// Returns the parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Returns the values of all parameters at the start.
    pub fn start(&self) -> Vec<f64> {
        self.parameters.iter().map(|parameter| parameter.start as f64).collect()
    }

    /// Returns the whole values with which the two copies play in the zero-based `iteration`, whose centre is `centre`.
    /// The fraction of a value is the probability that it is rounded up.
    pub fn values(&self, iteration: u64, centre: &[f64]) -> [Vec<i64>; 2] {
        [1.0, -1.0].map(|side| {
            let value = |(parameter, centre): (&Parameter, &f64)| {
                let (sign, fraction) = self.random(iteration, parameter);
                let exact = centre + side * sign * self.change(iteration, parameter);
                ((exact + fraction).floor() as i64).clamp(parameter.min, parameter.max)
            };
            self.parameters.iter().zip(centre).map(value).collect()
        })
    }

    /// Moves `values` by the step of an iteration in which the first copy has won `lead` games more than the second.
    pub fn step(&self, iteration: u64, values: &mut [f64], lead: f64) {
        for (parameter, value) in self.parameters.iter().zip(values) {
            let (sign, _) = self.random(iteration, parameter);
            let step = self.gain(iteration, parameter) / self.change(iteration, parameter) * lead * sign;
            *value = (*value + step).clamp(parameter.min as f64, parameter.max as f64);
        }
    }

    /// Returns by how much a value is changed in an iteration: `c_k` of the literature.
    fn change(&self, iteration: u64, parameter: &Parameter) -> f64 {
        parameter.c_end * pow(self.iterations / (iteration + 1) as f64, GAMMA)
    }

    /// Returns the gain of an iteration: `a_k` of the literature.
    fn gain(&self, iteration: u64, parameter: &Parameter) -> f64 {
        let stability = STABILITY * self.iterations;
        let ratio = (stability + self.iterations) / (stability + (iteration + 1) as f64);
        parameter.r_end * parameter.c_end * parameter.c_end * pow(ratio, ALPHA)
    }

    /// Returns the sign of a parameter's change for the first copy, and the number from 0 to 1 that decides how values
    /// are rounded. It is the same for both copies, so that their distance varies little.
    fn random(&self, iteration: u64, parameter: &Parameter) -> (f64, f64) {
        let mut rng = event_rng(self.seed, &format!("{iteration}/{}", parameter.name));
        (if rng.below(2) == 0 { 1.0 } else { -1.0 }, rng.unit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::synthetic::plan;
    use base::rng::Rng;

    fn parameter(name: &str, start: i64) -> Parameter {
        Parameter { name: name.to_string(), min: 0, max: 100, start, c_end: 5.0, r_end: 0.02 }
    }

    fn spsa(seed: u64, iterations: u64) -> Spsa {
        let parameters = vec![parameter("a", 20), parameter("b", 80)];
        let tune = Tune { parameters, blocks: 1, in_flight: 1, ..Tune::default() };
        Spsa::new(&crate::plan::Plan { seed, ..plan(&["e+", "e-"], 2 * iterations) }, &tune, iterations)
    }

    #[test]
    fn the_last_iteration_has_the_gains_of_the_plan() {
        let spsa = spsa(1, 1000);
        let [first, second] = spsa.values(999, &[50.0, 50.0]);
        assert!(first.iter().zip(&second).all(|(one, other)| (one - other).abs() == 10 && one + other == 100));
        let mut values = [50.0, 50.0];
        spsa.step(999, &mut values, 2.0);
        for (value, first) in values.iter().zip(first) {
            // A lead of two games moves a value by 2 r_end c_end towards the values of the winner.
            assert!((value - (50.0 + 0.2 * (first - 50).signum() as f64)).abs() < 1e-9, "{value}");
        }
        let [early, _] = spsa.values(0, &[50.0, 50.0]);
        assert!(early.iter().all(|value| [9, 10].contains(&(value - 50).abs())), "{early:?}");
    }

    #[test]
    fn values_are_rounded_by_chance_and_stay_within_their_bounds() {
        let spsa = spsa(1, 4000);
        let mean = |index: usize| {
            let values = |iteration| spsa.values(iteration, &[50.3, 99.0]).into_iter().map(move |values| values[index]);
            let all: Vec<i64> = (0..4000).flat_map(values).collect();
            assert!(all.iter().all(|value| (0..=100).contains(value)));
            all.iter().sum::<i64>() as f64 / all.len() as f64
        };
        assert!((mean(0) - 50.3).abs() < 0.03 && mean(1) < 98.0);
        let mut values = [99.99, 0.01];
        (0..50).for_each(|iteration| spsa.step(iteration, &mut values, 2.0));
        assert!(values.iter().all(|value| (0.0..=100.0).contains(value)));
    }

    /// Plays a tuning of 2,000 games in which the odds of a win depend on a quadratic loss, and returns the mean of the
    /// last quarter.
    fn tuned(seed: u64) -> Vec<f64> {
        let (spsa, iterations) = (spsa(seed, 1000), 1000);
        let loss = |values: &[i64]| {
            let [a, b] = [(values[0], 70.0), (values[1], 40.0)].map(|(value, best)| (value as f64 - best) / 20.0);
            a * a + b * b
        };
        let (mut values, mut rng, mut sums) = (spsa.start(), Rng::new(seed), vec![0.0; 2]);
        for iteration in 0..iterations {
            let [one, other] = spsa.values(iteration, &values).map(|values| loss(&values));
            let lead = (0..2).map(|_| if rng.unit() < 1.0 / (1.0 + (one - other).exp()) { 1.0 } else { -1.0 });
            let lead = lead.sum();
            spsa.step(iteration, &mut values, lead);
            if iteration >= iterations * 3 / 4 {
                sums.iter_mut().zip(&values).for_each(|(sum, value)| *sum += value / (iterations / 4) as f64);
            }
        }
        sums
    }

    #[test]
    fn a_known_optimum_is_found_in_2000_games() {
        let is_near = |values: &Vec<f64>| (values[0] - 70.0).abs() <= 10.0 && (values[1] - 40.0).abs() <= 10.0;
        let found: Vec<Vec<f64>> = (1..=10).map(tuned).collect();
        assert!(found.iter().filter(|values| is_near(values)).count() >= 9, "{found:?}");
    }
}
