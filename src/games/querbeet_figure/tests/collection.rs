//! Tests for the built-in figures: the numbers in their table, and a solution for each.

use super::{QuerbeetFigure, Rules, SETS, rules};
use crate::games::querbeet::puzzle::stock::ALL;
use crate::games::querbeet::tile::{KINDS, Kind};
use crate::games::querbeet_figure::collection::{COUNT, NAMES, TABLE, cells, named};
use crate::games::querbeet_figure::count::{StockIndex, count, count_with};
use crate::games::querbeet_figure::solver::{Solver, list};
use kit::game::Game;
use kit::search::{Control, SearchTask, Searcher, Stop};
use kit::state::State;
use ugi::GameResult;

struct Line {
    name: &'static str,
    solutions: u64,
    drawings: u64,
    position: QuerbeetFigure,
}

fn lines() -> Vec<Line> {
    let line = |text: &'static str| {
        let columns: Vec<&str> = text.split('\t').collect();
        let &[name, size, solutions, drawings, figure] = columns.as_slice() else { panic!("{text}") };
        let figure = cells(figure).unwrap();
        assert_eq!(figure.count_ones().to_string(), size, "{text}");
        let position = QuerbeetFigure::start(&Rules { figure, ..rules(SETS[0]) });
        Line { name, solutions: solutions.parse().unwrap(), drawings: drawings.parse().unwrap(), position }
    };
    TABLE.lines().skip(1).map(line).collect()
}

#[test]
fn the_table_is_complete_and_sorted_by_difficulty() {
    let lines = lines();
    assert_eq!(lines.len(), COUNT);
    for (line, name) in lines.iter().zip(NAMES) {
        assert_eq!((line.name, line.position.free()), (name, named(name)));
        assert!(line.solutions > 0, "{name}");
    }
    // The fraction of all drawings that the default tile set can form.
    let share = |line: &Line| line.solutions as f64 / line.drawings as f64;
    assert!(lines.windows(2).all(|pair| share(&pair[0]) >= share(&pair[1])));
}

#[test]
fn every_figure_has_the_number_of_solutions_in_the_table() {
    for line in lines() {
        assert_eq!(count(&line.position, usize::MAX), Some(line.solutions), "{}", line.name);
    }
}

#[test]
fn listing_finds_the_number_of_solutions_in_the_table() {
    for line in lines() {
        assert_eq!(list(&line.position, u64::MAX - 1, u64::MAX), (line.solutions, true), "{}", line.name);
    }
}

#[test]
fn every_figure_has_the_number_of_drawings_in_the_table() {
    for line in lines() {
        assert_eq!(drawings(&line.position), Some(line.drawings), "{}", line.name);
        if line.position.free().count_ones() <= 10 {
            assert_eq!(listed(&line.position), line.drawings, "{}", line.name);
        }
    }
}

/// Returns the number of ways to draw at least two roads on each free cell so that all roads match. All kinds share
/// 1000 tiles, which is more than there are cells.
fn drawings(position: &QuerbeetFigure) -> Option<u64> {
    count_with(position, &StockIndex { digits: [(1, u32::MAX - 1); KINDS], whole: 1000 }, usize::MAX)
}

/// Returns the same number as [`drawings`], by listing all drawings one by one.
fn listed(position: &QuerbeetFigure) -> u64 {
    let Some((cell, _)) = position.places().next() else { return 1 };
    let demands = position.demands();
    let pieces = crate::games::querbeet::tile::Piece::each(demands.fitting(cell));
    let next = |piece| {
        let mut next = *position;
        next.board.lay(piece, cell);
        listed(&next)
    };
    pieces.map(next).sum()
}

#[test]
fn every_figure_is_solved_by_go_within_a_million_nodes() {
    for line in lines() {
        let (stop, mut reports) = (Stop::new(false), Vec::new());
        let control = Control { nodes: Some(1_000_000), ..Control::new(&stop) };
        Solver.search(&line.position, &SearchTask::default(), &control, &mut |report| reports.push(report.pv));
        let end = reports[0].iter().fold(line.position, |position, &lay| {
            assert!(position.is_legal(lay), "{}", line.name);
            position.after(lay)
        });
        assert_eq!(end.result_with(None), GameResult::Win(0), "{}", line.name);
    }
}

#[test]
fn all_nineteen_tiles_fill_the_hexagon_with_three_cells_a_side() {
    let hexagon = lines().into_iter().find(|line| line.name == "hexagon-19").unwrap();
    assert_eq!(hexagon.position.free().count_ones() as usize, ALL);
    assert_eq!(hexagon.position.stock.count(Kind::CENTRE), 1);
    assert_eq!(hexagon.solutions, 576);
}
