//! Endgame databases as the search asks them: where a position of the game becomes pieces on squares and back.

pub mod command;

#[cfg(test)]
mod tests;

use super::position::{Checkers, Rules};
use super::relative_position::{padded, squares};
use egdb::Database;
use egdb::squares::Pieces;
use kit::search::tablebase::{Tablebase, Wdl};

impl Tablebase<Checkers> for Database {
    #[inline]
    fn probe(&self, position: &Checkers) -> Option<Wdl> {
        self.probe(&pieces_within(self, position)?)
    }

    /// Follows captures too: the value is known of any position with few pieces.
    fn outcome(&self, position: &Checkers) -> Option<Wdl> {
        self.value(&pieces_within(self, position)?)
    }

    fn errors(&self) -> Vec<String> {
        self.take_errors()
    }
}

/// The pieces of a position; `None` where they are more than any file has. Captures could lead from there to a file,
/// but are not followed.
#[inline]
fn pieces_within(database: &Database, position: &Checkers) -> Option<Pieces> {
    let [p1, p2] = position.pieces();
    ((p1 | p2).count_ones() <= database.most_pieces()).then(|| pieces_of(position))
}

/// The pieces of a position as its mover sees them.
#[inline]
#[must_use]
pub fn pieces_of(position: &Checkers) -> Pieces {
    let kings = position.kings();
    let [p1, p2] = position.pieces();
    let pieces = Pieces {
        own_men: squares(p1 & !kings),
        own_kings: squares(p1 & kings),
        other_men: squares(p2 & !kings),
        other_kings: squares(p2 & kings),
    };
    if position.us() == 0 { pieces } else { pieces.swapped() }
}

/// The position with these pieces, as its mover sees them; no ply without progress has been played.
#[must_use]
pub const fn position_of(rules: &Rules, pieces: &Pieces, p2_to_move: bool) -> Checkers {
    let pieces = if p2_to_move { pieces.swapped() } else { *pieces };
    let sides = [padded(pieces.own()), padded(pieces.other())];
    Checkers::new(rules, sides, padded(pieces.own_kings | pieces.other_kings), p2_to_move, 0, 1)
}
