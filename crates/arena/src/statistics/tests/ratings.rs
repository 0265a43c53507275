//! Tests for ratings: Bradley–Terry for two sides, Weng–Lin for more.

use crate::statistics::{ELO_PER_LOGIT, Field, Rating, bradley_terry, weng_lin};
use proptest::prelude::*;

fn rate(points: &[&[f64]], anchors: &[(usize, f64)]) -> Vec<Rating> {
    let mut field =
        Field { points: points.iter().map(|row| row.to_vec()).collect(), anchors: vec![None; points.len()] };
    anchors.iter().for_each(|&(index, elo)| field.anchors[index] = Some(elo));
    bradley_terry(&field)
}

fn close(ratings: &[Rating], expected: &[(f64, f64)], tolerance: f64) {
    for (rating, &(elo, error)) in ratings.iter().zip(expected) {
        assert!((rating.elo - elo).abs() < tolerance, "{rating:?}, expected {elo}");
        assert!((rating.error - error).abs() < tolerance, "{rating:?}, expected error {error}");
    }
}

/// Citations between four statistics journals (Stigler 1994; Agresti 2002, table 10.10), with Biometrika as the
/// reference. Estimates and standard errors, in logits, are compared with those in "Bradley-Terry Models in R: The
/// BradleyTerry2 Package" (Turner and Firth 2012), which gives five digits.
#[test]
fn journals_agree_with_the_r_package() {
    let points: [&[f64]; 4] = [
        &[0.0, 730.0, 498.0, 221.0],
        &[33.0, 0.0, 68.0, 17.0],
        &[320.0, 813.0, 0.0, 142.0],
        &[284.0, 276.0, 325.0, 0.0],
    ];
    let ratings = rate(&points, &[(0, 0.0)]);
    let logits: Vec<Rating> = ratings
        .iter()
        .map(|rating| Rating { elo: rating.elo / ELO_PER_LOGIT, error: rating.error / ELO_PER_LOGIT, ..*rating })
        .collect();
    close(&logits, &[(0.0, 0.0), (-2.94907, 0.10255), (-0.47957, 0.06059), (0.26895, 0.07083)], 6e-6);
}

/// A tournament with draws in which not all pairs met. The expected values come from scipy 1.17 (`minimize`, method
/// BFGS) applied to the log-likelihood. The standard errors come from the inverse of its Hessian, computed by central
/// differences (without anchors, from the pseudo-inverse).
#[test]
fn direct_maximization_agrees() {
    let points: [&[f64]; 4] =
        [&[0.0, 6.5, 8.0, 0.0], &[3.5, 0.0, 5.5, 7.0], &[2.0, 4.5, 0.0, 6.0], &[0.0, 3.0, 4.0, 0.0]];
    let free = [(154.4869, 68.6736), (17.7431, 50.402), (-48.4111, 50.8721), (-123.8189, 65.1532)];
    close(&rate(&points, &[]), &free, 1e-3);
    let one = [(100.0, 0.0), (-36.7438, 94.9627), (-102.8979, 97.9363), (-178.3058, 119.7672)];
    close(&rate(&points, &[(0, 100.0)]), &one, 1e-3);
    let two = [(181.4403, 93.3558), (50.0, 0.0), (-27.8554, 72.8419), (-120.0, 0.0)];
    close(&rate(&points, &[(1, 50.0), (3, -120.0)]), &two, 1e-3);
}

/// For a participant that won everything, the likelihood has no finite maximum. The prior limits the rating, which is
/// flagged. The expected values come from the same scipy script, with a quarter point added to each side of a pair that
/// met.
#[test]
fn a_clean_score_is_limited_and_flagged() {
    let points: [&[f64]; 4] =
        [&[0.0, 4.0, 4.0, 0.0], &[0.0, 0.0, 2.5, 3.0], &[0.0, 1.5, 0.0, 2.0], &[0.0, 1.0, 2.0, 0.0]];
    let ratings = rate(&points, &[]);
    let expected = [(393.8961, 192.8309), (-54.7015, 94.9655), (-154.4831, 99.2921), (-184.7115, 110.2678)];
    close(&ratings, &expected, 1e-3);
    assert_eq!(ratings.iter().map(|rating| rating.bounded).collect::<Vec<_>>(), [true, false, false, false]);
}

/// If no participant scored against a better one, results alone determine no rating. All ratings are then flagged,
/// except those of anchors and of participants between two anchors. Participants that scored against each other but
/// have no finite rating relative to an anchor are also flagged, however many they are.
#[test]
fn only_ratings_from_results_or_anchors_are_not_flagged() {
    let flags = |points: &[&[f64]], anchors: &[(usize, f64)]| -> Vec<bool> {
        rate(points, anchors).iter().map(|rating| rating.bounded).collect()
    };
    let ladder: [&[f64]; 3] = [&[0.0, 4.0, 4.0], &[0.0, 0.0, 4.0], &[0.0; 3]];
    assert_eq!(flags(&ladder, &[]), [true; 3]);
    assert_eq!(flags(&ladder, &[(1, 100.0)]), [true, false, true]);
    assert_eq!(flags(&ladder, &[(0, 200.0), (2, 0.0)]), [false; 3]);
    let two_above: [&[f64]; 3] = [&[0.0, 2.0, 4.0], &[2.0, 0.0, 4.0], &[0.0; 3]];
    assert_eq!(flags(&two_above, &[]), [false, false, true]);
    assert_eq!(flags(&two_above, &[(2, 0.0)]), [true, true, false]);
}

