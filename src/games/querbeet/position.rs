//! A position: the tiles on the board and in the hands, the totals, whose turn it is.

use super::bag::Bag;
use super::board::{Board, KindSet};
use kit::game::{Game, Seat};

/// Tiles in hands, and turns a round, of all seats together.
pub const TILES: usize = 18;
/// The most seats there are.
pub const SEATS: usize = 3;

/// The rule options in effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The eighteen.
    pub tiles: Bag,
    /// 2 or 3.
    pub seats: u8,
}

/// A position. What its text does not hold takes no part in comparing: the board of a finished round, which stays in
/// sight until the next deal, and what passes have told about hands.
#[derive(Clone, Copy, Debug)]
pub struct Querbeet {
    pub(super) rules: Rules,
    pub(super) board: Board,
    pub(super) hands: [Bag; SEATS],
    /// Kinds that are not among the unknown tiles of a seat's hand: when it passed, they fitted and it had none.
    pub(super) excluded: [KindSet; SEATS],
    pub(super) scores: [i32; SEATS],
    pub(super) plies: u64,
    /// From 1; one more than there are when the game is over.
    pub(super) round: u8,
    /// Turns taken in the round, passes too.
    pub(super) turns: u8,
    /// False while a deal is awaited, and when the game is over.
    pub(super) running: bool,
}

impl PartialEq for Querbeet {
    fn eq(&self, other: &Self) -> bool {
        let in_text = |p: &Self| (p.rules, p.hands, p.scores, p.plies, p.round, p.turns, p.running);
        in_text(self) == in_text(other) && (!self.running || self.board == other.board)
    }
}

impl Querbeet {
    /// The seat that has taken `turns` turns of this round before it: each round another seat begins.
    pub(super) fn seat_after(&self, turns: usize) -> Seat {
        Seat::new((usize::from(self.round) - 1 + turns) % self.seats())
    }

    /// Turns of a seat in a round, and tiles in a hand at its start.
    pub(super) fn hand_size(&self) -> usize {
        TILES / self.seats()
    }

    /// Turns that a seat has taken in this round.
    pub(super) fn turns_of(&self, seat: Seat) -> usize {
        (0..usize::from(self.turns)).filter(|&turn| self.seat_after(turn) == seat).count()
    }

    /// The seat to move.
    pub(super) fn mover(&self) -> Option<Seat> {
        self.running.then(|| self.seat_after(usize::from(self.turns)))
    }
}
