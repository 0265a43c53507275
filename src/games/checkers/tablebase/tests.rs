//! Tests for the databases: values checked against the rules, published positions, played endings, and the `egdb probe`
//! command.

mod command;
mod endings;
mod facts;
mod values;

use crate::games::checkers::board::place;
use crate::games::checkers::{Checkers, Rules};
use base::rng::Rng;

/// Returns a position with at most `pieces` pieces on random squares and a random side to move. A square that is drawn
/// twice for the same side yields only one piece.
fn scattered(rules: &Rules, pieces: usize, rng: &mut Rng) -> Checkers {
    loop {
        let mut sides = [0, 0];
        let mut kings = 0;
        for _ in 0..pieces {
            let (seat, square) = (rng.index(2), rng.below(32) as u8);
            let bit = 1 << place(square);
            let on_king_row = if seat == 0 { square >= 28 } else { square < 4 };
            sides[seat] |= bit;
            kings |= if on_king_row || rng.index(2) == 0 { bit } else { 0 };
        }
        let [p1, p2] = sides;
        if p1 & p2 == 0 && p1 != 0 && p2 != 0 {
            return Checkers::new(rules, sides, kings, rng.index(2) == 1, 0, 1);
        }
    }
}
