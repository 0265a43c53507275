//! Tests for the sequential test: log-likelihood ratios and decisions.

use super::{outcomes, pentanomial};
use crate::plan::{EloModel, Sprt};
use crate::statistics::synthetic::{plan, records};
use crate::statistics::{Decision, LlrError, Outcomes, Sequential, Tracker, llr};
use crate::store::ResultsDigest;
use base::rng::Rng;
use runner::record::Record;

/// Creates a test with error probabilities of 5 %.
pub(super) fn test(model: EloModel, elo0: f64, elo1: f64) -> Sprt {
    Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
}

/// Compares with the test cases "normalized pentanomial" and "logistic pentanomial" in fastchess
/// (`app/tests/sprt_test.cpp`), whose values are rounded to two decimals. The counts there are LL, LD, WL, DD, WD, WW;
/// WL and DD are one outcome here. The case without any loss (2.94 in fastchess) is omitted, because fishtest's exact
/// formula and the direct maximization below both give 2.095.
#[test]
fn fastchess_agrees() {
    use EloModel::{Logistic, Normalized};
    let cases: [(EloModel, f64, f64, [u64; 5], f64); 4] = [
        (Normalized, 0.0, 2.0, [365, 16_618, 36_029 + 200, 16_974, 390], 2.25),
        (Normalized, -1.75, 0.25, [127, 4_883, 10_311 + 401, 5_150, 104], 3.01),
        (Logistic, 0.5, 2.5, [223, 9_863, 20_279 + 1_000, 10_037, 246], -3.07),
        (Logistic, 0.0, 2.0, [871, 26_175, 55_003 + 980, 26_678, 821], -4.98),
    ];
    for (model, elo0, elo1, counts, expected) in cases {
        let found = llr(&pentanomial(counts), [0; 3], &test(model, elo0, elo1)).unwrap();
        assert!((found - expected).abs() < 0.006, "{counts:?}: found {found}, expected {expected}");
    }
}

/// Compares with the test cases "bayesian trinomial" in the same file, in which a block is one game.
#[test]
fn fastchess_agrees_about_bayeselo() {
    let ratio = |[wins, draws, losses]: [u64; 3], elo0, elo1| {
        let outcomes = outcomes(&[losses, draws, wins]);
        llr(&outcomes, [wins, draws, losses], &test(EloModel::Bayesian, elo0, elo1))
    };
    assert!((ratio([68_965, 128_429, 68_526], 0.0, 2.0).unwrap() + 1.26).abs() < 0.006);
    assert!((ratio([21_629, 41_111, 21_484], 0.5, 2.5).unwrap() + 1.13).abs() < 0.006);
}

/// The expected ratios were computed without the secular equation: scipy 1.17 (`minimize`, method SLSQP) found the
/// probabilities directly, under the constraints that they sum to 1 and have the hypothesis's expectation or t-value.
/// The first two logistic lines and the first normalized line are the examples at the end of fishtest's `stat_util.py`.
/// The last two lines have three games per block.
#[test]
fn direct_maximization_agrees() {
    use EloModel::{Logistic, Normalized};
    let seven = [5, 9, 14, 30, 22, 11, 6];
    let cases: [(EloModel, f64, f64, &[u64], f64); 11] = [
        (Logistic, -3.0, 1.0, &[10_789, 19_328, 33_806, 19_402, 10_543], 2.131_068),
        (Logistic, 0.2, 0.9, &[39, 2_226, 31_451, 2_412, 40], 2.162_543),
        (Logistic, 0.0, 10.0, &[10, 20, 40, 25, 15], 0.518_128),
        (Logistic, 0.0, 30.0, &[3, 5, 20, 12, 9], 1.932_990),
        (Logistic, -5.0, 5.0, &[1, 20, 300, 900, 779], 57.478_695),
        (Normalized, 0.764, 3.439, &[39, 2_226, 31_451, 2_412, 40], 2.162_941),
        (Normalized, 0.0, 10.0, &[10, 20, 40, 25, 15], 0.440_885),
        (Normalized, 0.0, 30.0, &[3, 5, 20, 12, 9], 1.634_323),
        (Normalized, 0.0, 5.0, &[0, 0, 0, 0, 104], 2.094_955),
        (Logistic, 0.0, 20.0, &seven, 0.514_572),
        (Normalized, 0.0, 20.0, &seven, 0.520_576),
    ];
    for (model, elo0, elo1, counts, expected) in cases {
        let outcomes = outcomes(counts);
        let found = llr(&outcomes, [0; 3], &test(model, elo0, elo1)).unwrap();
        assert!((found - expected).abs() < 2e-5, "{model:?} {counts:?}: found {found}, expected {expected}");
    }
}