/// Each of two groups that never met has a mean of 0. A participant without games is a group of its own.
#[test]
fn groups_that_never_met_are_marked() {
    let points: [&[f64]; 5] = [
        &[0.0, 3.0, 0.0, 0.0, 0.0],
        &[1.0, 0.0, 0.0, 0.0, 0.0],
        &[0.0, 0.0, 0.0, 1.0, 0.0],
        &[0.0, 0.0, 1.0, 0.0, 0.0],
        &[0.0; 5],
    ];
    let ratings = rate(&points, &[]);
    assert_eq!(ratings.iter().map(|rating| rating.group).collect::<Vec<_>>(), [0, 0, 1, 1, 2]);
    // A score of 3 of 4 points corresponds to an Elo difference of 400 log10(3). The mean of both ratings is 0, so the
    // better rating is half of the difference.
    assert!((ratings[0].elo - 200.0 * 3.0_f64.log10()).abs() < 1e-9 && ratings[2].elo.abs() < 1e-9);
    assert!(ratings.iter().all(|rating| rating.elo.is_finite() && rating.error.is_finite()));
}

/// Three games between three participants. The expected values come from an independent Python implementation of
/// algorithm 1 in Weng and Lin 2011.
#[test]
fn the_paper_agrees() {
    let games = [[1.0, 0.5, 0.0], [0.25, 1.0, 0.25], [0.75, 0.75, 0.0]];
    let games = games.iter().map(|payoffs| payoffs.iter().copied().enumerate().collect());
    let expected = [
        (28.264_462_805_329_288, 6.936_111_134_927_586),
        (30.802_802_907_365_25, 6.933_815_905_287_531),
        (15.925_231_329_012_53, 6.974_046_688_443_463),
    ];
    for (belief, (mean, deviation)) in weng_lin(3, games).iter().zip(expected) {
        assert!((belief.mean - mean).abs() < 1e-9 && (belief.deviation - deviation).abs() < 1e-9, "{belief:?}");
    }
    // An example from the tests of the crate `skillratings`: the first game between two unrated players.
    let two = weng_lin(2, std::iter::once(vec![(0, 1.0), (1, 0.0)]));
    assert!((two[0].mean - 27.635_231_383_473_65).abs() < 1e-9);
    assert!((two[1].deviation - 8.065_506_316_323_548).abs() < 1e-9);
}

proptest! {
    /// At the maximum, each participant's score equals the score that the ratings predict (Ford 1957), and the mean
    /// rating is 0. The order of the participants does not matter.
    #[test]
    fn expected_scores_are_the_scores(points in prop::collection::vec(prop::collection::vec(1..20_u32, 5), 5)) {
        let points: Vec<Vec<f64>> =
            (0..5).map(|i| (0..5).map(|j| if i == j { 0.0 } else { f64::from(points[i][j]) / 2.0 }).collect()).collect();
        let rows: Vec<&[f64]> = points.iter().map(Vec::as_slice).collect();
        let ratings = rate(&rows, &[]);
        prop_assert!(ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
        for i in 0..5 {
            let scored: f64 = points[i].iter().sum();
            let expected: f64 = (0..5)
                .map(|j| (points[i][j] + points[j][i]) * super::super::expected_score(ratings[i].elo - ratings[j].elo))
                .sum();
            prop_assert!((scored - expected).abs() < 1e-6);
        }
        let turned: Vec<Vec<f64>> = (0..5).map(|i| (0..5).map(|j| points[4 - i][4 - j]).collect()).collect();
        let rows: Vec<&[f64]> = turned.iter().map(Vec::as_slice).collect();
        for (one, other) in rate(&rows, &[]).iter().rev().zip(&ratings) {
            prop_assert!((one.elo - other.elo).abs() < 1e-6 && (one.error - other.error).abs() < 1e-6);
        }
    }

    /// All ratings are finite for any results. If every result occurs four times as often, flags and groups are the
    /// same, and without flagged ratings the errors are half as large.
    #[test]
    fn ratings_are_numbers(points in prop::collection::vec(prop::collection::vec(0..4_u32, 6), 6), seed in 0..9_u32) {
        let sparse = |i: usize, j: usize| i != j && !(i as u32 + j as u32 + seed).is_multiple_of(3);
        let times = |factor: f64| -> Vec<Rating> {
            let points: Vec<Vec<f64>> = (0..6)
                .map(|i| (0..6).map(|j| if sparse(i, j) { factor * f64::from(points[i][j]) } else { 0.0 }).collect())
                .collect();
            let rows: Vec<&[f64]> = points.iter().map(Vec::as_slice).collect();
            rate(&rows, &[])
        };
        for (few, many) in times(1.0).iter().zip(times(4.0)) {
            prop_assert!(few.elo.is_finite() && few.error.is_finite() && few.elo.abs() < 5000.0);
            prop_assert!(few.bounded == many.bounded && few.group == many.group);
            if few.error > 1e-6 && !times(1.0).iter().any(|rating| rating.bounded) {
                prop_assert!((few.error / many.error - 2.0).abs() < 1e-6);
            }
        }
    }
}
