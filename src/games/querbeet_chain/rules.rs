//! The rules: laying tiles, the end of the puzzle, and the score.

use super::moves::Lay;
use super::position::QuerbeetChain;
use super::spot::Spot;
use crate::games::querbeet::tile::{PIECES, Piece};
use base::rng::mix;
use kit::state::{Ending, Reason, State, Verdict};
use ugi::{Seat, Turn};

/// The reason for an ending: a ring is closed, and the puzzle is won.
pub(super) const POINTS: Reason = Reason::new("points");
/// The reason for an ending: no tile can be laid and there is no ring, so the puzzle is lost.
pub(super) const NO_MOVES: Reason = Reason::new("no_moves");

impl State for QuerbeetChain {
    type Action = Lay;

    fn turn(&self) -> Turn {
        if self.ending().is_some() { Turn::Over } else { Turn::Seat(Seat::P1) }
    }

    /// Returns how the puzzle has ended: it is won with the first ring, and lost if no tile can be laid before there is
    /// a ring.
    fn ending(&self) -> Option<Ending> {
        if self.enclosed > 0 {
            Some(Ending::win(0, POINTS))
        } else if self.places().is_empty() {
            Some(Ending::win(1, NO_MOVES))
        } else {
            None
        }
    }

    fn plies(&self) -> u64 {
        self.plies
    }

    fn actions(&self, out: &mut Vec<Lay>) {
        for (spot, pieces) in self.places() {
            out.extend(Piece::each(pieces).map(|piece| Lay(piece, spot)));
        }
    }

    fn count_actions(&self) -> usize {
        self.places().iter().map(|(_, pieces)| pieces.count_ones() as usize).sum()
    }

    fn play(&mut self, Lay(piece, spot): Lay) {
        let joins = (self.laid.demands(spot).0 & piece.roads()).count_ones();
        self.laid.lay(piece, spot);
        self.stock.take(piece.kind());
        self.plies = self.plies.saturating_add(1);
        // Only a tile with roads to at least two laid tiles can close a ring.
        if joins > 1 {
            self.update_enclosed();
        }
    }

    /// Returns `true`, because laid tiles are never removed.
    fn is_irreversible(&self, _action: Lay) -> bool {
        true
    }

    fn key(&self) -> u64 {
        let tile = |&(spot, piece): &(Spot, Piece)| {
            let (column, row) = spot.from(Spot::MIDDLE);
            (column as u64) << 32 ^ (row as u64) << 16 ^ piece.index() as u64
        };
        let words = [self.stock.bits()].into_iter().chain(self.laid.tiles().iter().map(tile));
        words.fold(PIECES as u64, |key, word| mix(key.rotate_left(7) ^ word))
    }

    fn seats(&self) -> usize {
        1
    }

    fn scores(&self, verdict: Option<Verdict>) -> Vec<i32> {
        match verdict {
            Some(Verdict::Offence(_)) => vec![0],
            Some(Verdict::Declared(_)) | None => vec![i32::from(self.enclosed)],
        }
    }
}
