//! Move generation: which tiles of the stock fit on which cells.

use super::notation::spot;
use super::position::QuerbeetChain;
use super::spot::Spot;
use crate::games::querbeet::facts::{check_edges, ensure, read_lay};
use crate::games::querbeet::tile::{Piece, PieceSet};
use kit::about::Refusal;

/// A move: lays a tile, in one rotation, on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lay(pub Piece, pub Spot);

impl QuerbeetChain {
    /// Returns each cell on which a tile of the stock can be laid, with the pieces that fit on it. The list is empty if
    /// there is a ring.
    pub(super) fn places(&self) -> Vec<(Spot, PieceSet)> {
        if self.enclosed > 0 { Vec::new() } else { self.laid.places(self.stock.pieces()) }
    }

    /// Returns whether this is a legal move.
    pub(super) fn is_legal(&self, Lay(piece, spot): Lay) -> bool {
        self.enclosed == 0 && self.stock.count(piece.kind()) > 0 && self.laid.fits(piece, spot)
    }

    /// Checks that a token is a legal move.
    ///
    /// # Errors
    /// Returns why it is not.
    pub(super) fn check_lay(&self, token: &str) -> Result<(), Refusal> {
        let (piece, spot) = read_lay(token, spot)?;
        let name = spot.name();
        ensure(self.stock.count(piece.kind()) > 0, "not_held", &[&piece.kind().letter()])?;
        ensure(self.laid.piece(spot).is_none(), "occupied", &[&name])?;
        let (roads, blanks) = self.laid.demands(spot);
        ensure(roads | blanks != 0, "apart", &[&name])?;
        ensure(roads != 0, "no_road", &[&name])?;
        check_edges(piece, &name, (roads, blanks), |edge| Some(spot.beyond(edge).name()))
    }
}
