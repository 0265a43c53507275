//! Move generation: which tiles of the stock fit on which cells.

use super::position::QuerbeetFigure;
use crate::games::querbeet::cell::Cell;
use crate::games::querbeet::tile::{Piece, PieceSet};

/// A move: lays a tile, in one rotation, on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lay(pub Piece, pub Cell);

impl QuerbeetFigure {
    /// Returns every free cell with the pieces of the stock that fit on it. The set of pieces may be empty.
    #[inline]
    pub(super) fn places(&self) -> impl Iterator<Item = (Cell, PieceSet)> + use<> {
        let (demands, pieces) = (self.demands(), self.stock.pieces());
        Cell::each(self.free()).map(move |cell| (cell, demands.fitting(cell) & pieces))
    }

    /// Returns whether this is a legal move.
    pub(super) fn is_legal(&self, Lay(piece, cell): Lay) -> bool {
        self.places().any(|(place, pieces)| place == cell && pieces & piece.bit() != 0)
    }
}
