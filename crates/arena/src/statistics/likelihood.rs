//! The most likely distribution of block scores under a hypothesis, and Van den Bergh's generalized likelihood ratio of
//! two hypotheses.

/// The largest step between two radii at which [`Cone::brackets`] looks for maxima, in natural logarithms.
const MAX_STEP: f64 = 0.25;

/// The relative precision of a radius. The likelihood changes with the square of an error, because it has a maximum.
const PRECISION: f64 = 1e-8;

/// The maximum number of steps to a radius.
const MAX_STEPS: usize = 200;

/// The largest error of a hypothesis under the distribution that was found, above which the solution is refused.
const TOLERANCE: f64 = 1e-6;

/// The property of the distribution that a hypothesis fixes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Hypothesis {
    /// The expectation of a block score.
    Expectation(f64),
    /// The t-value: (expectation − 1/2) / standard deviation of a block score.
    Deviate(f64),
}

/// An observed distribution: values from 0 to 1, each with its probability, which is above 0.
pub(super) type Distribution = [(f64, f64)];

/// Returns by how much the average log-likelihood of a block is smaller under the most likely of all distributions that
/// satisfy the hypothesis than under the observed one. Returns `None` if no distribution of these values satisfies the
/// hypothesis, or none to working precision.
pub(super) fn loss(seen: &Distribution, hypothesis: Hypothesis) -> Option<f64> {
    let of_expectation = |mean: f64| {
        Tilt::of(seen.iter().map(|&(value, weight)| (value - mean, weight)).collect()).map(|tilt| tilt.loss())
    };
    match hypothesis {
        Hypothesis::Expectation(mean) => of_expectation(mean),
        Hypothesis::Deviate(0.0) => of_expectation(0.5),
        Hypothesis::Deviate(target) => Cone::of(seen, target).loss(),
    }
}

/// The distributions with a t-value of at least `target`, which is above 0.
///
/// With x the distance of a value from 1/2, the t-value is `target` if E x = c sqrt(E x²), where c is
/// `target / sqrt(1 + target²)`. The right side is the least of `c (r + E x² / r) / 2` over all radii r, and is found
/// at r = sqrt(E x²). For each radius, the hypothesis is thus linear: the mean of `2 r x - c (r² + x²)` is 0. The most
/// likely distribution of a radius is found like that of an expectation, and one radius remains to be found.
///
/// If the observed t-value is above the target, the distributions with at most the target are a convex set. The
/// likelihood has a single maximum in it, which is the minimum over the radii. Otherwise each radius gives
/// distributions with at least the target, and the maximum over the radii is sought. There can be several local maxima.
struct Cone {
    /// The distances from 1/2, each with its observed probability. They have the sign of the target.
    seen: Vec<(f64, f64)>,
    /// c.
    cosine: f64,
    /// 1 - c, without the rounding error of a difference.
    rest: f64,
    /// A radius has distributions with the target if it differs from a positive distance by at most this logarithm.
    reach: f64,
}

impl Cone {
    fn of(seen: &Distribution, target: f64) -> Self {
        let seen = seen.iter().map(|&(value, weight)| ((value - 0.5) * target.signum(), weight)).collect();
        let target = target.abs();
        let hypotenuse = target.hypot(1.0);
        let (cosine, rest) = (target / hypotenuse, 1.0 / (hypotenuse * (hypotenuse + target)));
        Self { seen, cosine, rest, reach: target.recip().asinh() }
    }

    fn loss(&self) -> Option<f64> {
        let (mean, square) = moments(&self.seen);
        let excess = mean * mean - self.cosine * self.cosine * square;
        let brackets = if mean > 0.0 && excess > 0.0 {
            // Between these radii, the linear hypothesis excludes the observed distribution.
            let high = (mean + excess.sqrt()) / self.cosine;
            vec![(square / high, high.min(self.longest()))]
        } else {
            self.brackets()?
        };
        let losses: Option<Vec<f64>> = brackets.into_iter().map(|bracket| self.loss_between(bracket)).collect();
        losses?.into_iter().reduce(f64::min)
    }

    /// Returns the greatest distance, which no radius exceeds.
    fn longest(&self) -> f64 {
        self.seen.iter().map(|(distance, _)| distance.abs()).fold(0.0, f64::max)
    }

    /// Returns pairs of radii with a local maximum of the likelihood between them.
    fn brackets(&self) -> Option<Vec<(f64, f64)>> {
        let mut found = Vec::new();
        for (low, high) in self.intervals() {
            let steps = ((high - low) / MAX_STEP.min(self.reach / 4.0)).ceil().max(1.0);
            // The likelihood falls towards the ends of an interval, where it is 0.
            let mut rising = Some(low.exp());
            for step in 1..steps as usize {
                let radius = (low + (high - low) * step as f64 / steps).exp();
                if self.is_too_short(radius)? {
                    rising = Some(radius);
                } else {
                    found.extend(rising.take().map(|low| (low, radius)));
                }
            }
            found.extend(rising.map(|low| (low, high.exp())));
        }
        Some(found)
    }

