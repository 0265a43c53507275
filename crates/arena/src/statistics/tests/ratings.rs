//! Tests for ratings by the Bradley–Terry model.

use crate::plan::{EqualTeams, FormatKind, Plan};
use crate::schedule::tests::mixed::mixed;
use crate::schedule::tests::record;
use crate::schedule::{Fixture, PlayedGames, known_fixtures};
use crate::statistics::synthetic::{plan, records};
use crate::statistics::{Blocks, Comparison, ELO_PER_LOGIT, Field, QUANTILE, Rating, bradley_terry, pairs};
use base::rng::Rng;
use proptest::prelude::*;
use runner::record::Record;

/// Returns the ratings of a field in which `points[i][j]` is the number of points of i against j. Every game is a block
/// by itself and is won by one participant, except for a remainder.
fn rate(points: &[&[f64]], anchors: &[(usize, f64)]) -> Vec<Rating> {
    let mut given = vec![None; points.len()];
    anchors.iter().for_each(|&(index, elo)| given[index] = Some(elo));
    let mut field = Field::new(given);
    for (one, row) in points.iter().enumerate() {
        for (other, &points) in row.iter().enumerate() {
            let mut add = |won, count| {
                if won * count > 0.0 {
                    field.add(vec![Comparison { one: vec![one], other: vec![other], won, lost: 0.0 }], count);
                }
            };
            add(1.0, points.floor());
            add(points.fract(), 1.0);
        }
    }
    bradley_terry(&field)
}

fn close(ratings: &[Rating], expected: &[f64], tolerance: f64) {
    for (rating, &elo) in ratings.iter().zip(expected) {
        assert!((rating.elo - elo).abs() < tolerance, "{rating:?}, expected {elo}");
    }
}

/// Returns the ratings after these games.
fn rate_games<'a>(plan: &Plan, games: impl IntoIterator<Item = &'a Record>) -> Vec<Rating> {
    bradley_terry(&Field::of(&Blocks::of(plan, games), vec![None; plan.participants.len()]))
}

/// How a game between equal sides ends.
#[derive(Clone, Copy)]
enum Ending {
    /// One side wins, and the others share the second rank, as in a race.
    OneWinner,
    /// All sides have different ranks.
    AllRanks,
}

/// Returns all games of a plan, with random results. Seat 1 wins more often than the other seats.
fn games_of_equals(plan: &Plan, sides: usize, ending: Ending, rng: &mut Rng) -> Vec<Record> {
    let known = known_fixtures(plan, sides, &PlayedGames::default());
    let mut game = |fixture| {
        let mut order: Vec<usize> = (0..sides).collect();
        rng.shuffle(&mut order);
        if rng.unit() < 0.3 {
            order.sort_by_key(|&side| side != 0);
        }
        let mut ranks = vec![2; sides];
        ranks[order[0]] = 1;
        if matches!(ending, Ending::AllRanks) {
            order.iter().zip(1..).for_each(|(&side, rank)| ranks[side] = rank);
        }
        record(plan, &fixture, &ranks)
    };
    known.fixtures(plan).map(&mut game).collect()
}

/// Identical players are equal in every format, with every number of seats, however many seats each of them holds. The
/// 95 % interval contains the difference of 0 in about 95 % of the tournaments.
#[test]
fn identical_players_are_equal() {
    let mut rng = Rng::new(7);
    for kind in [FormatKind::RoundRobin, FormatKind::Gauntlet] {
        for (players, sides, ending) in [
            (2, 2, Ending::OneWinner),
            (2, 3, Ending::OneWinner),
            (2, 4, Ending::OneWinner),
            (4, 4, Ending::OneWinner),
            (4, 3, Ending::OneWinner),
            (2, 3, Ending::AllRanks),
            (3, 4, Ending::AllRanks),
        ] {
            let names = &["a", "b", "c", "d"][..players];
            let mut plan = plan(names, 30 * sides as u64);
            plan.format.kind = kind;
            plan.format.challengers = 1;
            let (mut inside, mut sum) = (0, 0.0);
            let count = 150;
            for _ in 0..count {
                let first = rate_games(&plan, &games_of_equals(&plan, sides, ending, &mut rng))[0];
                inside += u32::from(first.elo.abs() <= QUANTILE * first.error.unwrap());
                sum += first.elo / first.error.unwrap();
            }
            let what = format!("{kind:?}, {players} players, {sides} sides: {inside} of {count}, mean {sum}");
            assert!((f64::from(inside) / f64::from(count) - 0.95).abs() < 0.055, "{what}");
            // The sum of 150 standardized numbers has a standard deviation of about 12.
            assert!(sum.abs() < 40.0, "{what}");
        }
    }
}

