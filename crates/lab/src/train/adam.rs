//! The optimiser: Adam on one list of parameters.

/// Decay of the two means.
const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
/// Keeps the division away from zero.
const EPSILON: f32 = 1e-8;

/// Moving means of gradients and of their squares (Kingma and Ba 2015).
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    /// Mean of the gradients.
    pub first: Vec<f32>,
    /// Mean of their squares.
    pub second: Vec<f32>,
    /// Steps so far.
    pub steps: u64,
}

impl Adam {
    /// For so many parameters.
    pub fn new(parameters: usize) -> Self {
        Self { first: vec![0.0; parameters], second: vec![0.0; parameters], steps: 0 }
    }

    /// One step down the gradient; parameters stay within `limit` of 0.
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
    fn finds_the_lowest_point_of_a_bowl() {
        let (mut adam, mut point) = (Adam::new(2), vec![1.5, -0.5]);
        for step in 0..4000 {
            let gradient = [2.0 * (point[0] - 0.25), 20.0 * (point[1] - 0.75)];
            adam.step(&mut point, &gradient, 0.02 / (1.0 + step as f32 / 100.0), 1.9);
        }
        assert!((point[0] - 0.25).abs() < 1e-3 && (point[1] - 0.75).abs() < 1e-3, "{point:?}");
        adam.step(&mut point, &[-1e9, 0.0], 10.0, 0.5);
        assert_eq!(point[1], 0.5, "kept within the limit");
    }
}
