//! How many ways there are to fill a figure, counted without listing them: cell by cell, with all that is alike so far
//! kept together (dynamic programming over the frontier between filled and free cells and over the tiles that are left).
//!

use super::position::QuerbeetFigure;
use super::solver;
use crate::games::querbeet::cell::{Cell, CellSet, shift};
use crate::games::querbeet::tile::{KINDS, Kind, Piece};
use kit::entry::Solutions;
use std::collections::HashMap;

/// States that a count may come to before it is given up. The worst of thousands of random figures of 17 to 19 cells had
/// a tenth of it, and took a second.
const BUDGET: usize = 1 << 24;
/// Nodes of the list that then gives a number that is too small.
const LISTED: u64 = 1 << 20;

/// What is alike: which of the open edges have a road, and what is left of the stock.
type State = (u32, u32);

/// The ways to fill what is free, exactly where they are no more than `limit`. Two ways differ when some cell shows
/// another picture; equal tiles are not told apart.
pub fn solutions(position: &QuerbeetFigure, limit: u64) -> Solutions {
    let (count, exact) = match count(position, BUDGET) {
        Some(count) => (count, true),
        None => solver::list(position, limit, LISTED),
    };
    if count > limit { Solutions { count: limit, exact: false } } else { Solutions { count, exact } }
}

/// The ways to fill what is free, or `None` when that comes to more states than `budget`.
pub fn count(position: &QuerbeetFigure, budget: usize) -> Option<u64> {
    count_with(position, &Numbered::new(position), budget)
}

/// The ways to draw two or more roads on each free cell so that they agree, whatever tiles there are: what the table of
/// figures measures their difficulty by.
#[cfg(test)]
pub fn drawings(position: &QuerbeetFigure) -> Option<u64> {
    count_with(position, &Numbered::endless(), usize::MAX)
}

fn count_with(position: &QuerbeetFigure, stock: &Numbered, budget: usize) -> Option<u64> {
    let mut layer = HashMap::from([((0, stock.whole), 1)]);
    let mut states = 0;
    for step in plan(position) {
        let mut next: HashMap<State, u64> = HashMap::new();
        for (&(open, left), &ways) in &layer {
            let roads = step.arriving.iter().filter(|&&(_, slot)| open >> slot & 1 == 1);
            let roads = roads.fold(step.roads, |roads, &(edge, _)| roads | 1 << edge);
            let blanks = step.arriving.iter().fold(step.blanks, |all, &(edge, _)| all | 1 << edge) & !roads;
            let open = open & !step.closed;
            for piece in Piece::each(Piece::matching(roads, blanks)) {
                let Some(left) = stock.without(left, piece.kind()) else { continue };
                let leaving = step.leaving.iter().filter(|&&(edge, _)| piece.roads() >> edge & 1 == 1);
                let open = leaving.fold(open, |open, &(_, slot)| open | 1 << slot);
                *next.entry((open, left)).or_insert(0) += ways;
            }
        }
        layer = next;
        states += layer.len();
        if states > budget {
            return None;
        }
    }
    Some(layer.values().sum())
}

/// One cell, with what is known of its edges when its turn comes.
#[derive(Clone, Default)]
struct Step {
    /// Edges with a road of a tile that lies already.
    roads: u8,
    /// Edges to a blank of such a tile, or out of the figure.
    blanks: u8,
    /// Edges to cells filled before, each with the bit that says whether it has a road.
    arriving: Vec<(usize, u32)>,
    /// Edges to cells filled later, each with its bit.
    leaving: Vec<(usize, u32)>,
    /// The bits of the arriving edges, free again.
    closed: u32,
}

/// The free cells, in the one of three directions in which the fewest edges are ever open.
fn plan(position: &QuerbeetFigure) -> Vec<Step> {
    let along = |axis: usize| {
        let mut cells: Vec<Cell> = Cell::each(position.free()).collect();
        let place = |cell: &Cell| (cell.index() / 8, cell.index() % 8);
        cells.sort_by_key(|cell| match (axis, place(cell)) {
            (0, (row, column)) => (row, column),
            (1, (row, column)) => (column, row),
            (_, (row, column)) => (row + column, column),
        });
        steps(position, &cells)
    };
    let widest = |(_, width): &(Vec<Step>, u32)| *width;
    (0..3).map(along).min_by_key(widest).map(|(steps, _)| steps).unwrap_or_default()
}

/// The steps over these cells, and how many bits they need.
fn steps(position: &QuerbeetFigure, cells: &[Cell]) -> (Vec<Step>, u32) {
    let demands = position.demands();
    let mut slots: HashMap<(CellSet, CellSet), u32> = HashMap::new();
    let mut unused: Vec<u32> = Vec::new();
    let (mut steps, mut width) = (Vec::new(), 0);
    for &cell in cells {
        let mut step = Step { roads: demands.roads(cell), blanks: demands.blanks(cell), ..Step::default() };
        let open = (0..6).filter(|edge| (step.roads | step.blanks) >> edge & 1 == 0);
        for edge in open.collect::<Vec<_>>() {
            let neighbour = shift(cell.bit(), edge);
            match slots.remove(&(neighbour, cell.bit())) {
                Some(slot) => step.arriving.push((edge, slot)),
                None => step.leaving.push((edge, 0)),
            }
        }
        step.closed = step.arriving.iter().fold(0, |bits, &(_, slot)| bits | 1 << slot);
        unused.extend(step.arriving.iter().map(|&(_, slot)| slot));
        for (edge, slot) in &mut step.leaving {
            *slot = unused.pop().unwrap_or_else(|| {
                width += 1;
                width - 1
            });
            slots.insert((cell.bit(), shift(cell.bit(), *edge)), *slot);
        }
        steps.push(step);
    }
    (steps, width)
}

/// Every part of the stock as one number: a digit a kind.
struct Numbered {
    /// What a tile of the kind is worth, and how many there are.
    digits: [(u32, u32); KINDS],
    whole: u32,
}

impl Numbered {
    fn new(position: &QuerbeetFigure) -> Self {
        let (mut worth, mut whole) = (1, 0);
        let mut digits = [(1, 0); KINDS];
        for kind in Kind::all() {
            let count = position.stock.count(kind) as u32;
            digits[kind.index()] = (worth, count);
            whole += worth * count;
            worth *= count + 1;
        }
        Self { digits, whole }
    }

    /// More tiles of every kind than there are cells.
    #[cfg(test)]
    const fn endless() -> Self {
        Self { digits: [(1, u32::MAX - 1); KINDS], whole: 1000 }
    }

    #[inline]
    fn without(&self, left: u32, kind: Kind) -> Option<u32> {
        let (worth, most) = self.digits[kind.index()];
        (!(left / worth).is_multiple_of(most + 1)).then(|| left - worth)
    }
}
