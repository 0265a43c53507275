//! Moves: which tiles of the stock fit on which cells.

use super::position::QuerbeetChain;
use super::spot::Spot;
use crate::games::querbeet::tile::{Piece, PieceSet};

/// A move: a tile, turned, on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lay(pub Piece, pub Spot);

impl QuerbeetChain {
    /// The cells where a tile of the stock can be laid, each with what it can show there; none behind a ring.
    pub(super) fn places(&self) -> Vec<(Spot, PieceSet)> {
        if self.enclosed > 0 { Vec::new() } else { self.laid.places(self.stock.pieces()) }
    }

    /// Is this a legal move?
    pub(super) fn is_legal(&self, Lay(piece, spot): Lay) -> bool {
        self.enclosed == 0 && self.stock.count(piece.kind()) > 0 && self.laid.fits(piece, spot)
    }
}
