//! Tests for blocks, and for the points of a participant in a game.

use crate::plan::{EloModel, Plan, Sprt};
use crate::statistics::synthetic::{plan, records};
use crate::statistics::{Blocks, Pair, Side, Tracker, comparison, pairs};
use base::rng::Rng;
use runner::record::Record;

/// Returns the results of the first participant against the second.
fn pair(plan: &Plan, games: &[Record]) -> Pair {
    pairs(&Blocks::of(plan, games)).remove(&(0, 1)).unwrap()
}

/// If the participants keep their sides, each game is a block, and the test steps once per game.
#[test]
fn a_block_without_a_change_of_sides_has_one_game() {
    let mut plan = plan(&["a", "b"], 7);
    plan.format.noswap = true;
    plan.stop.sprt = Some(Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized });
    let games = records(&plan, 2, &[0.0; 2], 0.2);
    let blocks = Blocks::of(&plan, &games);
    assert_eq!((games.len(), blocks.count(), blocks.waiting()), (7, 7, 0));
    let (numbers, tracker) = (pair(&plan, &games), Tracker::of(&plan, &games));
    assert_eq!((numbers.games(), numbers.outcomes.blocks()), (7, 7));
    assert_eq!((tracker.pair(), tracker.sequential().unwrap().blocks), (numbers, 7));
}

/// The order of the games does not matter.
#[test]
fn blocks_do_not_depend_on_the_order() {
    let plan = plan(&["c", "a", "b"], 6);
    let mut games = records(&plan, 2, &[0.0; 3], 0.2);
    let blocks = |games: &[Record]| -> Vec<_> {
        Blocks::of(&plan, games).complete().map(|(block, count)| (block.clone(), count)).collect()
    };
    let straight = blocks(&games);
    assert_eq!(straight.iter().map(|(_, count)| count).sum::<u64>(), 9);
    Rng::new(1).shuffle(&mut games);
    assert_eq!(blocks(&games), straight);
}

/// Blocks with a missing game or a game without a result do not count. Games of unknown participants are ignored.
#[test]
fn only_whole_blocks_count() {
    let small = plan(&["a", "b"], 12);
    let mut games = records(&small, 2, &[0.0; 2], 0.0);
    games.remove(3);
    games[6].played.result = "none".to_string();
    let strangers = plan(&["a", "x"], 2);
    games.extend(records(&strangers, 2, &[0.0; 2], 0.0));
    let blocks = Blocks::of(&small, &games);
    assert_eq!((blocks.count(), blocks.waiting(), blocks.void()), (4, 1, 1));
    let numbers = pair(&small, &games);
    assert_eq!((numbers.games(), numbers.outcomes.blocks()), (8, 4));
}

/// In a three-sided game, points follow from ranks. If a participant plays two sides, each of them is compared with
/// each side of the other participant.
#[test]
fn points_follow_the_ranks() {
    let game = |sides: [(u16, u16); 3]| -> Vec<Side> {
        (0..).zip(sides).map(|(number, (participant, rank))| Side { participant, number, rank }).collect()
    };
    for (ranks, expected) in [([1, 2, 3], (2, 2)), ([2, 1, 3], (0, 2)), ([1, 1, 3], (1, 2))] {
        let game = game([(0, ranks[0]), (1, ranks[1]), (2, ranks[2])]);
        assert_eq!(comparison(&game, 0, 1), expected);
        assert_eq!(comparison(&game, 1, 0), (2 - expected.0, 2));
    }
    let double = game([(0, 3), (1, 2), (0, 1)]);
    assert_eq!(comparison(&double, 0, 1), (2, 4));
    assert_eq!(comparison(&double, 0, 2), (0, 0));
}

/// Blocks of two-sided games have five possible outcomes, and blocks of three-sided games have seven.
#[test]
fn outcomes_fit_the_sides() {
    for (sides, outcomes) in [(2, 5), (3, 7)] {
        let plan = plan(&["a", "b", "c"], 30);
        let games = records(&plan, sides, &[0.0; 3], 0.2);
        let numbers = pair(&plan, &games);
        assert_eq!(numbers.outcomes.counts.len(), outcomes);
        assert_eq!(numbers.games(), 30);
    }
}

/// Two participants that meet in several rounds, with sides exchanged, are one pair.
#[test]
fn rounds_are_joined() {
    let plan = plan(&["a", "b"], 8);
    let mut games = records(&plan, 2, &[0.0; 2], 0.0);
    for game in &mut games {
        // Make the first two blocks the second round, with the sides exchanged.
        let (round, names) = if game.block < 2 { (2, "b:a") } else { (1, "a:b") };
        game.pairing = format!("r{round}/{names}");
    }
    assert_eq!(pair(&plan, &games).games(), 8);
}