/// The standard errors agree with those of the jackknife, which rates the games again without each block.
#[test]
fn errors_agree_with_the_jackknife() {
    let plan = plan(&["a", "b", "c"], 180);
    let games = records(&plan, 3, &[80.0, 0.0, -80.0], 0.2);
    let ratings = rate_games(&plan, &games);
    let without = |block: u64| rate_games(&plan, games.iter().filter(|game| game.block != block));
    let left: Vec<Vec<Rating>> = (0..60).map(without).collect();
    for (index, rating) in ratings.iter().enumerate() {
        let mean = left.iter().map(|ratings| ratings[index].elo).sum::<f64>() / 60.0;
        let squares: f64 = left.iter().map(|ratings| (ratings[index].elo - mean).powi(2)).sum();
        let jackknife = (squares * 59.0 / 60.0).sqrt();
        assert!((rating.error.unwrap() / jackknife - 1.0).abs() < 0.03, "{rating:?}, jackknife {jackknife}");
        assert!((rating.elo - [80.0, 0.0, -80.0][index]).abs() < 3.0 * jackknife, "{rating:?}");
    }
}

/// The ratings of two participants differ by their Elo difference, and have the same interval.
#[test]
fn two_ratings_are_one_elo_difference() {
    let plan = plan(&["a", "b"], 4000);
    let games = records(&plan, 2, &[60.0, 0.0], 0.5);
    let ratings = rate_games(&plan, &games);
    let elo = pairs(&Blocks::of(&plan, &games))[&(0, 1)].elo;
    assert!((ratings[0].elo - ratings[1].elo - elo.value.unwrap()).abs() < 1e-6);
    let error = 2.0 * QUANTILE * ratings[0].error.unwrap();
    assert!((error / elo.error().unwrap() - 1.0).abs() < 0.01, "{error} {elo}");
}

/// A single block, or blocks with equal results, tell nothing about the variance.
#[test]
fn equal_blocks_have_no_error() {
    let games = |blocks: &[[f64; 2]]| {
        let mut field = Field::new(vec![None; 2]);
        for &[won, lost] in blocks {
            field.add(vec![Comparison { one: vec![0], other: vec![1], won, lost }], 1.0);
        }
        bradley_terry(&field)
    };
    let error = |blocks: &[[f64; 2]]| games(blocks)[0].error;
    assert_eq!(error(&[[1.5, 0.5]]), None);
    assert_eq!(error(&[[1.0, 1.0]; 20]), None);
    assert_eq!(error(&[[1.5, 0.5]; 20]), None);
    assert!(error(&[[1.5, 0.5], [1.0, 1.0]]).is_some_and(|error| error > 0.0));
    // Ratings that are finite only because of the prior have the error of the information matrix.
    assert!(games(&[[2.0, 0.0]; 3])[0].bounded && error(&[[2.0, 0.0]; 3]).is_some_and(|error| error > 100.0));
}

/// A first step of Newton's method from equal ratings would go far beyond the maximum, because an anchor is far away.
#[test]
fn far_anchors_are_reached() {
    let ratings = rate(&[&[0.0, 30.0, 1.0], &[10.0, 0.0, 1.0], &[0.0, 1.0, 0.0]], &[(0, 6000.0)]);
    assert!((ratings[1].elo - 6000.0 + 400.0 * 3.0_f64.log10()).abs() < 60.0, "{ratings:?}");
    assert!(ratings.iter().all(|rating| rating.elo.is_finite()), "{ratings:?}");
}

/// Citations between four statistics journals (Stigler 1994; Agresti 2002, table 10.10), with Biometrika as the
/// reference. Estimates in logits are compared with those in "Bradley-Terry Models in R: The BradleyTerry2 Package"
/// (Turner and Firth 2012), which gives five digits.
#[test]
fn journals_agree_with_the_r_package() {
    let points: [&[f64]; 4] = [
        &[0.0, 730.0, 498.0, 221.0],
        &[33.0, 0.0, 68.0, 17.0],
        &[320.0, 813.0, 0.0, 142.0],
        &[284.0, 276.0, 325.0, 0.0],
    ];
    let ratings = rate(&points, &[(0, 0.0)]);
    let logits: Vec<Rating> =
        ratings.iter().map(|rating| Rating { elo: rating.elo / ELO_PER_LOGIT, ..*rating }).collect();
    close(&logits, &[0.0, -2.94907, -0.47957, 0.26895], 6e-6);
}

