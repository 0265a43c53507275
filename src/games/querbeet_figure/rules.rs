//! The rules: laying tiles, and the end of the puzzle.

use super::moves::Lay;
use super::position::QuerbeetFigure;
use crate::games::querbeet::tile::{PIECES, Piece};
use base::rng::mix;
use kit::state::{Ending, Reason, State};
use ugi::{Seat, Turn};

/// The reason for an ending: the figure is full, and the puzzle is won.
pub(super) const COMPLETE: Reason = Reason::new("complete");
/// The reason for an ending: no tile can be laid and the figure is not full, so the puzzle is lost.
pub(super) const NO_MOVES: Reason = Reason::new("no_moves");

impl State for QuerbeetFigure {
    type Action = Lay;

    fn turn(&self) -> Turn {
        if self.ending().is_some() { Turn::Over } else { Turn::Seat(Seat::P1) }
    }

    /// Returns how the puzzle has ended: it is won if the figure is full, and lost if the figure is not full and no
    /// tile can be laid.
    fn ending(&self) -> Option<Ending> {
        if self.free() == 0 {
            Some(Ending::win(0, COMPLETE))
        } else if self.places().all(|(_, pieces)| pieces == 0) {
            Some(Ending::win(1, NO_MOVES))
        } else {
            None
        }
    }

    fn plies(&self) -> u64 {
        self.plies
    }

    fn actions(&self, out: &mut Vec<Lay>) {
        for (cell, pieces) in self.places() {
            out.extend(Piece::each(pieces).map(|piece| Lay(piece, cell)));
        }
    }

    fn count_actions(&self) -> usize {
        self.places().map(|(_, pieces)| pieces.count_ones() as usize).sum()
    }

    #[inline]
    fn play(&mut self, Lay(piece, cell): Lay) {
        self.board.lay(piece, cell);
        self.stock.take(piece.kind());
        self.plies = self.plies.saturating_add(1);
    }

    /// Returns `true`, because laid tiles are never removed.
    fn is_irreversible(&self, _action: Lay) -> bool {
        true
    }

    fn key(&self) -> u64 {
        let roads = (0..6).map(|edge| self.board.roads(edge));
        let words = [self.figure, self.stock.bits()].into_iter().chain(roads);
        words.fold(PIECES as u64, |key, word| mix(key.rotate_left(7) ^ word))
    }

    fn seats(&self) -> usize {
        1
    }
}
