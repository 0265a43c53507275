//! The most likely distribution of block scores under a hypothesis, and Van den Bergh's generalized likelihood ratio of
//! two hypotheses.

/// The maximum number of fixed-point iterations for a t-value. About five are usually enough.
const MAX_ITERATIONS: usize = 60;

/// The property of the distribution that a hypothesis fixes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Hypothesis {
    /// The expectation of a block score.
    Expectation(f64),
    /// The t-value: (expectation − 1/2) / standard deviation of a block score.
    Deviate(f64),
}

/// An observed distribution: values, each with its probability, which is above 0.
pub(super) type Distribution = [(f64, f64)];

/// Returns the average log-likelihood ratio per block of `one` against `zero`.
///
/// The ratio is exact if both constrained maxima are found, as they are for all realistic differences. Otherwise the
/// approximation from the papers cited in this module is returned.
pub(super) fn log_ratio(seen: &Distribution, zero: Hypothesis, one: Hypothesis) -> f64 {
    let exact = || {
        let (zero, one) = (most_likely(seen, zero)?, most_likely(seen, one)?);
        let terms = seen.iter().zip(zero.iter().zip(&one));
        let sum: f64 = terms.map(|((_, probability), (zero, one))| probability * (one / zero).ln()).sum();
        sum.is_finite().then_some(sum)
    };
    exact().unwrap_or_else(|| 0.5 * (distance(seen, zero) / distance(seen, one)).ln())
}

/// Returns the probabilities with the largest likelihood among all distributions that satisfy the hypothesis; `None` if
/// they cannot be found.
fn most_likely(seen: &Distribution, hypothesis: Hypothesis) -> Option<Vec<f64>> {
    match hypothesis {
        // From Van den Bergh, "A practical introduction to the GSPRT" (support_MLE_multinomial.pdf),
        // proposition 1.1.
        Hypothesis::Expectation(mean) => {
            let gaps: Vec<f64> = seen.iter().map(|(value, _)| value - mean).collect();
            tilt(seen, &gaps)
        }
        // The fixed-point iteration from Van den Bergh, "Comments on normalized Elo" (normalized_elo_practical.pdf),
        // section 4.1.
        Hypothesis::Deviate(target) => {
            let mut found = vec![1.0 / seen.len() as f64; seen.len()];
            for _ in 0..MAX_ITERATIONS {
                let (mean, deviation) = moments(seen, &found);
                let gap =
                    |value: f64| value - 0.5 - target * deviation * (1.0 + ((mean - value) / deviation).powi(2)) / 2.0;
                let gaps: Vec<f64> = seen.iter().map(|(value, _)| gap(*value)).collect();
                let next = tilt(seen, &gaps)?;
                let change = found.iter().zip(&next).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
                found = next;
                if change < 1e-12 {
                    break;
                }
            }
            let (mean, deviation) = moments(seen, &found);
            (((mean - 0.5) / deviation - target).abs() < 1e-6).then_some(found)
        }
    }
}

/// Divides each probability by `1 + x gap`. The value of `x` is chosen so that the new probabilities sum to 1 and the
/// mean of the gaps under them is 0. Returns `None` if there is no such `x`.
fn tilt(seen: &Distribution, gaps: &[f64]) -> Option<Vec<f64>> {
    let x = secular(seen, gaps)?;
    Some(seen.iter().zip(gaps).map(|((_, probability), gap)| probability / (1.0 + x * gap)).collect())
}

/// Solves the secular equation `Σ p gap / (1 + x gap) = 0` for `x`. The left side falls from +∞ to −∞ between the two
/// poles nearest to 0. The solution is found by Newton's method, with bisection where a step leaves the bracket or
/// nearly does.
/// Returns `None` if no gap is positive, no gap is negative, or a gap is infinite.
fn secular(seen: &Distribution, gaps: &[f64]) -> Option<f64> {
    let least = gaps.iter().copied().fold(f64::INFINITY, f64::min);
    let most = gaps.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 || !least.is_finite() || !most.is_finite() {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for ((_, probability), gap) in seen.iter().zip(gaps) {
            let share = gap / (1.0 + x * gap);
            value += probability * share;
            slope -= probability * share * share;
        }
        if value > 0.0 {
            low = x
        } else {
            high = x
        }
        // A step to a pole, where the next steps are too small to be told from 0, is no step towards the solution.
        let newton = x - value / slope;
        let margin = 1e-9 * (high - low);
        let is_inside = newton > low + margin && newton < high - margin;
        let next = if is_inside { newton } else { f64::midpoint(low, high) };
        if (next - x).abs() <= 1e-15 * x.abs().max(1.0) {
            return Some(next);
        }
        x = next;
    }
    Some(x)
}

/// Returns the mean and standard deviation of the values of `seen` under `probabilities`.
fn moments(seen: &Distribution, probabilities: &[f64]) -> (f64, f64) {
    let mean: f64 = seen.iter().zip(probabilities).map(|((value, _), probability)| value * probability).sum();
    let squares = seen.iter().zip(probabilities).map(|((value, _), probability)| probability * (value - mean).powi(2));
    (mean, squares.sum::<f64>().sqrt())
}

/// Returns a measure of how far the observed distribution is from the hypothesis, for the approximate ratio. For an
/// expectation, it is the mean square distance from the expectation (`LLR_alt` in fishtest). For a t-value, it is the
/// corresponding measure from "Comments on normalized Elo", section 4.2.
fn distance(seen: &Distribution, hypothesis: Hypothesis) -> f64 {
    match hypothesis {
        Hypothesis::Expectation(mean) => seen.iter().map(|(value, weight)| weight * (value - mean).powi(2)).sum(),
        Hypothesis::Deviate(target) => {
            let weights: Vec<f64> = seen.iter().map(|(_, weight)| *weight).collect();
            let (mean, deviation) = moments(seen, &weights);
            1.0 + ((mean - 0.5) / deviation - target).powi(2)
        }
    }
}
