//! Counts the solutions of a position without listing them, by dynamic programming over the cells. A state consists of
//! the roads across the border between filled and free cells, and the tiles left.

use super::position::QuerbeetFigure;
use super::solver;
use crate::games::querbeet::cell::{Cell, CellSet, shift};
use crate::games::querbeet::tile::{KINDS, Kind, Piece};
use kit::game::Solutions;
use std::collections::HashMap;

/// The maximum number of states in an exact count. Among thousands of random figures with 17 to 19 cells, the worst
/// needed a tenth of this number and took a second.
const BUDGET: usize = 1 << 24;
/// The node limit for listing solutions. Listing gives a lower bound if the exact count needs too many states.
const LISTED: u64 = 1 << 20;

/// A state: a mask of the edges between filled and free cells that have a road, and the tiles left in the stock, as a
/// number of [`StockIndex`].
type State = (u32, u32);

/// Returns the number of ways to fill the free cells, at most `limit`. Two ways differ if at least one cell has
/// different roads; swapping equal tiles does not make a new way. The number is exact unless there are more than
/// `limit` ways, or both the exact count and the listing stop at their internal limits.
pub fn solutions(position: &QuerbeetFigure, limit: u64) -> Solutions {
    let (count, exact) = match count(position, BUDGET) {
        Some(count) => (count, true),
        None => solver::list(position, limit, LISTED),
    };
    if count > limit { Solutions { count: limit, exact: false } } else { Solutions { count, exact } }
}

/// Returns the number of ways to fill the free cells, or `None` if the count needs more than `budget` states.
pub fn count(position: &QuerbeetFigure, budget: usize) -> Option<u64> {
    count_with(position, &StockIndex::new(position), budget)
}

pub(super) fn count_with(position: &QuerbeetFigure, stock: &StockIndex, budget: usize) -> Option<u64> {
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

/// A cell to fill, with its edges grouped by what lies across them.
#[derive(Clone, Default)]
struct Step {
    /// The edges across which a tile laid before the count has a road to this cell.
    roads: u8,
    /// The edges across which a tile laid before the count has no road to this cell, and the edges that lead out of the
    /// figure.
    blanks: u8,
    /// The edges to cells that earlier steps have filled, each with its bit in the state. The bit is set if the edge
    /// has a road.
    arriving: Vec<(usize, u32)>,
    /// The edges to cells that later steps fill, each with its bit in the state.
    leaving: Vec<(usize, u32)>,
    /// The bits of the arriving edges. This step clears them, so that its leaving edges and later ones can reuse them.
    closed: u32,
}

/// Returns the steps for the free cells. Of three cell orders, it uses the one that needs the fewest bits for open
/// edges.
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

/// Returns the steps that fill these cells in this order, and the number of bits that their states need.
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

/// Numbers the subsets of a stock in a mixed radix. The digit of each kind is its number of tiles.
pub(super) struct StockIndex {
    /// For each kind, the place value of its digit, and its number of tiles in the whole stock.
    pub(super) digits: [(u32, u32); KINDS],
    pub(super) whole: u32,
}

impl StockIndex {
    fn new(position: &QuerbeetFigure) -> Self {
        let (mut place_value, mut whole) = (1, 0);
        let mut digits = [(1, 0); KINDS];
        for kind in Kind::all() {
            let count = position.stock.count(kind) as u32;
            digits[kind.index()] = (place_value, count);
            whole += place_value * count;
            place_value *= count + 1;
        }
        Self { digits, whole }
    }

    #[inline]
    fn without(&self, left: u32, kind: Kind) -> Option<u32> {
        let (place_value, most) = self.digits[kind.index()];
        (!(left / place_value).is_multiple_of(most + 1)).then(|| left - place_value)
    }
}
