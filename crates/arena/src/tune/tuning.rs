//! The result of a tuning.

use super::trajectory::Trajectory;
use crate::model::Parameter;
use serde::Serialize;

/// The maximum number of points of a curve.
const POINTS: usize = 600;

/// The result of a tuning, as far as it has been played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tuning {
    /// The number of iterations of the plan.
    pub iterations: u64,
    /// The number of finished iterations.
    pub finished: u64,
    /// The number of finished iterations that made no step, because each of their blocks had a fault.
    pub left_out: u64,
    /// The parameters in the order of the plan.
    pub parameters: Vec<TunedParameter>,
}

/// The result for a parameter.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TunedParameter {
    /// The settings of the plan, with what the engine declares.
    #[serde(flatten)]
    pub parameter: Parameter,
    /// The mean of the values after each iteration of the last quarter; the start before the first iteration.
    pub value: f64,
    /// The standard deviation of these values; `None` if there are fewer than two.
    pub spread: Option<f64>,
    /// The value after the last finished iteration.
    pub last: f64,
    /// Numbers of iterations, each with the value after it; the first one is the start.
    pub curve: Vec<(u64, f64)>,
}

impl Tuning {
    /// Returns the result of a trajectory.
    pub fn of(trajectory: &Trajectory) -> Self {
        let parameters = trajectory.spsa().parameters().iter().enumerate();
        let values = trajectory.values();
        let parameter = |(index, parameter): (usize, &Parameter)| {
            TunedParameter::of(parameter, &values.iter().map(|values| values[index]).collect::<Vec<_>>())
        };
        Self {
            iterations: trajectory.iterations(),
            finished: trajectory.finished(),
            left_out: trajectory.left_out(),
            parameters: parameters.map(parameter).collect(),
        }
    }

    /// Returns the found values as options of a plan.
    pub fn options(&self) -> String {
        let option = |one: &TunedParameter| format!("\"{}\" = {}", one.parameter.name, one.value.round() as i64);
        self.parameters.iter().map(option).collect::<Vec<_>>().join(", ")
    }

    /// Returns a sentence about the iterations without a step; `None` if there are none.
    pub fn left_out_note(&self) -> Option<String> {
        let text = match self.left_out {
            0 => return None,
            1 => "1 iteration made no step, because all its blocks had a fault".to_string(),
            count => format!("{count} iterations made no step, because all their blocks had a fault"),
        };
        Some(text)
    }
}

impl TunedParameter {
    /// Returns the result for the value at the start and after each finished iteration.
    fn of(parameter: &Parameter, values: &[f64]) -> Self {
        let finished = values.len() - 1;
        let last = &values[values.len() - finished.div_ceil(4).max(1)..];
        let count = last.len() as f64;
        let mean = last.iter().sum::<f64>() / count;
        let squares: f64 = last.iter().map(|value| (value - mean) * (value - mean)).sum();
        let step = finished.div_ceil(POINTS).max(1);
        let shown = |&(number, _): &(usize, &f64)| number.is_multiple_of(step) || number == finished;
        let curve = values.iter().enumerate().filter(shown).map(|(number, &value)| (number as u64, value));
        Self {
            parameter: parameter.clone(),
            value: mean,
            spread: (last.len() > 1).then(|| (squares / (count - 1.0)).sqrt()),
            last: values[finished],
            curve: curve.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_quarter_gives_the_value_and_its_spread() {
        let values: Vec<f64> = (0..=8).map(f64::from).collect();
        let found = TunedParameter::of(&Parameter::default(), &values);
        assert_eq!((found.value, found.last), (7.5, 8.0));
        assert!((found.spread.unwrap() - 0.5_f64.sqrt()).abs() < 1e-12);
        assert_eq!(found.curve.first(), Some(&(0, 0.0)));
        assert_eq!(found.curve.len(), 9);
        let start = TunedParameter::of(&Parameter::default(), &[3.0]);
        assert_eq!((start.value, start.spread, start.curve), (3.0, None, vec![(0, 3.0)]));
        let long: Vec<f64> = (0..=100_000).map(f64::from).collect();
        let curve = TunedParameter::of(&Parameter::default(), &long).curve;
        assert!(curve.len() <= POINTS + 1 && curve.last() == Some(&(100_000, 100_000.0)));
    }

    #[test]
    fn a_value_is_rounded_without_a_sign_of_zero() {
        let named = |name: &str| Parameter { name: name.to_string(), ..Parameter::default() };
        let parameters = [("a", -0.2), ("b", 7.6)].map(|(name, value)| TunedParameter::of(&named(name), &[value]));
        let tuning = Tuning { iterations: 4, finished: 2, left_out: 1, parameters: parameters.into() };
        assert_eq!(tuning.options(), "\"a\" = 0, \"b\" = 8");
        let note = tuning.left_out_note();
        assert_eq!(note.as_deref(), Some("1 iteration made no step, because all its blocks had a fault"));
        assert_eq!(Tuning { left_out: 0, ..tuning }.left_out_note(), None);
    }
}
