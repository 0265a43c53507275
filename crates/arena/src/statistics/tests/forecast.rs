//! Tests for the power and the length of a sequential test: error probabilities of simulated tests, and the forecast.

use super::sequential::test;
use crate::plan::{EloModel, Sprt};
use crate::statistics::synthetic::plan;
use crate::statistics::{Decision, Forecast, Outcomes, Sequential, expected};
use base::rng::Rng;

/// The number of simulated tests.
const RUNS: usize = 300;

/// Plays a test of games between players whose results follow from random numbers, the first of which is stronger by
/// this Elo difference. Returns its decision and length.
fn simulate(test: Sprt, sides: usize, elo: f64, draws: f64, rng: &mut Rng) -> (Decision, u64) {
    let (mut outcomes, mut results) = (Outcomes::new(sides as u64), [0; 3]);
    let mut run = Sequential::new(test);
    let others = sides as u64 - 1;
    while run.decision == Decision::Undecided {
        let mut points = 0;
        for _ in 0..sides {
            let mut sample = |elo: f64| 10.0_f64.powf(elo / 400.0) / -(1.0 - rng.unit()).ln();
            let own = sample(elo);
            let beaten = (0..others).filter(|_| sample(0.0) < own).count() as u64;
            let is_draw = rng.unit() < draws;
            let order = if is_draw { 1 } else { 2 * usize::from(beaten == 0) };
            results[order] += 1;
            points += if is_draw { others } else { 2 * beaten };
        }
        outcomes.add(points, 2 * others * sides as u64, 1);
        run.step(&outcomes, results);
    }
    (run.decision, run.blocks)
}

/// Returns the fraction of simulated tests that accept H1, and their mean length.
fn power(test: Sprt, sides: usize, elo: f64, draws: f64) -> (f64, f64) {
    let mut rng = Rng::new(sides as u64);
    let runs: Vec<(Decision, u64)> = (0..RUNS).map(|_| simulate(test, sides, elo, draws, &mut rng)).collect();
    let accepted = runs.iter().filter(|(decision, _)| *decision == Decision::H1).count();
    (accepted as f64 / RUNS as f64, runs.iter().map(|(_, blocks)| *blocks as f64).sum::<f64>() / RUNS as f64)
}

/// Both error probabilities are about 5 %, in games of two and of three sides, and the forecast gives the power and the
/// length of games of two sides.
#[test]
fn simulated_tests_err_as_rarely_as_they_should() {
    for (model, sides) in [(EloModel::Logistic, 2), (EloModel::Logistic, 3), (EloModel::Bayesian, 2)] {
        let test = test(model, 0.0, 90.0);
        for (elo, least, most) in [(0.0, 0.0, 0.08), (45.0, 0.4, 0.6), (90.0, 0.92, 1.0)] {
            let (accepted, blocks) = power(test, sides, elo, 0.0);
            assert!(accepted >= least && accepted <= most, "{model:?} {sides} {elo}: {accepted}");
            let forecast = expected(&test, sides as u64, elo, 0.0);
            assert!((forecast.power - accepted).abs() < 0.1, "{forecast:?} {accepted}");
            let length = blocks / forecast.blocks;
            // With three sides, the variance is smaller than the forecast assumes.
            let (shortest, longest) = if sides == 2 { (0.9, 1.3) } else { (0.5, 1.0) };
            assert!(length > shortest && length < longest, "{model:?} {sides} {elo}: {blocks}, {forecast:?}");
        }
    }
}

/// If players are equal, no model accepts H1 more often than it should.
#[test]
fn draws_do_not_change_the_error_probability() {
    for (model, sides) in [(EloModel::Normalized, 3), (EloModel::Bayesian, 2)] {
        let (accepted, _) = power(test(model, 0.0, 120.0), sides, 0.0, 0.4);
        assert!(accepted <= 0.08, "{model:?}: {accepted}");
    }
}

/// At the Elo differences of the hypotheses, the power is alpha and 1 - beta. Halfway between them, Wald's mean length
/// is
/// -lower * upper / d², with d the difference in standard deviations of a block: for normalized Elo 0 against 5 and pairs
/// of games, d² = 2 (5 ln 10 / 800)².
#[test]
fn the_forecast_is_that_of_wald() {
    for model in [EloModel::Logistic, EloModel::Normalized, EloModel::Bayesian] {
        let uneven = Sprt { alpha: 0.1, beta: 0.02, ..test(model, -1.0, 4.0) };
        assert!((expected(&uneven, 2, -1.0, 0.5).power - 0.1).abs() < 1e-9);
        assert!((expected(&uneven, 2, 4.0, 0.5).power - 0.98).abs() < 1e-9);
    }
    let middle = expected(&test(EloModel::Normalized, 0.0, 5.0), 2, 2.5, 0.5);
    let gain = 2.0 * (5.0 * 10.0_f64.ln() / 800.0).powi(2);
    assert!((middle.power - 0.5).abs() < 1e-9 && (middle.blocks * gain / 19.0_f64.ln().powi(2) - 1.0).abs() < 1e-9);
    // Games with more draws have a smaller variance.
    let length = |draws| expected(&test(EloModel::Logistic, 0.0, 5.0), 2, 0.0, draws).blocks;
    assert!((length(0.8) / length(0.0) - 0.2).abs() < 1e-9);
    assert_eq!(expected(&test(EloModel::Logistic, -2000.0, 2000.0), 2, 0.0, 0.5).blocks, 1.0);
}

