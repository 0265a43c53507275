//! Tests for the solver and both counts, which are compared with brute force and with each other.

use super::naive::Naive;
use super::{Lay, QuerbeetFigure, random_position, read};
use crate::games::querbeet_figure::count::{count, solutions};
use crate::games::querbeet_figure::solver::{Solver, list};
use kit::game::{Game, Solutions};
use kit::search::{Control, Report, SearchResult, SearchTask, Searcher, Stop};
use kit::state::State;
use proptest::prelude::*;
use std::collections::BTreeSet;
use ugi::{GameResult, Score};

fn search(root: &QuerbeetFigure, task: &SearchTask<Lay>, nodes: Option<u64>) -> (Vec<Report<Lay>>, SearchResult<Lay>) {
    let (stop, mut reports) = (Stop::new(false), Vec::new());
    let control = Control { nodes, ..Control::new(&stop) };
    let answer = Solver.search(root, task, &control, &mut |report| reports.push(report));
    (reports, answer)
}

/// Plays a line and asserts that each move is legal.
fn follow(root: &QuerbeetFigure, line: &[Lay]) -> QuerbeetFigure {
    line.iter().fold(*root, |position, &lay| {
        assert!(position.is_legal(lay), "{lay:?} in {}", position.position_text());
        position.after(lay)
    })
}

