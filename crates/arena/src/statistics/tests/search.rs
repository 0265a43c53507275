//! Compares log-likelihood ratios with a search over distributions, which shares no code with the statistics.
//!
//! For each mean score, a t-value fixes the variance too, so the most likely distribution satisfies two linear
//! equations. It is found from the dual problem, and the best mean by trying many.

use super::outcomes;
use super::sequential::test;
use crate::plan::{EloModel, Sprt};
use crate::statistics::{LlrError, llr};
use base::rng::Rng;

/// The values of a block score, each with its observed probability.
type Seen = Vec<(f64, f64)>;

/// Returns the observed distribution, in which a count of 0 is 1/1000, and the sum of all counts.
fn seen(counts: &[u64]) -> (Seen, f64) {
    let weights: Vec<f64> = counts.iter().map(|&count| (count as f64).max(0.001)).collect();
    let total: f64 = weights.iter().sum();
    let steps = (counts.len() - 1) as f64;
    (weights.iter().enumerate().map(|(points, weight)| (points as f64 / steps, weight / total)).collect(), total)
}

/// Returns the smallest value of a function with a single minimum, by golden-section search.
fn least(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    for _ in 0..60 {
        let (one, other) = (high - ratio * (high - low), low + ratio * (high - low));
        if function(one) < function(other) { high = other } else { low = one }
    }
    function(f64::midpoint(low, high))
}

/// Returns how much log-likelihood a block loses if the mean is given.
fn loss_with_mean(seen: &Seen, mean: f64) -> f64 {
    let dual = |tilt: f64| seen.iter().map(|(value, weight)| weight * (1.0 + tilt * (value - mean)).ln()).sum::<f64>();
    -least(-1.0 / (1.0 - mean), 1.0 / mean, |tilt| -dual(tilt))
}

/// Returns how much log-likelihood a block loses if the mean and the variance are given; infinite if no distribution
/// has them. The dual function is concave, and Newton's method with halved steps finds its maximum.
fn loss_with_moments(seen: &Seen, mean: f64, variance: f64) -> f64 {
    let rows: Vec<[f64; 3]> = seen.iter().map(|&(x, p)| [x - mean, (x - mean).powi(2) - variance, p]).collect();
    let dual = |[a, b]: [f64; 2]| {
        let mut sum = 0.0;
        for [u, v, p] in &rows {
            let odds = 1.0 + a * u + b * v;
            sum += if odds > 0.0 { p * odds.ln() } else { f64::NEG_INFINITY };
        }
        sum
    };
    let (mut at, mut best) = ([0.0; 2], 0.0);
    for _ in 0..200 {
        let (mut g, mut h, mut w, mut det) = (0.0, 0.0, [0.0; 3], 0.0);
        for [u, v, p] in &rows {
            let odds = 1.0 + at[0] * u + at[1] * v;
            (g, h) = (g + p * u / odds, h + p * v / odds);
            let square = p / (odds * odds);
            w = [w[0] + square * u * u, w[1] + square * u * v, w[2] + square * v * v];
            det = w[0] * w[2] - w[1] * w[1];
        }
        let step = [(w[2] * g - w[1] * h) / det, (w[0] * h - w[1] * g) / det];
        let gain = g * step[0] + h * step[1];
        if gain < 1e-15 {
            return best;
        }
        let scales = std::iter::successors(Some(1.0), |scale| Some(scale / 2.0)).take(60);
        let mut tried = scales.map(|scale| [at[0] + scale * step[0], at[1] + scale * step[1]]);
        let Some(next) = tried.find(|&next| dual(next) > best) else { return best };
        (at, best) = (next, dual(next));
    }
    f64::INFINITY
}

/// Returns by how much the variance is too small or too large for any distribution with this mean of equidistant
/// values; below 0 if there is such a distribution.
fn excess(steps: f64, mean: f64, variance: f64) -> f64 {
    let below = (mean * steps).fract() / steps;
    (below * (1.0 / steps - below) - variance).max(variance - mean * (1.0 - mean))
}

/// Returns how much log-likelihood a block loses if the t-value is given.
fn loss_with_deviate(seen: &Seen, target: f64) -> f64 {
    if target == 0.0 {
        return loss_with_mean(seen, 0.5);
    }
    let (sign, steps) = (target.signum(), (seen.len() - 1) as f64);
    // More than any distribution loses, and less of it towards those that exist.
    let penalty = |excess: f64| 1000.0 * (1.0 + excess);
    let loss = |gap: f64| {
        let (mean, variance) = (0.5 + sign * gap, (gap / target).powi(2));
        let excess = excess(steps, mean, variance);
        if excess < 0.0 { loss_with_moments(seen, mean, variance) } else { penalty(excess) }
    };
    // The distances of the mean from 1/2 to try: in equal ratios, and densely below each value.
    let smallest = (1e-3 * target.abs()).min(1e-3);
    let mut gaps: Vec<f64> = (0..150).map(|step| smallest * (0.5 / smallest).powf(f64::from(step) / 150.0)).collect();
    for value in seen.iter().map(|(value, _)| sign * (value - 0.5)).filter(|value| *value > 0.0) {
        gaps.extend(
            (-15..=15).map(|step| value * (1.0 + 0.3 * (f64::from(step) / 15.0).powi(3))).filter(|&gap| gap < 0.5),
        );
    }
    gaps.sort_by(f64::total_cmp);
    let losses: Vec<f64> = gaps.iter().map(|&gap| loss(gap)).collect();
    let is_low = |&at: &usize| losses[at] <= losses[at - 1] && losses[at] <= losses[at + 1];
    let lows = (1..gaps.len() - 1).filter(is_low).map(|at| least(gaps[at - 1], gaps[at + 1], loss).min(losses[at]));
    lows.fold(f64::INFINITY, f64::min)
}

