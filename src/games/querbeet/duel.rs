//! A round between two seats as a game of perfect information for alpha-beta search. Each seat can infer the other hand
//! after the deal, because all tiles that it does not see are in that hand.

use super::eval::totals;
use super::moves::Action;
use super::position::{Querbeet, TILES};
use kit::search::Evaluate;
use kit::state::{Ending, State};
use ugi::{Seat, Turn};

/// One round between two seats with both hands known. The end of the round is a terminal node of the search, even if
/// the game goes on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Round {
    position: Querbeet,
    /// The seat to move; at the end of the round, the seat that would move next.
    mover: Seat,
}

impl Round {
    /// Returns the current round of a position with known hands; `None` unless a seat is to move.
    pub fn of(position: Querbeet) -> Option<Self> {
        Some(Self { position, mover: position.mover()? })
    }

    /// Returns the number of plies until the end of the round.
    pub fn turns_left(&self) -> u32 {
        (TILES - usize::from(self.position.turns)) as u32
    }

    /// Returns the expected lead of the seat to move in total points at the end of the round, in hundredths of a point.
    fn lead(&self) -> i32 {
        let totals = totals(&self.position);
        let [own, other] = [self.mover.index(), 1 - self.mover.index()].map(|seat| totals[seat]);
        (100.0 * (own - other)) as i32
    }
}

impl State for Round {
    type Action = Action;

    fn turn(&self) -> Turn {
        self.position.turn()
    }

    fn ending(&self) -> Option<Ending> {
        self.position.ending()
    }

    fn plies(&self) -> u64 {
        self.position.plies()
    }

    fn actions(&self, out: &mut Vec<Action>) {
        self.position.actions(out);
    }

    fn play(&mut self, action: Action) {
        self.position.play(action);
        self.mover = Seat::new(1 - self.mover.index());
    }

    #[inline]
    fn is_irreversible(&self, action: Action) -> bool {
        self.position.is_irreversible(action)
    }

    fn key(&self) -> u64 {
        self.position.key()
    }
}

impl Evaluate for Round {
    const ALTERNATES: bool = true;
    const HISTORY_SIZE: usize = 64 * 64;

    fn evaluate(&self) -> i32 {
        self.lead()
    }

    fn terminal_value(&self) -> Option<i32> {
        (self.turn() == Turn::Chance).then(|| self.lead())
    }

    fn encode(action: Action) -> u32 {
        1 + number(action) as u32
    }

    fn history_index(&self, action: Action) -> usize {
        number(action)
    }
}

/// Encodes a move in twelve bits: 64 times the piece's index plus the cell's index. A pass has the unused piece index
/// 63.
fn number(action: Action) -> usize {
    match action {
        Action::Lay(piece, cell) => piece.index() * 64 + cell.index() as usize,
        Action::Pass => 63 * 64,
    }
}
