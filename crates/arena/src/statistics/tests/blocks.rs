//! Tests for blocks, and for the points of a participant in a game.

use crate::plan::{EloModel, Sprt};
use crate::statistics::synthetic::{plan, records};
use crate::statistics::{Blocks, Tracker, comparison, pair};
use base::rng::Rng;

/// Blocks are in the order of the plan: by number, then by pairing.
#[test]
fn blocks_come_in_the_order_of_the_plan() {
    let plan = plan(&["c", "a", "b"], 6);
    let mut games = records(&plan, 2, &[0.0; 3], 0.2);
    let straight: Vec<String> = games.iter().map(|game| game.id.clone()).collect();
    Rng::new(1).shuffle(&mut games);
    let blocks = Blocks::of(&plan, &games);
    let sorted: Vec<String> =
        blocks.complete.iter().flat_map(|block| &block.games).map(|&game| games[game].id.clone()).collect();
    assert_eq!(sorted, straight);
}

/// If the participants keep their sides, each game is a block, and the test steps once per game.
#[test]
fn a_block_without_a_change_of_sides_has_one_game() {
    let mut plan = plan(&["a", "b"], 7);
    plan.format.noswap = true;
    plan.stop = Some(Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized });
    let games = records(&plan, 2, &[0.0; 2], 0.2);
    let blocks = Blocks::of(&plan, &games);
    assert_eq!((games.len(), blocks.complete.len(), blocks.waiting.len()), (7, 7, 0));
    let (numbers, tracker) = (pair(blocks.between(0, 1), &games, "a", "b"), Tracker::of(&plan, &games));
    assert_eq!((numbers.games(), numbers.outcomes.blocks()), (7, 7));
    assert_eq!((tracker.pair(), tracker.sequential().unwrap().blocks), (numbers, 7));
}

/// Blocks with a missing game or a game without a result do not count. Duplicates and games of unknown participants are
/// ignored.
#[test]
fn only_whole_blocks_count() {
    let small = plan(&["a", "b"], 12);
    let mut games = records(&small, 2, &[0.0; 2], 0.0);
    games.remove(3);
    games.push(games[0].clone());
    games[6].result = "none".to_string();
    let strangers = plan(&["a", "x"], 2);
    games.extend(records(&strangers, 2, &[0.0; 2], 0.0));
    let blocks = Blocks::of(&small, &games);
    assert_eq!((blocks.complete.len(), blocks.waiting.len(), blocks.void), (4, 1, 1));
    let numbers = pair(blocks.between(0, 1), &games, "a", "b");
    assert_eq!((numbers.games(), numbers.outcomes.blocks()), (8, 4));
}

/// In a three-sided game, points follow from ranks. If a participant plays two sides, each of them is compared with
/// each side of the other participant.
#[test]
fn points_follow_the_ranks() {
    let plan = plan(&["a", "b", "c"], 3);
    let mut game = records(&plan, 3, &[0.0; 3], 0.0).remove(0);
    for (ranks, expected) in [([1, 2, 3], (2, 2)), ([2, 1, 3], (0, 2)), ([1, 1, 3], (1, 2))] {
        game.ranks = ranks.to_vec();
        assert_eq!(comparison(&game, "a", "b"), expected);
        assert_eq!(comparison(&game, "b", "a"), (2 - expected.0, 2));
    }
    game.seats[2].participant = "a".to_string();
    game.ranks = vec![3, 2, 1];
    assert_eq!(comparison(&game, "a", "b"), (2, 4));
    assert_eq!(comparison(&game, "a", "c"), (0, 0));
}

/// Blocks of two-sided games have five possible outcomes, and blocks of three-sided games have seven.
#[test]
fn outcomes_fit_the_sides() {
    for (sides, outcomes) in [(2, 5), (3, 7)] {
        let plan = plan(&["a", "b", "c"], 30);
        let games = records(&plan, sides, &[0.0; 3], 0.2);
        let blocks = Blocks::of(&plan, &games);
        let numbers = pair(blocks.between(0, 1), &games, "a", "b");
        assert_eq!(numbers.outcomes.counts.len(), outcomes);
        assert_eq!(numbers.games(), 30);
    }
}

/// Blocks are ordered by round first, and only then by block number and pairing. Two participants that meet in several
/// rounds, with sides exchanged, are one pair.
#[test]
fn rounds_come_in_order() {
    let plan = plan(&["a", "b"], 8);
    let mut games = records(&plan, 2, &[0.0; 2], 0.0);
    for game in &mut games {
        // Make the first two blocks the second round, with the sides exchanged.
        let (round, names) = if game.block < 2 { (2, "b:a") } else { (1, "a:b") };
        game.pairing = format!("r{round}/{names}");
    }
    let blocks = Blocks::of(&plan, &games);
    let order: Vec<(u64, u64)> = blocks.complete.iter().map(|block| (block.round, block.number)).collect();
    assert_eq!(order, [(1, 2), (1, 3), (2, 0), (2, 1)]);
    assert_eq!(blocks.complete[2].participants, [1, 0]);
    assert_eq!(pair(blocks.between(0, 1), &games, "a", "b").games(), 8);
}
