//! Tests that at mixed tables everybody is everybody's partner, and sits in every seat, equally often.

use super::super::{Fixture, PlayedGames, known_fixtures, pairings};
use super::plan;
use crate::plan::{EqualTeams, FormatKind, PairingKind, Plan};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Returns a mixed plan with this number of blocks per pairing.
pub(crate) fn mixed(participants: usize, teams: EqualTeams, blocks: u64) -> Plan {
    let mut plan = plan(FormatKind::RoundRobin, participants, 1);
    (plan.format.pairing, plan.format.teams) = (PairingKind::Mixed, Some(teams));
    plan.format.games = blocks * plan.format.games_per_block(teams.sides) as u64;
    plan
}

fn games(plan: &Plan) -> Vec<Fixture> {
    known_fixtures(plan, plan.format.teams.unwrap().sides, &PlayedGames::default()).fixtures(plan).collect()
}

/// Counts items, and returns the counts without the items.
fn counts<T: Ord>(items: impl Iterator<Item = T>) -> (usize, BTreeSet<usize>) {
    let mut found: BTreeMap<T, usize> = BTreeMap::new();
    items.for_each(|item| *found.entry(item).or_default() += 1);
    (found.len(), found.into_values().collect())
}

/// Returns the pairs of a list, each in ascending order.
fn pairs_of(list: &[usize]) -> Vec<[usize; 2]> {
    let pairs = list.iter().enumerate().flat_map(|(at, one)| list[at + 1..].iter().map(move |other| (one, other)));
    pairs.map(|(&one, &other)| [one.min(other), one.max(other)]).collect()
}

fn teams(sides: usize, size: usize, dealt: bool) -> EqualTeams {
    EqualTeams { sides, size, dealt }
}

#[test]
fn a_block_is_every_partnership_in_every_seating() {
    let found = games(&mixed(4, teams(2, 2, false), 2));
    let seated: Vec<(&str, &[usize])> = found.iter().map(|game| (game.id.as_str(), &game.players[..])).collect();
    let expected: [(&str, &[usize]); 7] = [
        ("e0:e1:e2:e3/0/0", &[0, 1, 2, 3]),
        ("e0:e1:e2:e3/0/1", &[2, 3, 0, 1]),
        ("e0:e1:e2:e3/0/2", &[2, 0, 3, 1]),
        ("e0:e1:e2:e3/0/3", &[3, 1, 2, 0]),
        ("e0:e1:e2:e3/0/4", &[0, 3, 1, 2]),
        ("e0:e1:e2:e3/0/5", &[1, 2, 0, 3]),
        ("e0:e1:e2:e3/1/0", &[1, 0, 3, 2]),
    ];
    assert_eq!((seated.len(), &seated[..7]), (12, &expected[..]));
    let numbers = [(2, 2), (3, 2), (2, 3), (4, 2)].map(|(sides, size)| teams(sides, size, false).partnerships());
    assert_eq!(numbers, [3, 15, 10, 105]);
    assert_eq!(EqualTeams::of(&[2, 2], true), Some(teams(2, 2, true)));
    assert_eq!([EqualTeams::of(&[2, 1], false), EqualTeams::of(&[1, 1], false)], [None, None]);
}

#[test]
fn dealt_teams_have_all_neighbours_and_seats() {
    let found = games(&mixed(4, teams(2, 2, true), 3));
    assert_eq!((found.len(), &found[1].players[..]), (12, &[1, 2, 3, 0][..]));
    assert_eq!(counts(found.iter().flat_map(|game| game.players.clone().into_iter().enumerate())), (16, [3].into()));
    let opposite = found.iter().flat_map(|game| [[0, 2], [1, 3]].map(|seats| seats.map(|seat| game.players[seat])));
    assert_eq!(counts(opposite.map(|pair| pairs_of(&pair))), (6, [4].into()));
}

#[test]
fn the_seed_decides_the_order_of_the_sets() {
    let one = mixed(6, teams(2, 2, false), 1);
    let other = Plan { seed: 2, ..one.clone() };
    let [first, second] = [&one, &other].map(|plan| pairings(plan, 2));
    assert_ne!(first, second);
    assert_eq!(first.len(), 15);
    assert_eq!(BTreeSet::from_iter(first), BTreeSet::from_iter(second));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn partners_and_seats_are_balanced(shape in prop::sample::select(vec![(2, 2), (2, 3), (3, 2)]), more in 0_usize..3) {
        let teams = teams(shape.0, shape.1, false);
        let seats = teams.sides * teams.size;
        let plan = mixed(seats + more, teams, teams.size as u64);
        let found = games(&plan);
        // In each block of each set, every two participants are partners equally often, and each plays each side
        // equally often.
        for block in found.chunk_by(|one, other| (&one.pairing, one.block) == (&other.pairing, other.block)) {
            let sides = || block.iter().flat_map(|game| game.players.chunks(teams.size).enumerate());
            let partners = counts(sides().flat_map(|(_, team)| pairs_of(team)));
            prop_assert!(partners.0 == seats * (seats - 1) / 2 && partners.1.len() == 1, "{:?}", partners);
            let of_sides = counts(sides().flat_map(|(side, team)| team.iter().map(move |player| (side, *player))));
            prop_assert!(of_sides.0 == seats * teams.sides && of_sides.1.len() == 1, "{:?}", of_sides);
        }
        // After as many blocks as a team has members, each has been in each seat equally often.
        let of_seats = counts(found.iter().flat_map(|game| game.players.clone().into_iter().enumerate()));
        prop_assert!(of_seats.0 == seats * (seats + more) && of_seats.1.len() == 1, "{:?}", of_seats);
    }

    #[test]
    fn an_extension_keeps_every_mixed_game(more in 0_usize..3, longer in 0_u64..2, dealt: bool, gauntlet: bool) {
        let [mut before, mut now] = [(0, 0), (more, longer)].map(|(more, longer)| mixed(5 + more, teams(2, 2, dealt), 1 + longer));
        if gauntlet {
            (before.format.kind, now.format.kind) = (FormatKind::Gauntlet, FormatKind::Gauntlet);
            prop_assert!(pairings(&now, 2).iter().all(|pairing| pairing[0] == 0));
        }
        let kept = games(&now);
        prop_assert!(games(&before).iter().all(|game| kept.iter().any(|other| (&other.id, &other.players) == (&game.id, &game.players))));
    }
}