/// For error probabilities of 5 %, the bounds are ±ln 19 = ±2.944 (Wald 1945).
#[test]
fn bounds_are_those_of_wald() {
    let even = Sequential::new(test(EloModel::Logistic, 0.0, 5.0));
    assert!((even.upper - 19.0_f64.ln()).abs() < 1e-12 && (even.lower + 19.0_f64.ln()).abs() < 1e-12);
    let uneven = Sequential::new(Sprt { alpha: 0.1, beta: 0.02, ..even.test });
    assert!((uneven.upper - 9.8_f64.ln()).abs() < 1e-12 && (uneven.lower - (0.02_f64 / 0.9).ln()).abs() < 1e-12);
}

#[test]
fn no_blocks_give_zero() {
    for model in [EloModel::Logistic, EloModel::Normalized, EloModel::Bayesian] {
        assert_eq!(llr(&Outcomes::new(2), [0; 3], &test(model, 0.0, 5.0)), Ok(0.0));
    }
}

/// With large bounds, five blocks decide nothing: the ratio is 0.249. The search over means finds it too.
#[test]
fn large_bounds_do_not_decide_at_once() {
    let mut run = Sequential::new(test(EloModel::Normalized, 400.0, 800.0));
    let mut outcomes = Outcomes::new(2);
    for points in [4, 4, 3, 4, 4] {
        outcomes.add(points, 4, 1);
        run.step(&outcomes, [9, 1, 0]);
    }
    assert!((run.llr.unwrap() - 0.2487).abs() < 5e-5, "{run:?}");
    assert_eq!((run.decision, run.blocks), (Decision::Undecided, 5));
}

/// While there is no ratio, nothing is decided. The curve has a gap, and the decision is that of later blocks.
#[test]
fn without_a_ratio_nothing_is_decided() {
    let mut run = Sequential::new(test(EloModel::Bayesian, 0.0, 50.0));
    let mut outcomes = Outcomes::new(2);
    for wins in 1..=100 {
        outcomes.add(4, 4, 1);
        run.step(&outcomes, [2 * wins, 0, 0]);
    }
    assert_eq!((run.llr, run.decision, run.blocks), (Err(LlrError::OneSided), Decision::Undecided, 100));
    assert_eq!(run.curve, [None; 100]);
    outcomes.add(2, 4, 1);
    run.step(&outcomes, [201, 0, 1]);
    assert_eq!((run.decision, run.curve.len()), (Decision::H1, 101));
    let json = serde_json::to_value(Sequential { llr: Err(LlrError::OneSided), ..run }).unwrap();
    assert!(json["llr"].is_null() && json["curve"][0].is_null() && json["curve"][100].is_number(), "{json}");
}

/// The first crossing of a bound decides. Later blocks change nothing.
#[test]
fn later_blocks_change_nothing() {
    let mut run = Sequential::new(test(EloModel::Logistic, 0.0, 50.0));
    let mut outcomes = Outcomes::new(2);
    let mut play = |points: u64, run: &mut Sequential| {
        outcomes.add(points, 4, 1);
        run.step(&outcomes, [0; 3]);
    };
    (0..40).for_each(|block| play(2 + block % 3, &mut run));
    let decided = run.clone();
    assert_eq!((decided.decision, decided.blocks as usize), (Decision::H1, decided.curve.len()));
    (0..200).for_each(|_| play(0, &mut run));
    assert_eq!(run, decided);
}