/// Returns the probability that a random walk reaches the upper bound before the lower one, and its mean number of
/// blocks. Per block it has this drift and variance. It takes small steps with a mean and a variance in proportion, and
/// the equations for its places between the bounds are solved from the lower end to the upper one and back.
fn walk(drift: f64, variance: f64, lower: f64, upper: f64) -> (f64, f64) {
    let places = 4001;
    let step = (upper - lower) / (places + 1) as f64;
    let (up, blocks) = (0.5 + drift * step / variance / 2.0, step * step / variance);
    // For each place: the factor of the next place, and the constant terms of the probability and of the length.
    let mut rows = vec![(0.0, 0.0, 0.0)];
    for _ in 0..places {
        let &(factor, power, length) = rows.last().unwrap();
        let rest = 1.0 - (1.0 - up) * factor;
        rows.push((up / rest, (1.0 - up) * power / rest, (blocks + (1.0 - up) * length) / rest));
    }
    let start = (-lower / step).round() as usize;
    let of_place = |(power, length): (f64, f64), row: &(f64, f64, f64)| (row.0 * power + row.1, row.0 * length + row.2);
    rows[start..].iter().rev().fold((1.0, 0.0), of_place)
}

/// Power and length are those of a random walk, with even and uneven error probabilities, small and large bounds, and
/// true differences inside, at and outside of the bounds.
#[test]
fn the_forecast_is_that_of_a_random_walk() {
    let curve = |elo: f64| 1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0));
    for (alpha, beta) in [(0.05, 0.05), (0.1, 0.01), (0.001, 0.3)] {
        for (elo0, elo1) in [(0.0, 5.0), (-5.0, 0.0), (-20.0, 60.0)] {
            for model in [EloModel::Normalized, EloModel::Logistic, EloModel::Bayesian] {
                let test = Sprt { alpha, beta, ..test(model, elo0, elo1) };
                // With 60 % draws, the draw Elo is 200 log10 16.
                let draw_elo = 200.0 * 16.0_f64.log10();
                let score = |elo: f64| match model {
                    EloModel::Bayesian => 0.5 + (curve(elo - draw_elo) - curve(-elo - draw_elo)) / 2.0,
                    _ => curve(elo),
                };
                let middle = score((elo0 + elo1) / 2.0);
                let deviation = (0.4 * middle * (1.0 - middle)).sqrt();
                let place = |elo: f64| match model {
                    EloModel::Normalized => elo * 10.0_f64.ln() / 800.0,
                    _ => score(elo) / deviation,
                };
                for elo in [elo0, elo1, (elo0 + elo1) / 2.0, elo0 - 3.0, elo1 + 3.0] {
                    let gap = place(elo1) - place(elo0);
                    // Three games per block.
                    let drift = 3.0 * gap * (place(elo) - (place(elo0) + place(elo1)) / 2.0);
                    let [lower, upper] = [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()];
                    let (power, blocks) = walk(drift, 3.0 * gap * gap, lower, upper);
                    let found = expected(&test, 3, elo, 0.6);
                    assert!((found.power - power).abs() < 0.002, "{test:?}: {found:?}, {power}");
                    assert!((found.blocks / blocks.max(1.0) - 1.0).abs() < 0.01, "{test:?}: {found:?}, {blocks}");
                }
            }
        }
    }
}

#[test]
fn the_forecast_states_its_assumption() {
    let mut plan = plan(&["a", "b"], 400);
    assert_eq!(Forecast::of(&plan, 2), None);
    plan.stop.sprt = Some(test(EloModel::Logistic, 0.0, 10.0));
    let text = Forecast::of(&plan, 2).unwrap().to_string();
    let lines: Vec<&str> = text.lines().collect();
    let first = "forecast of the SPRT (assumes 50 % draws); the plan has at most 400 games";
    assert_eq!((lines.len(), lines[0]), (4, first));
    assert!(
        lines[1].starts_with("  Elo 0: H1 accepted with 5.0 %, mean length ")
            && lines[2].contains("Elo 5: H1 accepted with 50.0 %")
    );
}
