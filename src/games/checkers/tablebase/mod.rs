//! Connects endgame databases to the search: converts positions to the pieces of a database and back.

pub mod command;

#[cfg(test)]
mod tests;

use super::position::{Checkers, Rules};
use super::relative_position::{padded, squares};
use egdb::Database;
use egdb::squares::Pieces;
use kit::search::{Tablebase, Wdl};

impl Tablebase<Checkers> for Database {
    #[inline]
    fn probe(&self, position: &Checkers) -> Option<Wdl> {
        self.probe(&pieces_within(self, position)?)
    }

    /// Unlike `probe`, follows captures, because the databases contain no positions with a compulsory capture.
    fn outcome(&self, position: &Checkers) -> Option<Wdl> {
        self.value(&pieces_within(self, position)?)
    }

    fn errors(&self) -> Vec<String> {
        self.take_errors()
    }
}

/// Returns the pieces of a position, or `None` if there are more than in any database. Captures could lead from such a
/// position to one in a database, but they are not followed.
#[inline]
fn pieces_within(database: &Database, position: &Checkers) -> Option<Pieces> {
    let [p1, p2] = position.pieces();
    ((p1 | p2).count_ones() <= database.most_pieces()).then(|| pieces_of(position))
}

/// Returns the pieces of a position from the view of the side to move.
#[inline]
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

/// Creates a position from the pieces as seen by the side to move. The number of plies without progress is 0 and the
/// move number is 1.
pub const fn position_of(rules: &Rules, pieces: &Pieces, p2_to_move: bool) -> Checkers {
    let pieces = if p2_to_move { pieces.swapped() } else { *pieces };
    let sides = [padded(pieces.own()), padded(pieces.other())];
    Checkers::new(rules, sides, padded(pieces.own_kings | pieces.other_kings), p2_to_move, 0, 1)
}
