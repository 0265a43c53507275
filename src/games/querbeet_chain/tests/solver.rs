//! Tests for the solver: comparison with brute force, bounds, limits, and the largest ring.

use super::{Lay, QuerbeetChain, SETS, actions, compact_move, read, rules};
use crate::games::querbeet_chain::solver::Solver;
use base::rng::Rng;
use kit::game::Game;
use kit::search::{Control, Report, SearchResult, SearchTask, Searcher, Stop};
use kit::state::State;
use std::collections::{BTreeSet, HashMap};
use ugi::{Bound, GameResult, Score};

fn search(root: &QuerbeetChain, task: &SearchTask<Lay>, nodes: Option<u64>) -> (Vec<Report<Lay>>, SearchResult<Lay>) {
    search_on(&mut Solver::new(), root, task, nodes)
}

fn search_on(
    solver: &mut Solver,
    root: &QuerbeetChain,
    task: &SearchTask<Lay>,
    nodes: Option<u64>,
) -> (Vec<Report<Lay>>, SearchResult<Lay>) {
    let (stop, mut reports) = (Stop::new(false), Vec::new());
    let control = Control { nodes, ..Control::new(&stop) };
    let answer = solver.search(root, task, &control, &mut |report| reports.push(report));
    (reports, answer)
}

/// Plays a line and asserts that each move is legal.
fn follow(root: &QuerbeetChain, line: &[Lay]) -> QuerbeetChain {
    line.iter().fold(*root, |position, &lay| {
        assert!(position.is_legal(lay), "{lay:?} in {}", position.position_text());
        position.after(lay)
    })
}

/// Returns the maximum number of cells that can be enclosed from this position, by an exhaustive search. `known` caches
/// the results by position text.
fn brute(position: &QuerbeetChain, known: &mut HashMap<String, u8>) -> u8 {
    if position.ending().is_some() {
        return position.enclosed;
    }
    let text = position.position_text();
    if let Some(&best) = known.get(&text) {
        return best;
    }
    let moves = actions(position).into_iter();
    let best = moves.map(|lay| brute(&position.after(lay), known)).max().unwrap_or_default();
    known.insert(text, best);
    best
}

/// Plays a random game until `left` tiles are left in the stock, and returns the position. Returns `None` if the game
/// is over by then.
fn late(left: usize, seed: u64) -> Option<QuerbeetChain> {
    let mut rng = Rng::new(seed);
    let mut position = QuerbeetChain::start(&rules(SETS[rng.index(SETS.len())]));
    while position.stock.len() > left {
        position.play(compact_move(&position, &mut rng)?);
    }
    position.ending().is_none().then_some(position)
}

#[test]
fn late_positions_agree_with_brute_force() {
    let mut seen = [0; 2];
    for (left, wanted) in [(1, 40), (2, 40), (3, 4)] {
        let positions = (0..).filter_map(|seed| late(left, seed)).take(wanted);
        for position in positions {
            let best = brute(&position, &mut HashMap::new());
            let (reports, _) = search(&position, &SearchTask::default(), None);
            let last = reports.last().unwrap();
            let end = follow(&position, &last.pv);
            let text = position.position_text();
            assert_eq!((end.enclosed, last.bound), (best, Bound::Exact), "{text}");
            let plies = last.pv.len() as i32;
            let score = if best > 0 { Score::Cp(100 * i32::from(best)) } else { Score::Mate(-plies) };
            assert_eq!(last.score, Some(score), "{text}");
            assert!(matches!(reports[0], Report { bound: Bound::Upper, score: Some(Score::Cp(most)), .. }
                if most >= 100 * i32::from(best)));
            seen[usize::from(best > 0)] += 1;
        }
    }
    assert!(seen[0] > 5 && seen[1] > 20, "{seen:?}");
}

#[test]
fn a_required_first_tile_agrees_with_brute_force() {
    for position in (0..).filter_map(|seed| late(2, seed)).take(8) {
        for first in actions(&position).into_iter().step_by(5) {
            let best = brute(&position.after(first), &mut HashMap::new());
            let (reports, answer) =
                search(&position, &SearchTask { moves: vec![first], ..SearchTask::default() }, None);
            assert_eq!(answer.best, Some(first));
            let end = follow(&position, &reports.last().unwrap().pv);
            assert_eq!(end.enclosed, best, "{}", position.position_text());
        }
    }
}

