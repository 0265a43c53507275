//! Two seats know each other's tiles once they are dealt: whatever is not seen is in the other hand. So a round between
//! them hides nothing, and alpha-beta search plays it to its end. Works on views.

use super::eval::totals;
use super::moves::Action;
use super::position::{Querbeet, TILES};
use kit::game::{Ending, Game, Seat, State, Turn};
use kit::search::Evaluate;

/// One round of a duel, with both hands known. It is settled when it ends, although the game may go on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Round {
    position: Querbeet,
    /// The seat to move, or that would be.
    mover: Seat,
}

impl Round {
    /// The round that a position without holes is in, while a seat is to move.
    #[must_use]
    pub fn of(position: Querbeet) -> Option<Self> {
        Some(Self { position, mover: position.mover()? })
    }

    /// Plies that remain.
    #[must_use]
    pub fn turns_left(&self) -> u32 {
        (TILES - usize::from(self.position.turns)) as u32
    }

    /// Hundredths of a point that the seat to move is ahead by, as expected.
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

impl Game for Round {}

impl Evaluate for Round {
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

/// Piece and cell in twelve bits; all pieces are below 63.
fn number(action: Action) -> usize {
    match action {
        Action::Lay(piece, cell) => piece.index() * 64 + cell.index() as usize,
        Action::Pass => 63 * 64,
    }
}
