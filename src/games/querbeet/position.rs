//! The position: the tiles on the board and in the hands, the totals, the round and the turn.

use super::bag::Bag;
use super::board::{Board, KindSet};
use kit::state::State;
use ugi::Seat;

/// The number of tiles dealt to all seats together, which is also the number of turns in a round.
pub const TILES: usize = 18;
/// The maximum number of seats.
pub const SEATS: usize = 3;

/// The rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The eighteen tiles that are dealt.
    pub tiles: Bag,
    /// The number of seats, 2 or 3.
    pub seats: u8,
}

/// A position. Comparison ignores the board of a finished round, which stays visible until the next deal, and what
/// passes have revealed about hands, because the position text contains neither.
#[derive(Clone, Copy, Debug)]
pub struct Querbeet {
    pub(super) rules: Rules,
    pub(super) board: Board,
    pub(super) hands: [Bag; SEATS],
    /// For each seat, the kinds that its unknown tiles cannot be, because they fitted somewhere when the seat passed.
    pub(super) excluded: [KindSet; SEATS],
    pub(super) scores: [i32; SEATS],
    pub(super) plies: u64,
    /// The number of the round, counted from 1; after the last round, one more than the number of rounds.
    pub(super) round: u8,
    /// The number of turns taken in this round, passes included.
    pub(super) turns: u8,
    /// Whether a round is in progress: false before a deal and when the game is over.
    pub(super) running: bool,
}

impl PartialEq for Querbeet {
    fn eq(&self, other: &Self) -> bool {
        let in_text = |p: &Self| (p.rules, p.hands, p.scores, p.plies, p.round, p.turns, p.running);
        in_text(self) == in_text(other) && (!self.running || self.board == other.board)
    }
}

impl Querbeet {
    /// Returns the seat to move after `turns` turns of this round. Each round begins one seat later than the previous
    /// one.
    pub(super) fn seat_after(&self, turns: usize) -> Seat {
        Seat::new((usize::from(self.round) - 1 + turns) % self.seats())
    }

    /// Returns the number of tiles in a hand after the deal, which is also the number of turns of each seat in a round.
    pub(super) fn hand_size(&self) -> usize {
        TILES / self.seats()
    }

    /// Returns the number of turns that a seat has taken in this round.
    pub(super) fn turns_of(&self, seat: Seat) -> usize {
        (0..usize::from(self.turns)).filter(|&turn| self.seat_after(turn) == seat).count()
    }

    /// Returns the seat to move; `None` before a deal and when the game is over.
    pub(super) fn mover(&self) -> Option<Seat> {
        self.running.then(|| self.seat_after(usize::from(self.turns)))
    }
}