/// Returns the log-likelihood ratio found by searching.
fn searched(counts: &[u64], [wins, draws, losses]: [u64; 3], test: &Sprt) -> f64 {
    let (seen, total) = seen(counts);
    let curve = |elo: f64| 1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0));
    let loss = |elo: f64| match test.model {
        EloModel::Logistic => loss_with_mean(&seen, curve(elo)),
        EloModel::Normalized => {
            let games_per_block = (counts.len() - 1) as f64 / 2.0;
            loss_with_deviate(&seen, elo * games_per_block.sqrt() * 10.0_f64.ln() / 800.0)
        }
        EloModel::Bayesian => {
            let games = (wins + losses) as f64 + (draws as f64).max(0.001);
            let [won, lost] = [wins as f64 / games, losses as f64 / games];
            let draw_elo = 200.0 * ((1.0 / won - 1.0) * (1.0 / lost - 1.0)).log10();
            loss_with_mean(&seen, 0.5 + 0.5 * curve(elo - draw_elo) - 0.5 * curve(-elo - draw_elo))
        }
    };
    total * (loss(test.elo0) - loss(test.elo1))
}

/// Returns random counts: many blocks or few, of all scores or of some.
fn random_counts(rng: &mut Rng) -> Vec<u64> {
    let outcomes = [3, 5, 5, 5, 7, 9][rng.index(6)];
    let (most, share) = [(4.0, 0.9), (40.0, 0.9), (1000.0, 0.9), (40.0, 0.3), (400.0, 0.2)][rng.index(5)];
    let mut count = || if rng.unit() < share { (most * rng.unit()).ceil() as u64 } else { 0 };
    let mut counts: Vec<u64> = (0..outcomes).map(|_| count()).collect();
    counts[rng.index(outcomes)] += 1;
    counts
}

/// Compares 200 random pairs of counts and bounds in each model. The bounds are all that a plan may have, and none is
/// refused.
#[test]
fn random_ratios_are_those_of_the_search() {
    for model in [EloModel::Normalized, EloModel::Logistic, EloModel::Bayesian] {
        let mut rng = Rng::new(42);
        let mut worst: f64 = 0.0;
        for _ in 0..200 {
            let counts = random_counts(&mut rng);
            let results = [0; 3].map(|_| 1 + rng.index(200) as u64);
            let limit = [5.0, 50.0, 500.0, 2000.0][rng.index(4)];
            let (one, other) = (limit * (2.0 * rng.unit() - 1.0), limit * (2.0 * rng.unit() - 1.0));
            let test = test(model, one.min(other), one.max(other));
            let found = llr(&outcomes(&counts), results, &test).unwrap();
            let expected = searched(&counts, results, &test);
            let difference = (found - expected).abs();
            assert!(difference < 0.01, "{model:?} {counts:?} {one} {other}: {found}, searched {expected}");
            worst = worst.max(difference);
        }
        println!("{model:?}: the largest difference is {worst:e}");
    }
}

/// All games won, drawn or lost, a single block, and counts close to these, with bounds of all sizes.
#[test]
fn extreme_ratios_are_those_of_the_search() {
    let extremes: [&[u64]; 10] = [
        &[0, 0, 0, 0, 20],
        &[0, 0, 30, 0, 0],
        &[50, 0, 0, 0, 0],
        &[0, 1, 0, 0, 0],
        &[0, 0, 1],
        &[0, 0, 0, 1, 4],
        &[0, 0, 0, 1, 19],
        &[1, 0, 200, 0, 0],
        &[90, 0, 0, 0, 90],
        &[0, 0, 0, 5, 0, 1, 0, 0, 0, 3, 0, 0, 0],
    ];
    let bounds = [(0.0, 5.0), (-5.0, 0.0), (-60.0, 100.0), (400.0, 800.0), (-1500.0, -500.0), (-2000.0, 2000.0)];
    for model in [EloModel::Normalized, EloModel::Logistic, EloModel::Bayesian] {
        for counts in extremes {
            for (elo0, elo1) in bounds {
                let test = test(model, elo0, elo1);
                let found = llr(&outcomes(counts), [9, 5, 3], &test).unwrap();
                let expected = searched(counts, [9, 5, 3], &test);
                assert!((found - expected).abs() < 0.01, "{model:?} {counts:?} {elo0} {elo1}: {found}, {expected}");
            }
        }
    }
}

/// An Elo difference that no distribution has to working precision, and a draw Elo that is not known, are refused.
#[test]
fn what_has_no_ratio_is_refused() {
    let ratio = |model, elo0, elo1| llr(&outcomes(&[0, 0, 1, 2, 1]), [3, 1, 0], &test(model, elo0, elo1));
    assert_eq!(ratio(EloModel::Logistic, 0.0, 1e5), Err(LlrError::OutOfReach(1e5)));
    assert_eq!(ratio(EloModel::Logistic, -1e300, 0.0), Err(LlrError::OutOfReach(-1e300)));
    assert_eq!(ratio(EloModel::Normalized, 0.0, 1e300), Err(LlrError::OutOfReach(1e300)));
    assert_eq!(ratio(EloModel::Normalized, f64::NAN, 0.0).map_err(|error| error.to_string().len() > 9), Err(true));
    assert_eq!(ratio(EloModel::Bayesian, 0.0, 5.0), Err(LlrError::OneSided));
    assert_eq!(LlrError::OneSided.to_string(), "BayesElo needs a win and a loss");
}
