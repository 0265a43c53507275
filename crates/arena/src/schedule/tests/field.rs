//! Tests that round robins and gauntlets are complete and balanced, and that extensions do not change earlier pairings.

use super::super::{PlayedGames, deal_seed, engine_seed, known_fixtures, opening_seed, order_seed, pairings};
use super::plan;
use crate::plan::{FormatKind, Plan};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use ugi::Seat;

fn ids(plan: &Plan, sides: usize) -> Vec<String> {
    known_fixtures(plan, sides, &PlayedGames::default()).fixtures(plan).map(|fixture| fixture.id).collect()
}

#[test]
fn participants_may_keep_their_sides() {
    let mut plan = plan(FormatKind::RoundRobin, 3, 5);
    plan.format.noswap = true;
    let games = known_fixtures(&plan, 2, &PlayedGames::default()).fixtures(&plan).collect::<Vec<_>>();
    assert_eq!(games.len(), 15);
    assert!(games.iter().all(|game| game.seating == 0 && game.players[0] < game.players[1]));
    // Each game is a block of its own, with its own opening and deals.
    assert_eq!(games.iter().map(|game| game.block).collect::<BTreeSet<_>>(), (0..5).collect());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn everybody_plays_everybody_on_all_sides(participants in 2_usize..7, sides in 2_usize..5, blocks in 1_u64..4) {
        let plan = plan(FormatKind::RoundRobin, participants, blocks * sides as u64);
        let games = known_fixtures(&plan, sides, &PlayedGames::default());
        prop_assert!(!games.more);
        prop_assert_eq!(ids(&plan, sides).into_iter().collect::<HashSet<_>>().len(), games.len(&plan) as usize);
        // In each block of a pairing, every participant plays every side.
        let mut blocks_seen: BTreeMap<(String, u64), Vec<Vec<usize>>> = BTreeMap::new();
        for game in games.fixtures(&plan) {
            blocks_seen.entry((game.pairing.clone(), game.block)).or_default().push(game.players.clone());
        }
        for seatings in blocks_seen.values() {
            prop_assert_eq!(seatings.len(), sides);
            for side in 0..sides {
                let mut found: Vec<usize> = seatings.iter().map(|seating| seating[side]).collect();
                let mut all = seatings[0].clone();
                found.sort_unstable();
                all.sort_unstable();
                prop_assert_eq!(found, all);
            }
        }
        // All participants play. With enough participants, all combinations occur, and no participant plays itself.
        let met: BTreeSet<Vec<usize>> = pairings(&plan, sides).into_iter().collect();
        prop_assert!((0..participants).all(|participant| met.iter().any(|pairing| pairing.contains(&participant))));
        if participants >= sides {
            let choices = (0..sides).fold(1, |product, taken| product * (participants - taken) / (taken + 1));
            prop_assert_eq!(met.len(), choices);
            prop_assert!(met.iter().all(|pairing| pairing.iter().collect::<HashSet<_>>().len() == sides));
        }
    }

    #[test]
    fn an_extension_keeps_every_game(
        gauntlet: bool, sides in 2_usize..4, few in 3_usize..6, more in 0_usize..3, blocks in 1_u64..4, longer in 0_u64..3,
    ) {
        let kind = if gauntlet { FormatKind::Gauntlet } else { FormatKind::RoundRobin };
        let before = plan(kind, few, blocks * sides as u64);
        let now = plan(kind, few + more, (blocks + longer) * sides as u64);
        let all: HashSet<String> = ids(&now, sides).into_iter().collect();
        prop_assert!(ids(&before, sides).iter().all(|id| all.contains(id)));
        prop_assert!(before.participants[..] == now.participants[..few]);
        // The earlier pairings come first, in the same order.
        prop_assert!(pairings(&now, sides).starts_with(&pairings(&before, sides)));
    }

    #[test]
    fn challengers_meet_all_others_and_not_each_other(participants in 2_usize..9, challengers in 1_usize..4) {
        prop_assume!(challengers < participants);
        let mut plan = plan(FormatKind::Gauntlet, participants, 2);
        plan.format.challengers = challengers;
        let expected: BTreeSet<Vec<usize>> =
            (0..challengers).flat_map(|one| (challengers..participants).map(move |other| vec![one, other])).collect();
        prop_assert_eq!(pairings(&plan, 2).into_iter().collect::<BTreeSet<_>>(), expected);
    }
}

#[test]
fn ids_have_pairing_block_and_seating() {
    assert_eq!(ids(&plan(FormatKind::RoundRobin, 2, 4), 2), ["e0:e1/0/0", "e0:e1/0/1", "e0:e1/1/0", "e0:e1/1/1"]);
    let three = ids(&plan(FormatKind::RoundRobin, 2, 3), 3);
    assert_eq!(three[..3], ["e0:e0:e1/0/0", "e0:e0:e1/0/1", "e0:e0:e1/0/2"]);
}

#[test]
fn seeds_follow_from_the_plans_seed_and_differ() {
    let plan = plan(FormatKind::RoundRobin, 3, 4);
    let seats = || (0..4).map(Seat::new);
    let engines: HashSet<u64> = ids(&plan, 2)
        .iter()
        .flat_map(|id| seats().map(|seat| engine_seed(&plan, id, seat)).collect::<Vec<_>>())
        .collect();
    assert_eq!(engines.len(), 4 * ids(&plan, 2).len());
    assert!(engines.iter().all(|seed| (1..=i32::MAX as u64).contains(seed)));
    let deals = |plan: &Plan| -> HashSet<u64> {
        (0..40).flat_map(|block| (0..40).map(move |deal| deal_seed(plan, block, deal))).collect()
    };
    assert_eq!(deals(&plan).len(), 1600);
    // The seeds depend on the plan's seed only, not on its participants or format.
    let extended = Plan { name: "other".to_string(), ..super::plan(FormatKind::Gauntlet, 5, 8) };
    assert_eq!(deals(&plan), deals(&extended));
    assert!(deals(&plan).is_disjoint(&deals(&Plan { seed: plan.seed + 1, ..plan.clone() })));
}

/// Equal inputs with different labels give different seeds, so the seed of an engine says nothing about the deals.
#[test]
fn seeds_with_different_labels_are_unrelated() {
    let plan = plan(FormatKind::RoundRobin, 2, 2);
    assert_ne!(opening_seed(&plan, 3), order_seed(&plan, 3));
    // The first eight bytes of the SHA-256 of the label with its length, the plan's seed 1, the block and the deal.
    assert_eq!(deal_seed(&plan, 3, 4), 6_686_684_144_731_890_727);
    // The id is preceded by its length, so it cannot be confused with the parts that follow it.
    let seed = |id, seat| engine_seed(&plan, id, Seat::new(seat));
    assert_ne!(seed("a", 0), seed("a\u{1}", 0));
}
