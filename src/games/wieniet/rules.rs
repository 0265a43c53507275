//! The rules of Wie niet weg is: turns, the effects of moves, and the end of the game.

use super::board::{Tile, straight_between};
use super::moves::Action;
use super::position::{GOAL, Wieniet};
use base::rng::{Rng, mix};
use kit::plies;
use kit::search::Evaluate;
use kit::state::{Ending, Reason, State};
use ugi::{Seat, Turn};

/// The reason for an ending: a side has seven stones off and wins.
pub(super) const STONES_OFF: Reason = Reason::new("stones_off");

impl Wieniet {
    /// Moves one of the mover's stones and returns whether the move turned or took a stone.
    fn walk(&mut self, from: Tile, to: Tile) -> bool {
        let me = self.us();
        let both = from.bit() | to.bit();
        let was_up = self.up & from.bit() != 0;
        self.stones[me] ^= both;
        if was_up {
            self.up ^= both;
        }
        let row = straight_between(from, to);
        if row == 0 {
            return false;
        }
        if !was_up {
            // According to the game's leaflet, a stone's first horizontal or vertical jump turns the stone for the rest
            // of the game.
            self.up |= to.bit();
            return true;
        }
        // According to the game's leaflet, a jumping stone that was already circle up takes the circle-up stones of its
        // own colour in the row that it crosses.
        let taken = row & self.up & self.stones[me];
        self.stones[me] ^= taken;
        self.up ^= taken;
        self.off[me] += taken.count_ones() as u8;
        taken != 0
    }
}

impl State for Wieniet {
    type Action = Action;

    #[inline]
    fn turn(&self) -> Turn {
        if self.ending().is_some() { Turn::Over } else { Turn::Seat(Seat::new(self.us())) }
    }

    #[inline]
    fn ending(&self) -> Option<Ending> {
        if self.off[0] >= GOAL || self.off[1] >= GOAL {
            Some(Ending::win(usize::from(self.off[1] >= GOAL), STONES_OFF))
        } else if plies::reached(self.no_progress, self.rules.draw_plies) {
            Some(Ending::draw(Reason::NO_PROGRESS))
        } else if plies::reached(self.plies(), self.rules.max_plies) {
            Some(Ending::draw(Reason::MAX_PLIES))
        } else {
            None
        }
    }

    /// A move that lays, turns or takes a stone is irreversible, because later moves cannot undo this.
    fn is_irreversible(&self, action: Action) -> bool {
        match action {
            Action::Lay(_) => true,
            Action::Move(..) | Action::Pass => !self.is_quiet(action),
        }
    }

    #[inline]
    fn plies(&self) -> u64 {
        plies::of_full_move(self.full_move, self.side == 1)
    }

    fn plies_left(&self) -> u32 {
        plies::left(self.no_progress, self.rules.draw_plies).min(plies::left(self.plies(), self.rules.max_plies))
    }

    fn actions(&self, out: &mut Vec<Action>) {
        if self.ending().is_none() {
            self.list_moves(out);
        }
    }

    fn count_actions(&self) -> usize {
        if self.ending().is_none() { self.count_moves() } else { 0 }
    }

    fn play(&mut self, action: Action) {
        let progress = match action {
            Action::Lay(tile) => {
                let you = self.them();
                self.stones[you] |= tile.bit();
                self.unlaid[you] -= 1;
                true
            }
            Action::Move(from, to) => self.walk(from, to),
            Action::Pass => false,
        };
        self.no_progress = if progress { 0 } else { self.no_progress.saturating_add(1) };
        self.full_move = self.full_move.saturating_add(u64::from(self.side));
        self.side ^= 1;
    }

    fn key(&self) -> u64 {
        // The key omits the stones off, because the stones on the board and the setup flag determine their numbers.
        let flags = u64::from(self.side) | u64::from(self.is_setting_up()) << 1 | u64::from(self.rules.mixed_rows) << 2;
        mix(self.stones[0] ^ mix(self.stones[1] ^ mix(self.up | flags << 56)))
    }

    fn random_action(&self, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Option<Action> {
        if self.ending().is_none() { Some(self.random_move(rng)) } else { None }
    }
}
