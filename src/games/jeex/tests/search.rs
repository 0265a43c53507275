//! Tests for the strong player in Jeex: it finds short wins, returns the score of plain negamax if it does not prune,
//! and recognises draws by repetition.

use super::{Action, Jeex, legal, random_positions, read};
use kit::game::Game;
use kit::options::Values;
use kit::search::AlphaBeta;
use kit::search::{Control, Evaluate, MATE, SearchTask, Searcher, Stop, Techniques, score_of};
use kit::state::State;
use ugi::{GameResult, Score};

fn think(player: &mut dyn Searcher<Jeex>, position: &Jeex, depth: u32) -> (String, Score) {
    let stop = Stop::new(false);
    let mut score = None;
    let task = SearchTask { depth: Some(depth), hash: 1, ..SearchTask::default() };
    let answer = player.search(position, &task, &Control::new(&stop), &mut |report| score = report.score);
    (position.action_text(answer.best.unwrap()), score.unwrap())
}

#[test]
fn short_wins_are_found() {
    for (text, depth, best, score) in [
        ("B:Wb2w,c3e:Bd3sw:S5,5:H0:F6", 1, "jeex", Score::Mate(1)),
        // Black's stone does not touch the centre and cannot capture, so Black cannot answer an attack in time.
        ("W:Wb2n:Be3e:S0,0:H0:F2", 4, "b2e", Score::Mate(3)),
        // The same stones, two plies before the no-progress rule makes a draw.
        ("W:Wb2n:Be3e:S0,0:H48:F30", 4, "", Score::Cp(0)),
    ] {
        let (found, value) = think(&mut Jeex::strong(&Values::default()), &read(text), depth);
        assert_eq!(value, score, "{text}");
        assert!(best.is_empty() || found == best, "{text}: {found}");
    }
}

#[test]
fn without_pruning_it_equals_negamax() {
    let mut number = 0;
    random_positions(20, 12, |position| {
        number += 1;
        if number % 25 == 0 && position.ending().is_none() && !position.is_opening() {
            let (_, score) = think(&mut AlphaBeta::with(Techniques::EXACT), position, 3);
            assert_eq!(score, score_of(negamax(position, 3, 0)), "{}", position.position_text());
        }
    });
    assert!(number > 200);
}

fn negamax(position: &Jeex, depth: u32, ply: i32) -> i32 {
    match position.ending().map(|ending| ending.result) {
        Some(GameResult::Win(team)) if team == position.mover.index() => MATE - ply,
        Some(GameResult::Win(_)) => ply - MATE,
        Some(_) => 0,
        None if depth == 0 => position.evaluate(),
        None => legal(position)
            .into_iter()
            .map(|action| -negamax(&position.after(action), depth - 1, ply + 1))
            .max()
            .unwrap(),
    }
}

/// Returns the score that a search reports last.
fn score(player: &mut AlphaBeta<Jeex>, position: &Jeex, task: SearchTask<Action>) -> Score {
    let stop = Stop::new(false);
    let mut score = None;
    player.search(position, &task, &Control::new(&stop), &mut |report| score = report.score);
    score.unwrap()
}

/// A mating line whose first move leads to the third occurrence of a position is a draw. This must hold at depth 1, at
/// larger depths, with several threads, and in a mate search.
#[test]
fn the_third_occurrence_is_a_draw_in_every_search() {
    let position = read("W:Wb2n:Be3e:S0,0:H0:F2");
    let first = position.parse_action("b2e").unwrap();
    let before = vec![position.after(first).key(); 2];
    for (techniques, depth, mate, threads) in [
        (Techniques::FULL, Some(1), None, 1),
        (Techniques::FULL, Some(6), None, 1),
        (Techniques::FULL, Some(6), None, 3),
        (Techniques::EXACT, Some(4), None, 1),
        (Techniques::FULL, None, Some(3), 1),
    ] {
        let task = |before| SearchTask {
            depth,
            mate,
            moves: vec![first],
            threads,
            hash: 1,
            earlier_keys: before,
            ..SearchTask::default()
        };
        let mut player = AlphaBeta::with(techniques);
        let without = score(&mut player, &position, task(Vec::new()));
        assert!(without == Score::Mate(3) || depth == Some(1), "{without:?}");
        // The player's transposition table still contains the scores of the search without the history.
        assert_eq!(score(&mut player, &position, task(before.clone())), Score::Cp(0), "{depth:?} {threads}");
        // With only one earlier occurrence, the move leads to the second occurrence, which is not a draw.
        assert_ne!(score(&mut player, &position, task(before[..1].to_vec())), Score::Cp(0));
    }
}

/// The opponent's reply leads to the third occurrence. Transposition table entries from a search without the history
/// must not hide this draw.
#[test]
fn a_draw_that_the_reply_forces_is_seen() {
    let position = read("W:Wb2n:Be3e:S0,0:H0:F2");
    let first = position.parse_action("b2e").unwrap();
    let reply = position.after(first).parse_action("e3w").unwrap();
    let before = vec![position.after(first).after(reply).key(); 2];
    for threads in [1, 3] {
        let task = |before| SearchTask {
            depth: Some(6),
            moves: vec![first],
            threads,
            hash: 1,
            earlier_keys: before,
            ..SearchTask::default()
        };
        let mut player = AlphaBeta::new();
        assert_eq!(score(&mut player, &position, task(Vec::new())), Score::Mate(3));
        assert_eq!(score(&mut player, &position, task(before.clone())), Score::Cp(0));
    }
}
