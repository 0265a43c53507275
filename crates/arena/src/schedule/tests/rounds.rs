//! Tests for knockouts and Swiss tournaments.

use super::super::{DecidedBy, Fixture, KnownFixtures, Placing, PlayedGames, count_matches, known_fixtures};
use super::{plan, play, record};
use crate::plan::{FormatKind, OpeningPolicy, Plan};
use base::rng::fnv1a;
use proptest::prelude::*;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Returns the pairs of each round.
fn rounds(games: &[Fixture]) -> BTreeMap<String, BTreeSet<[usize; 2]>> {
    let mut rounds: BTreeMap<String, BTreeSet<[usize; 2]>> = BTreeMap::new();
    for game in games {
        let (round, _) = game.id.split_once('/').unwrap();
        let pair = [game.players[0].min(game.players[1]), game.players[0].max(game.players[1])];
        rounds.entry(round.to_string()).or_default().insert(pair);
    }
    rounds
}

/// Returns a function whose result depends only on the game's id and on `seed`.
fn any_result(seed: u64) -> impl FnMut(&Fixture) -> Ordering {
    move |game| (fnv1a(format!("{seed}{}", game.id).as_bytes()) % 3).cmp(&1)
}

/// Decides every game for the participant that comes first in the plan.
fn higher_seed_wins(_: &Fixture) -> Ordering {
    Ordering::Less
}

#[test]
fn a_round_without_a_change_of_sides_has_one_game_per_block() {
    for (kind, matches) in [(FormatKind::Knockout, 3), (FormatKind::Swiss, 4)] {
        let mut plan = plan(kind, 4, 3);
        (plan.format.noswap, plan.format.rounds) = (true, 2);
        let games = play(&plan, higher_seed_wins);
        assert_eq!(games.len(), 3 * matches);
        assert!(games.iter().all(|game| game.seating == 0));
    }
}

/// Checks that ids are unique, that every block contains both seatings, and that rounds share no block numbers.
fn check_games(games: &[Fixture]) {
    assert_eq!(games.iter().map(|game| &game.id).collect::<HashSet<_>>().len(), games.len());
    let mut seatings: BTreeMap<(&str, u64), Vec<&[usize]>> = BTreeMap::new();
    for game in games {
        seatings.entry((&game.pairing, game.block)).or_default().push(&game.players);
    }
    for sides in seatings.values() {
        assert_eq!(sides.len(), 2);
        assert_eq!((sides[0][0], sides[0][1]), (sides[1][1], sides[1][0]));
    }
    let mut round_of: BTreeMap<u64, &str> = BTreeMap::new();
    for game in games {
        let round = game.id.split_once('/').unwrap().0;
        assert_eq!(*round_of.entry(game.block).or_insert(round), round);
    }
}

/// Returns the numbers of the openings of each match in the order of the games, without repetitions.
fn openings(games: &[Fixture]) -> BTreeMap<String, Vec<u64>> {
    let mut openings: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for game in games {
        let numbers = openings.entry(game.pairing.clone()).or_default();
        if numbers.last() != Some(&game.opening) {
            numbers.push(game.opening);
        }
    }
    openings
}

#[test]
fn the_policy_decides_which_matches_have_the_same_openings() {
    for kind in [FormatKind::RoundRobin, FormatKind::Gauntlet, FormatKind::Knockout, FormatKind::Swiss] {
        let games = |policy| {
            let mut plan = plan(kind, 7, 6);
            plan.openings.policy = policy;
            play(&plan, |game| if game.block % 3 == 0 { Ordering::Less } else { Ordering::Equal })
        };
        let round = games(OpeningPolicy::Round);
        assert!(round.iter().all(|game| game.opening == game.block));
        let all: Vec<u64> = openings(&games(OpeningPolicy::Tournament)).into_values().flatten().collect();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len(), "{kind:?}: {all:?}");
        if matches!(kind, FormatKind::RoundRobin | FormatKind::Gauntlet) {
            assert_eq!(all.iter().max(), Some(&(all.len() as u64 - 1)), "openings are left out");
        }
    }
}

