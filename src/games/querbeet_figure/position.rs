//! The position: the figure, the laid tiles, the stock.

use crate::games::querbeet::bag::Bag;
use crate::games::querbeet::board::{Board, Fringe};
use crate::games::querbeet::cell::CellSet;
use crate::games::querbeet::puzzle::stock::Stock;

/// The rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The cells of the start position's figure, 1 to 19.
    pub figure: CellSet,
    /// The eighteen tiles of the stock; the centre tile is added to them.
    pub tiles: Bag,
}

/// A position of the figure puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct QuerbeetFigure {
    pub(super) figure: CellSet,
    pub(super) board: Board,
    pub(super) stock: Stock,
    pub(super) plies: u64,
}

impl QuerbeetFigure {
    /// Returns the cells of the figure without a tile.
    pub fn free(&self) -> CellSet {
        self.figure & !self.board.laid()
    }

    /// Returns the edges at which tiles on the free cells must have a road, and those at which they must have none.
    pub(super) fn demands(&self) -> Fringe {
        self.board.fringe().within(self.free(), self.figure)
    }
}
