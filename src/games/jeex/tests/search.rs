//! The strong player on jeex: short wins are found, and without prunings it equals plain negamax.

use super::{Jeex, legal, random_positions, read};
use crate::game::{Game, GameResult};
use crate::games::Entry;
use crate::notation::Notation;
use crate::options::Values;
use crate::search::alphabeta::{AlphaBeta, Techniques};
use crate::search::{Control, Evaluate, MATE, Score, Searcher, Stop, Task};

fn think(player: &mut dyn Searcher<Jeex>, position: &Jeex, depth: u32) -> (String, Score) {
    let stop = Stop::new(false);
    let mut score = None;
    let task = Task { depth: Some(depth), hash: 1, ..Task::default() };
    let answer = player.search(position, &task, &Control::new(&stop), &mut |report| score = Some(report.score));
    (position.action_text(answer.best.unwrap()), score.unwrap())
}

#[test]
fn short_wins_are_found() {
    for (text, depth, best, score) in [
        ("B:Wb2w,c3e:Bd3sw:S5,5:H0:F6", 1, "jeex", Score::Mate(1)),
        // Black's stone does not touch the centre and captures nothing: no attack can be answered in time.
        ("W:Wb2n:Be3e:S0,0:H0:F2", 4, "b2e", Score::Mate(3)),
        // The same with one ply left before the count of idle plies draws.
        ("W:Wb2n:Be3e:S0,0:H48:F30", 4, "", Score::Cp(0)),
    ] {
        let (found, value) = think(&mut *Jeex::strong(&Values::default()), &read(text), depth);
        assert_eq!(value, score, "{text}");
        assert!(best.is_empty() || found == best, "{text}: {found}");
    }
}

#[test]
fn without_prunings_it_equals_negamax() {
    let mut number = 0;
    random_positions(20, 12, |position| {
        number += 1;
        if number % 25 == 0 && position.ending().is_none() && !position.is_opening() {
            let (_, score) = think(&mut AlphaBeta::with(Techniques::EXACT), position, 3);
            assert_eq!(score, Score::from_value(negamax(position, 3, 0)), "{}", position.position_text());
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
