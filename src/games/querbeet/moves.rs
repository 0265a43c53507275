//! Moves, and the cells on which tiles fit.

use super::bag::Bag;
use super::cell::Cell;
use super::position::Querbeet;
use super::tile::{Piece, PieceSet};

/// A move: laying a tile, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Lays a tile, in one rotation, on a cell.
    Lay(Piece, Cell),
    /// Lays nothing, because no tile in the hand fits anywhere.
    Pass,
}

impl Querbeet {
    /// Returns each cell on which at least one of `pieces` fits, with the pieces that fit there.
    #[inline]
    pub(super) fn places(&self, pieces: PieceSet) -> impl Iterator<Item = (Cell, PieceSet)> {
        let fringe = self.board.fringe();
        Cell::each(fringe.cells).map(move |cell| (cell, fringe.fitting(cell) & pieces)).filter(|&(_, set)| set != 0)
    }

    /// Returns whether this is a legal move of the seat to move, whose hand must be known.
    pub(super) fn is_legal(&self, action: Action) -> bool {
        let Some(seat) = self.mover() else { return false };
        let pieces = self.hands[seat.index()].pieces();
        match action {
            Action::Lay(piece, cell) => self.places(pieces).any(|(place, set)| place == cell && set & piece.bit() != 0),
            Action::Pass => self.places(pieces).next().is_none(),
        }
    }

    /// Returns the hand of the seat to move; `None` if no seat is to move or the hand has unknown tiles.
    pub(super) fn known_hand(&self) -> Option<Bag> {
        self.mover().map(|seat| self.hands[seat.index()]).filter(|hand| hand.unknown() == 0)
    }
}
