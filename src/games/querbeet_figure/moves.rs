//! Move generation: which tiles of the stock fit on which cells.

use super::position::QuerbeetFigure;
use crate::games::querbeet::cell::Cell;
use crate::games::querbeet::facts::{check_edges, ensure, neighbour, read_lay};
use crate::games::querbeet::tile::{Piece, PieceSet};
use crate::games::querbeet::tokens::cell;
use kit::about::Refusal;

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

    /// Checks that a token is a legal move.
    ///
    /// # Errors
    /// Returns why it is not.
    pub(super) fn check_lay(&self, token: &str) -> Result<(), Refusal> {
        let (piece, cell) = read_lay(token, cell)?;
        let name = cell.name();
        ensure(self.stock.count(piece.kind()) > 0, "not_held", &[&piece.kind().letter()])?;
        ensure(self.figure & cell.bit() != 0, "outside", &[&name])?;
        ensure(self.board.laid() & cell.bit() == 0, "occupied", &[&name])?;
        let demands = self.demands();
        let demands = (demands.roads(cell), demands.blanks(cell));
        check_edges(piece, &name, demands, |edge| neighbour(self.board.laid(), cell, edge))
    }
}