/// Asserts that a search without limits finds a solution, or proves that there is none.
fn check_verdict(root: &QuerbeetFigure, solutions: u64) {
    let (reports, answer) = search(root, &SearchTask::default(), None);
    let [report] = reports.as_slice() else { panic!("{reports:?}") };
    let end = follow(root, &report.pv);
    assert_eq!(report.pv.first().copied(), answer.best);
    let plies = report.pv.len() as i32;
    if solutions > 0 {
        assert_eq!((end.result_with(None), report.score), (GameResult::Win(0), Some(Score::Mate(plies))));
    } else {
        assert_eq!((end.result_with(None), report.score), (GameResult::Win(1), Some(Score::Mate(-plies))));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn small_figures_agree_with_brute_force(cells in 3_u32..9, laid in 0_usize..3, seed in any::<u64>()) {
        let position = random_position(cells, laid, seed);
        let brute = Naive::new(&position.position_text()).solutions();
        prop_assert_eq!(count(&position, usize::MAX), Some(brute));
        prop_assert_eq!(list(&position, u64::MAX - 1, u64::MAX), (brute, true));
        if position.ending().is_none() {
            check_verdict(&position, brute);
        }
    }

    #[test]
    fn larger_figures_have_as_many_solutions_counted_as_listed(
        cells in 9_u32..15, laid in 0_usize..5, seed in any::<u64>(),
    ) {
        let position = random_position(cells, laid, seed);
        let counted = count(&position, usize::MAX).unwrap();
        prop_assert_eq!(list(&position, u64::MAX - 1, u64::MAX), (counted, true));
        if position.ending().is_none() {
            check_verdict(&position, counted);
        }
    }
}

#[test]
fn counts_respect_the_limit_and_the_budget() {
    let hexagon = read("p1:Zc3,c4,d3,d4,d5,e3,e4");
    let counted = |limit| solutions(&hexagon, limit).to_string();
    assert_eq!([counted(1_000_000), counted(60), counted(59), counted(0)], ["60", "60", "59+", "0+"]);
    assert_eq!(count(&hexagon, 10), None);
    assert_eq!(list(&hexagon, 5, u64::MAX), (6, true));
    let (some, complete) = list(&hexagon, 100, 50);
    assert!(some < 60 && !complete);
    let nothing = read("p1:Zd3,d4");
    assert_eq!(solutions(&nothing, 7), Solutions { count: 0, exact: true });
}

#[test]
fn a_full_figure_has_one_solution_left() {
    let position = read("p1:Zb2,b3,c3:Tb2a1,b3a3,c3a5");
    assert_eq!(solutions(&position, 10).to_string(), "1");
}

#[test]
fn several_lines_begin_with_different_tiles_and_all_are_solutions() {
    let root = read("p1:Zc3,c4,d3,d4,d5,e3,e4");
    for wanted in [1, 3, 7, 12, 200] {
        let (reports, _) = search(&root, &SearchTask { multi_pv: wanted, ..SearchTask::default() }, None);
        let firsts: BTreeSet<String> = reports.iter().map(|report| root.action_text(report.pv[0])).collect();
        assert_eq!(firsts.len(), reports.len());
        assert!(reports.len() == wanted || wanted == 200 && reports.len() > 12, "{}", reports.len());
        assert!(reports.iter().all(|report| follow(&root, &report.pv).result_with(None) == GameResult::Win(0)));
    }
}

#[test]
fn only_the_requested_moves_are_searched() {
    let root = read("p1:Zc3,c4,d3,d4,d5,e3,e4");
    for token in super::legal(&root) {
        let first = root.parse_action(&token).unwrap();
        let (reports, answer) = search(&root, &SearchTask { moves: vec![first], ..SearchTask::default() }, None);
        assert_eq!(answer.best, Some(first));
        let solvable = count(&root.after(first), usize::MAX).unwrap() > 0;
        assert_eq!(matches!(reports[0].score, Some(Score::Mate(1..))), solvable, "{token}");
        assert_eq!(reports[0].pv[0], first);
        follow(&root, &reports[0].pv);
    }
}

#[test]
fn limits_are_kept_and_there_is_always_a_move() {
    let root = read("p1:Zb2,b3,b4,c2,c3,c4,c5,d2,d3,d4,d5,d6,e2,e3,e4,e5,f2,f3,f4");
    for nodes in [0, 1, 2, 10, 100, 1000] {
        let (reports, answer) = search(&root, &SearchTask::default(), Some(nodes));
        assert!(answer.nodes <= nodes && answer.best.is_some());
        follow(&root, &reports[0].pv);
        assert_eq!(reports[0].score == Some(Score::Mate(19)), nodes == 1000);
    }
    for depth in 1..=4 {
        let (reports, _) = search(&root, &SearchTask { depth: Some(depth), ..SearchTask::default() }, None);
        assert_eq!(
            (reports[0].depth, reports[0].pv.len(), reports[0].score),
            (depth, depth as usize, Some(Score::Cp(0)))
        );
    }
    let weak = SearchTask { skill: 0, ..SearchTask::default() };
    assert!(search(&root, &weak, None).1.nodes <= 600);
}

#[test]
fn a_line_that_fills_the_figure_is_a_solution() {
    let mut position = read("p1:Zb2,b3,b4,c2,c3,c4,c5,d2,d3,d4,d5,d6,e2,e3,e4,e5,f2,f3,f4");
    let (reports, _) = search(&position, &SearchTask::default(), Some(1000));
    let (_, before) = reports[0].pv.split_last().unwrap();
    before.iter().for_each(|&lay| position.play(lay));
    for nodes in [0, 1] {
        let (reports, answer) = search(&position, &SearchTask::default(), Some(nodes));
        assert_eq!((reports[0].score, answer.score), (Some(Score::Mate(1)), Some(Score::Mate(1))), "{nodes} nodes");
    }
}

#[test]
fn a_stopped_search_proves_nothing() {
    let root = read("p1:Zb2,b3,b4,c2,c3,c4,c5,d2,d3,d4,d5,d6,e2,e3,e4,e5,f2,f3,f4");
    let stop = Stop::new(false);
    stop.stop();
    let mut reports = Vec::new();
    let answer = Solver.search(&root, &SearchTask::default(), &Control::new(&stop), &mut |report| reports.push(report));
    assert_eq!((reports.len(), reports[0].score), (1, Some(Score::Cp(0))));
    assert!(answer.best.is_some_and(|best| root.is_legal(best)));
}
