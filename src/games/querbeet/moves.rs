//! Move generation: lists and counts the legal moves, and picks one at random.

use super::bag::Bag;
use super::cell::Cell;
use super::position::Querbeet;
use super::tile::{Piece, PieceSet};
use base::rng::Rng;

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
    fn known_hand(&self) -> Option<Bag> {
        self.mover().map(|seat| self.hands[seat.index()]).filter(|hand| hand.unknown() == 0)
    }

    /// Appends the legal moves of the seat to move. Appends nothing if no seat is to move or the mover's hand has
    /// unknown tiles.
    pub(super) fn list_moves(&self, out: &mut Vec<Action>) {
        let Some(hand) = self.known_hand() else { return };
        let before = out.len();
        for (cell, pieces) in self.places(hand.pieces()) {
            out.extend(Piece::each(pieces).map(|piece| Action::Lay(piece, cell)));
        }
        if out.len() == before {
            out.push(Action::Pass);
        }
    }

    /// Returns the number of moves that [`Querbeet::list_moves`] appends.
    pub(super) fn count_moves(&self) -> usize {
        let Some(hand) = self.known_hand() else { return 0 };
        self.places(hand.pieces()).map(|(_, pieces)| pieces.count_ones() as usize).sum::<usize>().max(1)
    }

    /// Returns a random legal move of the seat to move; all are equally likely. Returns `None` if no seat is to move or
    /// the mover's hand has unknown tiles.
    pub(super) fn random_move(&self, rng: &mut Rng) -> Option<Action> {
        let hand = self.known_hand()?;
        let mut places = [(Cell::MIDDLE, 0); 37];
        let (mut count, mut total) = (0, 0);
        for place in self.places(hand.pieces()) {
            places[count] = place;
            count += 1;
            total += place.1.count_ones() as usize;
        }
        if total == 0 {
            return Some(Action::Pass);
        }
        pick(places, rng.index(total)).map(|(piece, cell)| Action::Lay(piece, cell))
    }
}

/// Returns the piece at index `number` in the concatenation of all places' piece sets, with its cell; `None` if the
/// sets have no more than `number` pieces in total.
#[inline]
pub fn pick<C>(places: impl IntoIterator<Item = (C, PieceSet)>, mut number: usize) -> Option<(Piece, C)> {
    for (cell, pieces) in places {
        let size = pieces.count_ones() as usize;
        if number < size {
            return Some((Piece::nth(pieces, number), cell));
        }
        number -= size;
    }
    None
}
