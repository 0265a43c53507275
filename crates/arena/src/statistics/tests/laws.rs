//! Tests for general laws that hold for all counts of block scores.

use super::pentanomial;
use super::sequential::test;
use crate::plan::{EloModel, Sprt};
use crate::statistics::{Estimate, Pair, elo, expected_score, llr};
use proptest::prelude::*;

/// Generates pentanomial counts with at least one block.
fn counts() -> impl Strategy<Value = [u64; 5]> {
    prop::array::uniform5(prop_oneof![Just(0_u64), 0..40_u64, 0..5000_u64])
        .prop_filter("no block", |counts| counts.iter().sum::<u64>() > 0)
}

fn model() -> impl Strategy<Value = EloModel> {
    prop_oneof![Just(EloModel::Logistic), Just(EloModel::Normalized)]
}

/// Returns the same estimate from the other side's point of view.
fn negated(estimate: Estimate) -> Estimate {
    let negative = |number: Option<f64>| number.map(|number| -number);
    Estimate { value: negative(estimate.value), low: negative(estimate.high), high: negative(estimate.low) }
}

/// Returns whether two numbers are equal except for rounding.
fn alike(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-6 * (1.0 + one.abs().max(other.abs()))
}

fn estimates_alike(one: Estimate, other: Estimate) -> bool {
    let same = |one: Option<f64>, other: Option<f64>| match (one, other) {
        (Some(one), Some(other)) => alike(one, other),
        (one, other) => one.is_none() && other.is_none(),
    };
    same(one.value, other.value) && same(one.low, other.low) && same(one.high, other.high)
}

proptest! {
    /// From the other participant's point of view, the Elo differences are negated, and the likelihood of superiority
    /// is the complement.
    #[test]
    fn the_other_side_sees_the_negative(counts in counts()) {
        let pair = Pair::new(pentanomial(counts), [3, 2, 1]);
        let other = pair.mirrored();
        prop_assert!(estimates_alike(other.elo, negated(pair.elo)));
        prop_assert!(estimates_alike(other.normalized, negated(pair.normalized)));
        prop_assert!(alike(other.superiority.unwrap(), 1.0 - pair.superiority.unwrap()));
        prop_assert_eq!((other.wins, other.draws, other.losses), (1, 2, 3));
        prop_assert_eq!(other.mirrored().outcomes, pair.outcomes);
    }

    /// Every interval contains its value.
    #[test]
    fn intervals_hold_their_value(counts in counts()) {
        let pair = Pair::new(pentanomial(counts), [0; 3]);
        for estimate in [pair.score, pair.elo, pair.normalized] {
            let Some(value) = estimate.value else { continue };
            prop_assert!(estimate.low.is_none_or(|low| low <= value + 1e-9));
            prop_assert!(estimate.high.is_none_or(|high| value <= high + 1e-9));
        }
        prop_assert!((0.0..=1.0).contains(&pair.superiority.unwrap()));
    }

    /// With four times as many blocks and the same distribution, the score is the same, and the interval of the score
    /// is half as wide.
    #[test]
    fn intervals_shrink(counts in prop::array::uniform5(1..500_u64)) {
        let few = Pair::new(pentanomial(counts), [0; 3]);
        let many = Pair::new(pentanomial(counts.map(|count| 4 * count)), [0; 3]);
        prop_assert!(alike(few.score.value.unwrap(), many.score.value.unwrap()));
        prop_assert!(many.score.error().unwrap() < few.score.error().unwrap());
        // An interval that is cut off at 0 or 1 shrinks by less than half, so it is not compared.
        if few.score.low.unwrap() > 0.0 && few.score.high.unwrap() < 1.0 {
            prop_assert!(alike(few.score.error().unwrap(), 2.0 * many.score.error().unwrap()));
        }
    }

    /// Exchanging the hypotheses negates the log-likelihood ratio. Exchanging the sides and negating both Elo
    /// differences also negates it.
    #[test]
    fn the_ratio_is_antisymmetric(counts in counts(), model in model(), elo0 in -900.0..900.0, width in 0.5..900.0) {
        let test = test(model, elo0, elo0 + width);
        let outcomes = pentanomial(counts);
        let found = llr(&outcomes, [0; 3], &test).unwrap();
        let exchanged = Sprt { elo0: test.elo1, elo1: test.elo0, ..test };
        prop_assert!(alike(found, -llr(&outcomes, [0; 3], &exchanged).unwrap()));
        let negated = Sprt { elo0: -test.elo1, elo1: -test.elo0, ..test };
        prop_assert!(alike(found, -llr(&outcomes.mirrored(), [0; 3], &negated).unwrap()));
    }

    /// The log-likelihood ratios of `b` against `a` and of `c` against `b` add up to the ratio of `c` against `a`.
    #[test]
    fn ratios_add_up(counts in counts(), model in model(), a in -60.0..0.0, b in 0.0..30.0, c in 30.0..60.0) {
        let outcomes = pentanomial(counts);
        let ratio = |elo0, elo1| llr(&outcomes, [0; 3], &test(model, elo0, elo1)).unwrap();
        prop_assert!(alike(ratio(a, b) + ratio(b, c), ratio(a, c)));
    }

    /// An additional won block gives a higher log-likelihood ratio than an additional lost block.
    #[test]
    fn a_won_block_helps(counts in prop::array::uniform5(1..300_u64), model in model(), width in 1.0..30.0) {
        let test = test(model, 0.0, width);
        let mut better = counts;
        better[4] += 1;
        let mut worse = counts;
        worse[0] += 1;
        let [worse, better] = [worse, better].map(|counts| llr(&pentanomial(counts), [0; 3], &test).unwrap());
        prop_assert!(worse < better);
    }

    /// `elo` is the inverse of `expected_score`.
    #[test]
    fn elo_inverts_the_score(difference in -1500.0..1500.0) {
        prop_assert!(alike(elo(expected_score(difference)).unwrap(), difference));
    }
}

/// The first step of the solver ends exactly on a pole for the expectation 1/2.
#[test]
fn a_step_to_a_pole_is_not_taken() {
    let ratio = |counts| llr(&pentanomial(counts), [0; 3], &test(EloModel::Logistic, 0.0, 1.0)).unwrap();
    let (before, after) = (ratio([35, 179, 160, 41, 6]), ratio([35, 179, 160, 41, 7]));
    assert!(before < after && after - before < 0.1, "{before} {after}");
}