/// A tournament with draws in which not all pairs met. The expected values come from scipy 1.17 (`minimize`, method
/// BFGS) applied to the log-likelihood.
#[test]
fn direct_maximization_agrees() {
    let points: [&[f64]; 4] =
        [&[0.0, 6.5, 8.0, 0.0], &[3.5, 0.0, 5.5, 7.0], &[2.0, 4.5, 0.0, 6.0], &[0.0, 3.0, 4.0, 0.0]];
    let free = [154.4869, 17.7431, -48.4111, -123.8189];
    close(&rate(&points, &[]), &free, 1e-3);
    let one = [100.0, -36.7438, -102.8979, -178.3058];
    close(&rate(&points, &[(0, 100.0)]), &one, 1e-3);
    let two = [181.4403, 50.0, -27.8554, -120.0];
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
    let expected = [393.8961, -54.7015, -154.4831, -184.7115];
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
}

/// Returns the records of a mixed tournament, in which the strength of a team is the sum of those of its members.
fn mixed_games(plan: &Plan, strength: &[f64], rng: &mut Rng) -> Vec<Record> {
    let game = |fixture: Fixture| {
        let team = |seats: &[usize]| seats.iter().map(|&player| strength[player]).sum::<f64>();
        let (one, other) = fixture.players.split_at(2);
        let is_won = rng.unit() < super::super::expected_score(team(one) - team(other));
        record(plan, &fixture, if is_won { &[1, 1, 2, 2] } else { &[2, 2, 1, 1] })
    };
    known_fixtures(plan, 2, &PlayedGames::default()).fixtures(plan).map(game).collect()
}

/// Identical players at mixed tables have equal ratings, and others have the ratings of their strength. The 95 %
/// interval contains the right rating in about 95 % of the cases.
#[test]
fn partners_have_ratings_of_their_own() {
    let mut rng = Rng::new(3);
    let teams = EqualTeams { sides: 2, size: 2, dealt: false };
    for (strength, blocks) in [(&[0.0; 6][..], 4), (&[150.0, 50.0, 0.0, -50.0, -150.0], 16)] {
        let plan = mixed(strength.len(), teams, blocks);
        let (mut inside, mut all) = (0, 0);
        for _ in 0..60 {
            for (rating, elo) in rate_games(&plan, &mixed_games(&plan, strength, &mut rng)).iter().zip(strength) {
                inside += u32::from((rating.elo - elo).abs() <= QUANTILE * rating.error.unwrap());
                all += 1;
                assert!(!rating.bounded && rating.group == 0);
            }
        }
        assert!((f64::from(inside) / f64::from(all) - 0.95).abs() < 0.04, "{strength:?}: {inside} of {all}");
    }
}

/// Two partners who always won together, and otherwise half of the games, have no finite rating without a prior.
#[test]
fn partners_who_win_everything_together_lean_on_the_prior() {
    let plan = mixed(4, EqualTeams { sides: 2, size: 2, dealt: false }, 8);
    let game = |fixture: Fixture| {
        let (one, _) = fixture.players.split_at(2);
        let is_own = one.contains(&0);
        let is_won = if is_own == one.contains(&1) { is_own } else { is_own == fixture.block.is_multiple_of(2) };
        record(&plan, &fixture, if is_won { &[1, 1, 2, 2] } else { &[2, 2, 1, 1] })
    };
    let known = known_fixtures(&plan, 2, &PlayedGames::default());
    let games: Vec<Record> = known.fixtures(&plan).map(game).collect();
    let ratings = rate_games(&plan, &games);
    assert!(ratings.iter().all(|rating| rating.elo.is_finite() && rating.bounded), "{ratings:?}");
    assert!(ratings[0].elo > 100.0 && (ratings[0].elo - ratings[1].elo).abs() < 1e-6, "{ratings:?}");
    // Anchors keep their ratings, and the others are relative to them.
    let anchors = vec![Some(500.0), None, None, Some(-100.0)];
    let ratings = bradley_terry(&Field::of(&Blocks::of(&plan, &games), anchors));
    close(&[ratings[0], ratings[3]], &[500.0, -100.0], 1e-9);
    assert!(ratings[1].elo > ratings[2].elo + 100.0, "{ratings:?}");
    // A tournament without games has no ratings to lean on.
    let none = rate_games(&plan, &[]);
    assert!(none.iter().all(|rating| rating.elo == 0.0 && rating.error.is_none()), "{none:?}");
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
            prop_assert!((one.elo - other.elo).abs() < 1e-6);
            prop_assert!((one.error.unwrap() - other.error.unwrap()).abs() < 1e-6);
        }
    }

    /// All ratings are finite for any results. If every result occurs four times as often, flags and groups are the
    /// same.
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
            prop_assert!(few.elo.is_finite() && few.error.is_none_or(f64::is_finite) && few.elo.abs() < 5000.0);
            prop_assert!(few.bounded == many.bounded && few.group == many.group);
        }
    }
}
