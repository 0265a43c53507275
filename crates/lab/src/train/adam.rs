//! The Adam optimiser.

/// The decay rate of the gradients' moving average.
const FIRST_DECAY: f32 = 0.9;
/// The decay rate of the squared gradients' moving average.
const SECOND_DECAY: f32 = 0.999;
/// A small number that is added to the divisor to avoid a division by zero.
const EPSILON: f32 = 1e-8;

/// The state of Adam: exponential moving averages of gradients and of squared gradients (Kingma and Ba 2015).
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    /// The moving average of the gradients.
    pub first: Vec<f32>,
    /// The moving average of the squared gradients.
    pub second: Vec<f32>,
    /// The number of steps so far.
    pub steps: u64,
}

impl Adam {
    /// Creates the initial state for `parameters` parameters.
    pub fn new(parameters: usize) -> Self {
        Self { first: vec![0.0; parameters], second: vec![0.0; parameters], steps: 0 }
    }

    /// Performs one optimiser step with the learning rate `rate`. The new parameters are clamped to `-limit..=limit`.
    pub fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: f32, limit: f32) {
        self.steps += 1;
        let steps = self.steps.min(1 << 20) as i32;
        let unbiased = (1.0 - SECOND_DECAY.powi(steps)).sqrt() / (1.0 - FIRST_DECAY.powi(steps));
        let means = self.first.iter_mut().zip(&mut self.second);
        for ((parameter, slope), (first, second)) in parameters.iter_mut().zip(gradient).zip(means) {
            *first += (1.0 - FIRST_DECAY) * (slope - *first);
            *second += (1.0 - SECOND_DECAY) * (slope * slope - *second);
            let step = rate * unbiased * *first / (second.sqrt() + EPSILON);
            *parameter = (*parameter - step).clamp(-limit, limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_minimum_of_a_quadratic_function() {
        let (mut adam, mut point) = (Adam::new(2), vec![1.5, -0.5]);
        for step in 0..4000 {
            let gradient = [2.0 * (point[0] - 0.25), 20.0 * (point[1] - 0.75)];
            adam.step(&mut point, &gradient, 0.02 / (1.0 + step as f32 / 100.0), 1.9);
        }
        assert!((point[0] - 0.25).abs() < 1e-3 && (point[1] - 0.75).abs() < 1e-3, "{point:?}");
        adam.step(&mut point, &[-1e9, 0.0], 10.0, 0.5);
        assert_eq!(point[1], 0.5, "clamped to the limit");
    }
}
