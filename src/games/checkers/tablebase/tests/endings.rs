//! The engine wins won endings and holds drawn ones against a defender that makes only moves with the best value.

use super::scattered;
use crate::games::checkers::{Checkers, Move, Rules, Strong};
use base::rng::Rng;
use egdb::Database;
use kit::game::Game;
use kit::search::{Control, Evaluate, SearchTask, Searcher, Stop, Tablebase, Wdl};
use kit::state::State;
use std::sync::Arc;
use ugi::GameResult;

const ENDINGS: usize = 60;
const ENGINE_NODES: u64 = 3000;
const DEFENDER_NODES: u64 = 2000;
/// The number of plies after which a drawn ending counts as held and a won one as not won.
const MOST_PLIES: usize = 400;
/// The number of occurrences of a position after which a drawn ending counts as held.
const REPETITIONS: usize = 3;

#[test]
fn endings_of_three_and_four_pieces_are_won_and_held() {
    let database = Database::embedded();
    for draw_plies in [0, 50] {
        let (rules, mut rng) = (Rules { draw_plies, ..Rules::default() }, Rng::new(1));
        let (mut counts, mut failed) = ([0; 3], Vec::new());
        while counts.iter().sum::<usize>() < ENDINGS {
            let root = scattered(&rules, 3 + rng.index(2), &mut rng);
            let value = database.outcome(&root).unwrap();
            if value == Wdl::Loss || root.is_forced() || root.ending().is_some() {
                continue;
            }
            counts[value as usize] += 1;
            if !keeps(&database, root, value) {
                failed.push((value, root.position_text()));
            }
        }
        assert!(counts[Wdl::Win as usize] > 20 && counts[Wdl::Draw as usize] > 5, "{counts:?}");
        // Under the 50-ply rule, a few won endings are drawn: either every win takes more than 50 plies without
        // progress, or these nodes are too few to find one that does not.
        let allowed = if draw_plies == 0 { 0 } else { 3 };
        assert!(failed.iter().all(|(value, _)| *value == Wdl::Win) && failed.len() <= allowed, "{failed:?}");
    }
}

/// Plays a game in which the engine is to move at the root. Returns whether it gets the value of the root or more.
fn keeps(database: &Arc<Database>, root: Checkers, value: Wdl) -> bool {
    let (mut engine, mut defender) = (Strong::default().with_tablebase(Some(database.clone())), Strong::default());
    let (mut position, mut seen) = (root, Vec::new());
    for _ in 0..MOST_PLIES {
        if let Some(ending) = position.ending() {
            let is_won = ending.result == GameResult::Win(root.us());
            return is_won || value == Wdl::Draw && ending.result == GameResult::Draw;
        }
        let earlier_keys = seen.clone();
        seen.push(position.key());
        if value == Wdl::Draw && seen.iter().filter(|&&key| key == position.key()).count() >= REPETITIONS {
            return true;
        }
        let (player, nodes, moves) = if position.us() == root.us() {
            (&mut engine, ENGINE_NODES, Vec::new())
        } else {
            (&mut defender, DEFENDER_NODES, best_moves(database, &position))
        };
        let (task, stop) = (SearchTask { moves, earlier_keys, hash: 1, ..SearchTask::default() }, Stop::default());
        let control = Control { nodes: Some(nodes), ..Control::new(&stop) };
        position.play(player.search(&position, &task, &control, &mut |_| ()).best.unwrap());
    }
    value == Wdl::Draw
}

/// Returns the moves with the best value.
fn best_moves(database: &Database, position: &Checkers) -> Vec<Move> {
    let mut moves = position.legal();
    let value = |action: &Move| database.outcome(&position.after(*action)).map(Wdl::flipped);
    let best = moves.iter().map(value).max().unwrap();
    moves.retain(|action| value(action) == best);
    moves
}