#[test]
fn the_counted_matches_are_played() {
    for kind in [FormatKind::RoundRobin, FormatKind::Gauntlet, FormatKind::Knockout, FormatKind::Swiss] {
        for participants in [2, 5, 8] {
            let mut plan = plan(kind, participants, 6);
            plan.format.rounds = participants as u64 - 1;
            plan.format.third_place = participants != 8;
            let count = count_matches(&plan, 2) * 6;
            assert_eq!(play(&plan, |_| Ordering::Less).len() as u128, count);
            assert_eq!(play(&plan, |_| Ordering::Equal).len() as u128, count);
        }
    }
}

#[test]
fn more_games_keep_the_openings_of_earlier_ones() {
    for policy in [OpeningPolicy::Round, OpeningPolicy::Tournament] {
        let games = |count| {
            let mut plan = plan(FormatKind::RoundRobin, 4, count);
            plan.openings.policy = policy;
            known_fixtures(&plan, 2, &PlayedGames::default()).fixtures(&plan).collect::<Vec<_>>()
        };
        assert!(games(20).starts_with(&games(8)), "{policy:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn in_a_swiss_tournament_everybody_plays_once_a_round_and_no_pairing_is_repeated(
        participants in 2_usize..20, rounds_wanted in 1_u64..8, seed: u64,
    ) {
        // With at most half as many rounds as participants, repeated pairings can always be avoided (Dirac 1952).
        let mut plan = plan(FormatKind::Swiss, participants, 2);
        plan.format.rounds = rounds_wanted.min(participants as u64 / 2);
        let games = play(&plan, any_result(seed));
        check_games(&games);
        let rounds = rounds(&games);
        prop_assert_eq!(rounds.len() as u64, plan.format.rounds);
        let mut met = HashSet::new();
        let mut byes = HashSet::new();
        for pairs in rounds.values() {
            prop_assert_eq!(pairs.len(), participants / 2);
            let playing: HashSet<usize> = pairs.iter().flatten().copied().collect();
            prop_assert_eq!(playing.len(), participants / 2 * 2);
            prop_assert!(pairs.iter().all(|&pair| met.insert(pair)), "a repeated pairing");
            let alone = (0..participants).filter(|participant| !playing.contains(participant));
            prop_assert!(alone.into_iter().all(|participant| byes.insert(participant)), "two byes");
        }
    }

    #[test]
    fn repeated_pairings_are_as_few_as_possible(participants in 2_usize..4, seed: u64) {
        // With the maximum number of rounds, repetitions can be unavoidable. Brute force over all pairings of four or
        // six participants finds the minimum.
        let participants = 2 * participants;
        let mut plan = plan(FormatKind::Swiss, participants, 2);
        plan.format.rounds = participants as u64 - 1;
        let games = play(&plan, any_result(seed));
        let mut met: HashSet<[usize; 2]> = HashSet::new();
        for pairs in rounds(&games).values() {
            let again = pairs.iter().filter(|pair| met.contains(*pair)).count();
            prop_assert_eq!(again, fewest(&(0..participants).collect::<Vec<_>>(), &met));
            met.extend(pairs);
        }
    }

    #[test]
    fn a_knockout_leaves_one_winner(participants in 2_usize..20, games in 1_u64..3, seed: u64) {
        let plan = plan(FormatKind::Knockout, participants, 2 * games);
        let games = play(&plan, any_result(seed));
        check_games(&games);
        let mut left: HashSet<usize> = (0..participants).collect();
        let rounds = rounds(&games);
        prop_assert_eq!(1 << rounds.len(), participants.next_power_of_two());
        for (index, pairs) in rounds.values().enumerate() {
            let playing: Vec<usize> = pairs.iter().flatten().copied().collect();
            prop_assert!(playing.iter().all(|participant| left.contains(participant)), "a participant that is out plays");
            prop_assert_eq!(playing.len(), playing.iter().collect::<HashSet<_>>().len());
            // Only the first participants of the plan have a bye, and only in the first round.
            let is_idle = |participant: &usize| !playing.contains(participant);
            let byes: BTreeSet<usize> = left.iter().copied().filter(is_idle).collect();
            let spare = if index == 0 { participants.next_power_of_two() - participants } else { 0 };
            prop_assert_eq!(byes, (0..spare).collect::<BTreeSet<_>>());
            let next: HashSet<usize> = rounds.values().nth(index + 1).into_iter().flatten().flatten().copied().collect();
            left.retain(|participant| !playing.contains(participant) || next.contains(participant));
        }
    }

    #[test]
    fn the_order_of_the_results_does_not_matter(swiss: bool, participants in 2_usize..9, seed: u64) {
        let kind = if swiss { FormatKind::Swiss } else { FormatKind::Knockout };
        let mut plan = plan(kind, participants, 2);
        plan.format.rounds = 1 + participants as u64 / 4;
        let mut result = any_result(seed);
        let games = play(&plan, &mut result);
        let ranks = |game: &Fixture, order: Ordering| match order {
            Ordering::Equal => [1, 1],
            order if (order == Ordering::Less) == (game.players[0] < game.players[1]) => [1, 2],
            _ => [2, 1],
        };
        let mut results: Vec<_> = games.iter().map(|game| record(&plan, game, &ranks(game, result(game)))).collect();
        results.reverse();
        let known = known_fixtures(&plan, 2, &PlayedGames::of(&results));
        prop_assert_eq!(known.fixtures(&plan).collect::<Vec<_>>(), games);
    }
}

/// Returns the minimum number of repeated pairings when all of these participants are paired.
fn fewest(participants: &[usize], met: &HashSet<[usize; 2]>) -> usize {
    let Some((&first, others)) = participants.split_first() else { return 0 };
    let with = |&other: &usize| {
        let rest: Vec<usize> = others.iter().copied().filter(|&participant| participant != other).collect();
        usize::from(met.contains(&[first, other])) + fewest(&rest, met)
    };
    others.iter().map(with).min().unwrap_or(0)
}

#[test]
fn the_pairs_of_a_knockout_by_the_seeds_are_the_usual_ones() {
    let pairs = |participants| {
        let games = play(&plan(FormatKind::Knockout, participants, 2), higher_seed_wins);
        rounds(&games).into_values().map(|pairs| pairs.into_iter().collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    assert_eq!(pairs(8), [vec![[0, 7], [1, 6], [2, 5], [3, 4]], vec![[0, 3], [1, 2]], vec![[0, 1]]]);
    assert_eq!(pairs(5), [vec![[3, 4]], vec![[0, 3], [1, 2]], vec![[0, 1]]]);
    assert_eq!(pairs(2), [vec![[0, 1]]]);
}

#[test]
fn the_higher_seed_wins_a_tied_match() {
    let four = plan(FormatKind::Knockout, 4, 4);
    let games = play(&four, |_| Ordering::Equal);
    assert_eq!((games.len(), games.last().unwrap().pairing.as_str()), (12, "r2/e0:e1"));
}

#[test]
fn the_pairs_of_a_swiss_round_are_near_in_points() {
    let mut eight = plan(FormatKind::Swiss, 8, 2);
    eight.format.rounds = 3;
    let games = play(&eight, higher_seed_wins);
    let pairs: Vec<Vec<[usize; 2]>> = rounds(&games).into_values().map(|pairs| pairs.into_iter().collect()).collect();
    assert_eq!(pairs[0], [[0, 4], [1, 5], [2, 6], [3, 7]]);
    assert_eq!(pairs[1], [[0, 2], [1, 3], [4, 6], [5, 7]]);
    assert_eq!(pairs[2][0], [0, 1]);
    // Participant 4 has the first bye and gets a point for it. It is therefore placed before participants 2 and 3, and
    // participant 3, in the last place, has the second bye.
    let mut five = plan(FormatKind::Swiss, 5, 2);
    five.format.rounds = 2;
    let games = play(&five, higher_seed_wins);
    let pairs: Vec<Vec<[usize; 2]>> = rounds(&games).into_values().map(|pairs| pairs.into_iter().collect()).collect();
    assert_eq!(pairs, [vec![[0, 2], [1, 3]], vec![[0, 1], [2, 4]]]);
}

/// Returns the schedule after the first `games` games. `result` decides each game.
fn after(plan: &Plan, result: impl Fn(&Fixture) -> Ordering, games: usize) -> KnownFixtures {
    let ranks = |game: &Fixture| match result(game) {
        Ordering::Equal => [1, 1],
        order if (order == Ordering::Less) == (game.players[0] < game.players[1]) => [1, 2],
        _ => [2, 1],
    };
    let fixtures = play(plan, &result);
    let results: Vec<_> = fixtures.iter().take(games).map(|game| record(plan, game, &ranks(game))).collect();
    known_fixtures(plan, 2, &PlayedGames::of(&results))
}

/// Returns the match points after the first `games` games. `result` decides each game.
fn points(plan: &Plan, result: impl Fn(&Fixture) -> Ordering, games: usize) -> Vec<f64> {
    let known = after(plan, result, games);
    let mut points = vec![0.0; known.placings.len()];
    known.placings.iter().for_each(|placing| points[placing.participant] = placing.points);
    points
}

#[test]
fn knockouts_and_swiss_tournaments_have_match_points() {
    let knockout = plan(FormatKind::Knockout, 5, 2);
    assert_eq!(points(&knockout, higher_seed_wins, usize::MAX), [3.0, 2.0, 1.0, 1.0, 0.0]);
    assert_eq!(points(&knockout, higher_seed_wins, 1), [0.0; 5]);
    // After two games, the only match of the first round has been played. Its winner and the three participants with a
    // bye have one point each.
    assert_eq!(points(&knockout, higher_seed_wins, 2), [1.0, 1.0, 1.0, 1.0, 0.0]);
    let mut swiss = plan(FormatKind::Swiss, 5, 2);
    swiss.format.rounds = 2;
    assert_eq!(points(&swiss, higher_seed_wins, usize::MAX), [2.0, 1.0, 1.0, 1.0, 1.0]);
    assert_eq!(points(&swiss, |_| Ordering::Equal, 4), [0.5, 0.5, 0.5, 0.5, 1.0]);
    assert!(points(&plan(FormatKind::RoundRobin, 3, 2), higher_seed_wins, 4).is_empty());
}

#[test]
fn more_rounds_keep_those_before() {
    let mut plan = plan(FormatKind::Swiss, 9, 4);
    plan.format.rounds = 2;
    let before = play(&plan, any_result(5));
    plan.format.rounds = 5;
    assert!(play(&plan, any_result(5)).starts_with(&before));
}

/// Returns the place and the participant of each placing.
fn places(known: &KnownFixtures) -> Vec<(usize, usize)> {
    known.placings.iter().map(|placing| (placing.place, placing.participant)).collect()
}

#[test]
fn the_losers_of_the_semifinals_play_for_the_third_place() {
    let mut plan = plan(FormatKind::Knockout, 6, 2);
    let without = after(&plan, higher_seed_wins, usize::MAX);
    assert_eq!(places(&without), [(1, 0), (2, 1), (3, 2), (3, 3), (5, 4), (5, 5)]);
    plan.format.third_place = true;
    // Participant 3 wins it although it is the lower seed.
    let upset = |game: &Fixture| {
        if game.players.contains(&2) && game.players.contains(&3) { Ordering::Greater } else { Ordering::Less }
    };
    let known = after(&plan, upset, usize::MAX);
    assert_eq!(places(&known), [(1, 0), (2, 1), (3, 3), (4, 2), (5, 4), (5, 5)]);
    assert_eq!(known.len(&plan), without.len(&plan) + 2);
    let last = &known.rounds[2];
    assert_eq!((last.len(), &last[1].participants[..], last[1].is_for_third), (2, &[2, 3][..], true));
    assert!(!last[0].is_for_third && last[0].winner == Some(0));
    // Of three participants, only one can lose before the final, and it is third.
    let mut three = super::plan(FormatKind::Knockout, 3, 2);
    three.format.third_place = true;
    assert_eq!(places(&after(&three, higher_seed_wins, usize::MAX)), [(1, 0), (2, 1), (3, 2)]);
}

/// The participants of a match, their points and what decided it.
type Shown<'a> = (&'a [usize], &'a [f64], Option<DecidedBy>);

#[test]
fn a_bracket_says_what_decided_each_match() {
    let plan = plan(FormatKind::Knockout, 5, 2);
    // The first game of each match of participant 4 and both games between 1 and 2 are drawn.
    let result = |game: &Fixture| match (game.players.contains(&4), game.players.contains(&2)) {
        (true, _) if game.seating == 0 => Ordering::Equal,
        (true, _) => Ordering::Greater,
        (_, true) => Ordering::Equal,
        _ => Ordering::Less,
    };
    let known = after(&plan, result, usize::MAX);
    let of_round = |round: usize| -> Vec<Shown> {
        let shown = known.rounds[round].iter();
        shown.map(|one| (&one.participants[..], &one.points[..], one.decided_by)).collect()
    };
    let (bye, none): (_, &[f64]) = (Some(DecidedBy::Bye), &[]);
    let games = Some(DecidedBy::Games);
    assert_eq!(
        of_round(0),
        [(&[0][..], none, bye), (&[3, 4], &[0.5, 1.5], games), (&[1], none, bye), (&[2], none, bye)]
    );
    assert_eq!(of_round(1)[1], (&[1, 2][..], &[1.0, 1.0][..], Some(DecidedBy::Seed)));
    assert_eq!(known.rounds[1][1].winner, Some(1));
    assert!(known.rounds.iter().flatten().all(|one| one.is_finished));
    // A match in progress has the points of its games so far and no winner.
    let begun = after(&plan, result, 1);
    let one = &begun.rounds[0][1];
    assert_eq!((begun.rounds.len(), &one.points[..], one.is_finished, one.winner), (1, &[0.5, 0.5][..], false, None));
}

/// Four participants and three rounds. The tie-breaks are computed by hand.
#[test]
fn ties_of_a_swiss_tournament_are_broken() {
    let mut four = plan(FormatKind::Swiss, 4, 2);
    four.format.rounds = 2;
    // The pairings are 0:2 and 1:3, then 0:1 and 2:3. The last match is tied.
    let result =
        |game: &Fixture| if game.players.iter().sum::<usize>() == 5 { Ordering::Equal } else { Ordering::Less };
    let known = after(&four, result, usize::MAX);
    let sums = |placing: &Placing| placing.tie_breaks.map(|breaks| (breaks.buchholz, breaks.sonneborn_berger)).unwrap();
    let shown: Vec<_> = known.placings.iter().map(|one| (one.place, one.participant, one.points, sums(one))).collect();
    assert_eq!(
        shown,
        [(1, 0, 2.0, (1.5, 1.5)), (2, 1, 1.0, (2.5, 0.5)), (3, 2, 0.5, (2.5, 0.25)), (4, 3, 0.5, (1.5, 0.25))]
    );
    assert_eq!(known.rounds[1][1].winner, None);
    // A bye counts as a win against an opponent with the participant's own points.
    let mut three = plan(FormatKind::Swiss, 3, 2);
    three.format.rounds = 1;
    let known = after(&three, higher_seed_wins, usize::MAX);
    let shown: Vec<_> = known.placings.iter().map(|one| (one.place, one.participant, sums(one))).collect();
    assert_eq!(shown, [(1, 2, (1.0, 1.0)), (2, 0, (0.0, 0.0)), (3, 1, (1.0, 0.0))]);
}