    /// Returns the intervals of the radii, in natural logarithms, that have distributions with the target.
    fn intervals(&self) -> Vec<(f64, f64)> {
        let mut middles: Vec<f64> =
            self.seen.iter().filter(|(distance, _)| *distance > 0.0).map(|(distance, _)| distance.ln()).collect();
        middles.sort_by(f64::total_cmp);
        let most = self.longest().ln();
        let mut found: Vec<(f64, f64)> = Vec::new();
        for middle in middles {
            let (low, high) = (middle - self.reach, (middle + self.reach).min(most));
            match found.last_mut() {
                Some((_, last)) if *last >= low => *last = high,
                _ => found.push((low, high)),
            }
        }
        found
    }

    /// Returns the loss at the best radius between two radii. Every other step is a bisection. The others go to the
    /// radius that the last distribution has, which is a fixed point at the best one.
    fn loss_between(&self, (mut low, mut high): (f64, f64)) -> Option<f64> {
        let mut radius = low.sqrt() * high.sqrt();
        for step in 0..MAX_STEPS {
            let tilt = self.tilt(radius)?;
            let (mean, square) = moments(&self.under(&tilt));
            let next = square.sqrt();
            if (next / radius - 1.0).abs() < PRECISION {
                return ((mean - self.cosine * next).abs() < TOLERANCE).then(|| tilt.loss());
            }
            if next > radius {
                low = radius
            } else {
                high = radius
            }
            let is_fast = step % 2 == 0 && next > low && next < high;
            radius = if is_fast { next } else { low.sqrt() * high.sqrt() };
        }
        None
    }

    /// Returns whether a radius is below the root mean square of the distances under its most likely distribution. The
    /// likelihood changes in the same direction.
    fn is_too_short(&self, radius: f64) -> Option<bool> {
        let (_, square) = moments(&self.under(&self.tilt(radius)?));
        Some(square > radius * radius)
    }

    fn tilt(&self, radius: f64) -> Option<Tilt> {
        let gap = |distance: f64| 2.0 * self.rest * radius * distance - self.cosine * (radius - distance).powi(2);
        Tilt::of(self.seen.iter().map(|&(distance, weight)| (gap(distance), weight)).collect())
    }

    /// Returns the distances with their probabilities under the tilted distribution.
    fn under(&self, tilt: &Tilt) -> Vec<(f64, f64)> {
        self.seen.iter().map(|(distance, _)| *distance).zip(tilt.probabilities()).collect()
    }
}

/// The most likely distribution under which the mean of the gaps is 0: each probability is divided by `1 + x gap`, as
/// in Van den Bergh, "A practical introduction to the GSPRT" (support_MLE_multinomial.pdf), proposition 1.1.
struct Tilt {
    /// The gaps, each with its observed probability.
    gaps: Vec<(f64, f64)>,
    x: f64,
}

impl Tilt {
    /// Returns `None` if there is no such distribution, or none to working precision.
    fn of(gaps: Vec<(f64, f64)>) -> Option<Self> {
        let x = secular(&gaps)?;
        let tilt = Self { gaps, x };
        let sum: f64 = tilt.probabilities().sum();
        ((sum - 1.0).abs() < TOLERANCE).then_some(tilt)
    }

    fn probabilities(&self) -> impl Iterator<Item = f64> + '_ {
        self.gaps.iter().map(|(gap, weight)| weight / (1.0 + self.x * gap))
    }

    /// Returns the average logarithm of the observed probability of a block divided by the tilted one.
    fn loss(&self) -> f64 {
        self.gaps.iter().map(|(gap, weight)| weight * (self.x * gap).ln_1p()).sum()
    }
}

/// Solves the secular equation `Σ p gap / (1 + x gap) = 0` for `x`. The left side falls from +∞ to −∞ between the two
/// poles nearest to 0. The solution is found by Newton's method, with bisection where a step leaves the bracket or
/// nearly does.
/// Returns `None` if no gap is positive, no gap is negative, or a gap is infinite.
fn secular(gaps: &[(f64, f64)]) -> Option<f64> {
    let least = gaps.iter().map(|(gap, _)| *gap).fold(f64::INFINITY, f64::min);
    let most = gaps.iter().map(|(gap, _)| *gap).fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 || !least.is_finite() || !most.is_finite() {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (gap, weight) in gaps {
            let share = gap / (1.0 + x * gap);
            value += weight * share;
            slope -= weight * share * share;
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

/// Returns the mean and the mean square of weighted values.
fn moments(values: &[(f64, f64)]) -> (f64, f64) {
    let mean = values.iter().map(|(value, weight)| weight * value).sum();
    (mean, values.iter().map(|(value, weight)| weight * value * value).sum())
}
