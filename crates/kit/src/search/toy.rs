//! A random game for tests of searches. A seed determines its tree, which is small and contains many transpositions,
//! forced moves, wins and draws. The no-progress counter of a position is not part of its key.

use crate::search::evaluate::Evaluate;
use crate::state::{Ending, Reason, State};
use base::rng::mix;
use ugi::{Seat, Turn};

/// Number of states per ply, small so that paths transpose.
const STATES: u64 = 40;

/// A position. Except for the no-progress counter `calm`, its properties follow from hashes of seed, ply and state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Toy {
    seed: u64,
    ply: u64,
    state: u64,
    calm: u32,
}

/// Salts of the hash, one per property.
#[derive(Clone, Copy)]
enum Salt {
    Ending = 1,
    Moves,
    Forced,
    Next,
    Evaluation,
    Progress,
}

impl Toy {
    /// Number of plies without progress after which the game is a draw.
    const CALM: u32 = 7;

    /// Returns the initial position of the game with this seed.
    pub(crate) const fn start(&seed: &u64) -> Self {
        Self { seed, ply: 0, state: 0, calm: 0 }
    }

    fn hash(&self, salt: Salt, extra: u64) -> u64 {
        mix(mix(self.seed ^ self.ply << 32 ^ self.state << 8 ^ salt as u64) ^ extra)
    }
}

impl State for Toy {
    type Action = u8;

    fn turn(&self) -> Turn {
        if self.ending().is_some() { Turn::Over } else { Turn::Seat(Seat::new((self.ply % 2) as usize)) }
    }

    fn ending(&self) -> Option<Ending> {
        match self.hash(Salt::Ending, 0) % 24 {
            _ if self.ply == 0 => None,
            end @ 0..2 => Some(Ending::win(end as usize, Reason::new("no_moves"))),
            2 => Some(Ending::draw(Reason::MAX_PLIES)),
            _ if self.plies_left() == 0 => Some(Ending::draw(Reason::NO_PROGRESS)),
            _ => None,
        }
    }

    fn plies(&self) -> u64 {
        self.ply
    }

    fn plies_left(&self) -> u32 {
        Self::CALM - self.calm
    }

    fn actions(&self, out: &mut Vec<u8>) {
        if self.ending().is_none() {
            out.extend(0..(1 + self.hash(Salt::Moves, 0) % 5) as u8);
        }
    }

    fn play(&mut self, action: u8) {
        let progress = self.hash(Salt::Progress, action.into()).is_multiple_of(6);
        self.state = self.hash(Salt::Next, action.into()) % STATES;
        self.calm = if progress { 0 } else { self.calm + 1 };
        self.ply += 1;
    }

    fn key(&self) -> u64 {
        mix(self.seed ^ self.ply << 32 ^ self.state << 8)
    }
}

impl Evaluate for Toy {
    const HISTORY_SIZE: usize = 8;

    fn evaluate(&self) -> i32 {
        (self.hash(Salt::Evaluation, 0) % 401) as i32 - 200
    }

    fn is_forced(&self) -> bool {
        // Chains of forced moves end within eight plies.
        !self.ply.is_multiple_of(8) && self.hash(Salt::Forced, 0).is_multiple_of(4)
    }

    fn encode(action: u8) -> u32 {
        u32::from(action) + 1
    }

    fn history_index(&self, action: u8) -> usize {
        usize::from(action)
    }

    fn order(&self, action: u8) -> i32 {
        i32::from(action % 3)
    }

    fn is_quiet(&self, action: u8) -> bool {
        action != 3
    }
}
