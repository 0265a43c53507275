//! Endgame databases: win, draw or loss of every position with few pieces. This file is the list of its parts, and where
//! a position of the game becomes one of theirs. `docs/checkers-egdb.md` tells how they are made and written.

mod backwards;
mod bits;
mod blocks;
mod build;
mod cache;
mod captures;
pub mod command;
mod database;
mod encode;
mod file;
mod ground;
mod half;
mod header;
mod huffman;
mod longest;
mod masks;
mod material;
mod play;
mod plies;
mod progress;
mod rank;
mod roots;
mod runs;
mod slice;
mod solve;
mod squares;
mod turn;
mod verify;

#[cfg(test)]
mod tests;

pub use database::Database;

use super::board::{Bits, place};
use super::rules::{Checkers, Rules};
use super::seen;
use kit::search::tablebase::{Tablebase, Wdl};
use squares::{Pieces, Squares, each};

impl Tablebase<Checkers> for Database {
    #[inline]
    fn probe(&self, position: &Checkers) -> Option<Wdl> {
        let [p1, p2] = position.pieces();
        if (p1 | p2).count_ones() > self.most_pieces() {
            return None;
        }
        self.probe(&pieces_of(position))
    }

    fn outcome(&self, position: &Checkers) -> Option<Wdl> {
        Self::outcome(self, position)
    }

    fn faults(&self) -> Vec<String> {
        self.take_faults()
    }
}

impl Database {
    /// The value of any position for the side to move, those with a capture to be made too, by the rules without a draw
    /// by counting; `None` where no file says it.
    #[must_use]
    pub fn outcome(&self, position: &Checkers) -> Option<Wdl> {
        let [p1, p2] = position.pieces();
        // By captures a position can become much smaller, but nobody needs that.
        if (p1 | p2).count_ones() > self.most_pieces() {
            return None;
        }
        self.value(&pieces_of(position))
    }
}

/// The pieces of a position as its mover sees them.
#[inline]
fn pieces_of(position: &Checkers) -> Pieces {
    let kings = position.kings();
    let [p1, p2] = position.pieces();
    let pieces = Pieces {
        own_men: seen::squares(p1 & !kings),
        own_kings: seen::squares(p1 & kings),
        other_men: seen::squares(p2 & !kings),
        other_kings: seen::squares(p2 & kings),
    };
    if position.us() == 0 { pieces } else { pieces.swapped() }
}

/// The position of the game with these pieces, p2 to move; the plies are not counted.
fn position_of(pieces: &Pieces) -> Checkers {
    let padded = |set: Squares| each(set.reverse_bits()).map(|square| 1 << place(square as u8)).sum::<Bits>();
    let sides = [padded(pieces.other()), padded(pieces.own())];
    let kings = padded(pieces.own_kings | pieces.other_kings);
    Checkers::new(&Rules { draw_plies: 0, ..Rules::default() }, sides, kings, true, 0, 1)
}