#[test]
fn sixteen_cells_are_proved_to_be_the_maximum() {
    let root = read("p1");
    let (reports, answer) = search(&root, &SearchTask::default(), Some(1_000_000));
    let last = reports.last().unwrap();
    assert_eq!((last.score, last.bound, last.pv.len()), (Some(Score::Cp(1600)), Bound::Exact, 18));
    let end = follow(&root, &last.pv);
    assert_eq!((end.enclosed, end.result_with(None)), (16, GameResult::Win(0)));
    assert_eq!(answer.best, last.pv.first().copied());
    assert_eq!((reports[0].score, reports[0].bound, reports[0].pv.len()), (Some(Score::Cp(1900)), Bound::Upper, 0));
    // Each lower bound must be better than the one before.
    let better = reports.iter().filter(|report| report.bound == Bound::Lower).filter_map(|report| report.score);
    assert!(better.clone().count() > 5);
    assert!(
        better.clone().zip(better.skip(1)).all(|pair| matches!(pair, (Score::Cp(one), Score::Cp(next)) if one < next))
    );
}

#[test]
fn limits_are_kept_and_there_is_always_a_move() {
    let root = read("p1");
    for nodes in [0, 1, 10, 100, 1000, 20_000] {
        let (reports, answer) = search(&root, &SearchTask::default(), Some(nodes));
        let last = reports.last().unwrap();
        assert!(answer.nodes <= nodes && answer.best == last.pv.first().copied() && answer.best.is_some());
        let best = 100 * i32::from(follow(&root, &last.pv).enclosed);
        assert_eq!((last.score, last.bound), (Some(Score::Cp(best)), Bound::Lower), "{nodes} nodes");
    }
    for depth in 1..=9 {
        let (reports, _) = search(&root, &SearchTask { depth: Some(depth), ..SearchTask::default() }, None);
        let last = reports.last().unwrap();
        let end = follow(&root, &last.pv);
        assert!(last.pv.len() <= depth as usize);
        // The shortest ring has six tiles. One of them is the centre tile, so five more are enough.
        assert_eq!(last.score == Some(Score::Cp(0)), depth < 5, "{depth}");
        assert_eq!(end.enclosed > 0, depth >= 5, "{depth}");
    }
    let weak = SearchTask { skill: 0, ..SearchTask::default() };
    assert!(search(&root, &weak, None).1.nodes <= 600);
}

#[test]
fn the_line_of_the_last_search_is_kept_while_it_is_played() {
    let mut solver = Solver::new();
    let mut position = read("p1");
    let (reports, answer) = search_on(&mut solver, &position, &SearchTask::default(), Some(200_000));
    position.play(answer.best.unwrap());
    let Some(Score::Cp(first)) = reports.last().unwrap().score else { panic!("{reports:?}") };
    // One node is too few to find a ring, so the solver must play the rest of the first search's line.
    while position.ending().is_none() {
        let (reports, answer) = search_on(&mut solver, &position, &SearchTask::default(), Some(1));
        assert_eq!(reports.last().unwrap().score, Some(Score::Cp(first)));
        position.play(answer.best.unwrap());
    }
    assert_eq!(100 * i32::from(position.enclosed), first);
    solver.clear();
    let (reports, _) = search_on(&mut solver, &read("p1"), &SearchTask::default(), Some(1));
    assert_ne!(reports.last().unwrap().score, Some(Score::Cp(first)));
}

#[test]
fn several_lines_begin_with_different_tiles_and_close_the_same_ring() {
    let root = read("p1");
    let (reports, _) = search(&root, &SearchTask { multi_pv: 3, ..SearchTask::default() }, Some(20_000));
    let last = reports.iter().rposition(|report| report.multi_pv == 1).unwrap();
    let lines = &reports[last..];
    let firsts: BTreeSet<String> = lines.iter().map(|report| root.action_text(report.pv[0])).collect();
    assert!(lines.len() >= 2 && firsts.len() == lines.len(), "{firsts:?}");
    let ends: BTreeSet<String> = lines.iter().map(|report| follow(&root, &report.pv).position_text()).collect();
    assert_eq!(ends.len(), 1);
}

#[test]
fn a_stopped_search_proves_nothing() {
    let (root, stop) = (read("p1"), Stop::new(false));
    stop.stop();
    let mut reports = Vec::new();
    let answer =
        Solver::new().search(&root, &SearchTask::default(), &Control::new(&stop), &mut |report| reports.push(report));
    let last = reports.last().unwrap();
    let best = 100 * i32::from(follow(&root, &last.pv).enclosed);
    assert_eq!((last.score, last.bound), (Some(Score::Cp(best)), Bound::Lower));
    assert!(answer.best.is_some_and(|best| root.is_legal(best)));
}