/// The test and the score depend only on the results, not on the order in which the games end. The games after the
/// decision are not counted, whichever of them have been played.
#[test]
fn the_order_in_which_games_end_does_not_matter() {
    let mut plan = plan(&["a", "b"], 600);
    plan.stop.sprt = Some(test(EloModel::Normalized, 0.0, 60.0));
    let mut games = records(&plan, 2, &[60.0, 0.0], 0.3);
    let straight = Tracker::of(&plan, &games);
    let blocks = straight.sequential().unwrap().blocks;
    assert!(straight.decision() != Decision::Undecided && blocks < 299, "{blocks}");
    let counts = |tracker: &Tracker| (tracker.blocks().count(), tracker.pair().games(), tracker.later());
    assert_eq!(counts(&straight), (blocks, 2 * blocks, 600 - 2 * blocks));
    let is_after = |game: &Record| straight.place(game).is_some_and(|place| straight.is_after_decision(place));
    assert!(games.iter().all(|game| is_after(game) == (game.block >= blocks)));
    let mut counted = ResultsDigest::default();
    games.iter().filter(|game| !is_after(game)).for_each(|game| counted.add(game, &Tracker::default()));
    let counted = counted.finish(&Tracker::default());
    for seed in 0..5 {
        Rng::new(seed).shuffle(&mut games);
        let (mut shuffled, mut digest) = (Tracker::new(&plan), ResultsDigest::default());
        for game in &games {
            shuffled.add(game);
            digest.add(game, &shuffled);
        }
        assert_eq!(digest.finish(&shuffled), counted);
        assert_eq!(shuffled.sequential(), straight.sequential());
        assert_eq!((shuffled.pair(), counts(&shuffled)), (straight.pair(), counts(&straight)));
    }
    games.retain(|game| game.block <= blocks);
    let exact = Tracker::of(&plan, &games);
    assert_eq!((exact.sequential(), exact.pair(), exact.later()), (straight.sequential(), straight.pair(), 2));
}

/// An incomplete block delays the test and the score. A complete block that contains a game without a result delays
/// neither.
#[test]
fn the_test_waits_at_a_gap() {
    let mut plan = plan(&["a", "b"], 40);
    plan.stop.sprt = Some(test(EloModel::Logistic, 0.0, 5.0));
    let mut games = records(&plan, 2, &[0.0, 0.0], 0.3);
    let mut open = games.remove(11);
    let mut tracker = Tracker::of(&plan, &games);
    let counts = |tracker: &Tracker| (tracker.pair().games(), tracker.sequential().unwrap().blocks, tracker.later());
    assert_eq!(counts(&tracker), (10, 5, 28));
    assert!(games.iter().filter_map(|game| tracker.place(game)).all(|place| !tracker.is_after_decision(place)));
    open.played.result = "none".to_string();
    tracker.add(&open);
    assert_eq!(counts(&tracker), (38, 19, 0));
}

/// The first of two or three participants is compared with all others, whichever sides it plays: the mean payoff is
/// that of the records.
#[test]
fn with_three_sides_the_mean_payoff_is_tested() {
    for (names, pairings) in [(&["a", "b"][..], 2), (&["a", "b", "c"], 1)] {
        let mut plan = plan(names, 30);
        plan.stop.sprt = Some(test(EloModel::Logistic, 0.0, 1.0));
        let games = records(&plan, 3, &[80.0, 0.0, -90.0][..names.len()], 0.2);
        let tracker = Tracker::of(&plan, &games);
        let found = tracker.sequential().unwrap();
        assert_eq!(
            (found.decision, found.blocks, tracker.blocks().count()),
            (Decision::Undecided, 10 * pairings, 10 * pairings)
        );
        let payoff = found.payoff.unwrap();
        if pairings == 2 {
            assert!((payoff - tracker.pair().score.value.unwrap()).abs() < 1e-12);
        } else {
            let own = |game: &Record| game.payoffs()[game.sides().iter().position(|name| *name == "a").unwrap()];
            assert!((payoff - games.iter().map(own).sum::<f64>() / games.len() as f64).abs() < 1e-12);
        }
        assert!(payoff > 0.5 && found.llr.unwrap() > 0.0);
    }
}
