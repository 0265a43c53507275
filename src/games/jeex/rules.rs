//! The rules of Jeex: turns, the effects of moves, and the end of the game.

use super::moves::Action;
use super::position::{Jeex, other};
use base::rng::{Rng, mix};
use kit::plies;
use kit::state::{Ending, Reason, State};
use ugi::{Seat, Turn};

/// The reason for an ending: a player has claimed correctly and wins.
pub(super) const CLAIM: Reason = Reason::new("claim");
/// The reason for an ending: a player has claimed wrongly and loses.
pub(super) const WRONG_CLAIM: Reason = Reason::new("wrong_claim");
/// The reason for an ending: a side has no stones on the board after the opening, so the game is a draw.
pub(super) const NO_STONES: Reason = Reason::new("no_stones");

impl State for Jeex {
    type Action = Action;

    #[inline]
    fn turn(&self) -> Turn {
        if self.ending().is_some() { Turn::Over } else { Turn::Seat(self.mover) }
    }

    #[inline]
    fn ending(&self) -> Option<Ending> {
        if let Some(winner) = self.claim_won_by {
            // The claim has passed the turn to the other side, so the winner is to move only if the claim was wrong.
            let reason = if winner == self.mover { WRONG_CLAIM } else { CLAIM };
            Some(Ending::win(winner.index(), reason))
        } else if !self.is_opening() && self.stones.contains(&0) {
            Some(Ending::draw(NO_STONES))
        } else if plies::reached(self.idle, self.rules.draw_plies) {
            Some(Ending::draw(Reason::NO_PROGRESS))
        } else if plies::reached(self.plies(), self.rules.max_plies) {
            Some(Ending::draw(Reason::MAX_PLIES))
        } else {
            None
        }
    }

    fn repetitions(&self) -> Option<u32> {
        Some(self.rules.repetition.into()).filter(|&most| most > 0)
    }

    /// Besides claims and opening placements, only captures on a battlefield are irreversible, because they remove a
    /// stone from the game. Later moves can undo all other captures and placements.
    #[inline]
    fn is_irreversible(&self, action: Action) -> bool {
        match action {
            Action::Place(..) => self.is_opening(),
            Action::Rotate(..) => false,
            Action::Capture(_, to) => self.rules.battlefields & to.bit() != 0,
            Action::Claim => true,
        }
    }

    #[inline]
    fn plies(&self) -> u64 {
        plies::of_full_move(self.full_move, self.mover == Seat::P2)
    }

    fn plies_left(&self) -> u32 {
        plies::left(self.idle, self.rules.draw_plies).min(plies::left(self.plies(), self.rules.max_plies))
    }

    fn actions(&self, out: &mut Vec<Action>) {
        if self.ending().is_none() {
            self.list_moves(out);
        }
    }

    fn count_actions(&self) -> usize {
        if self.ending().is_none() { self.count_moves() } else { 0 }
    }

    #[inline]
    fn play(&mut self, action: Action) {
        let mover = self.mover.index() & 1;
        match action {
            Action::Place(field, direction) => {
                self.stock[mover] = self.stock[mover].saturating_sub(1);
                self.put(self.mover, field, direction);
                self.idle = 0;
            }
            Action::Rotate(field, direction) => {
                self.lift(field);
                self.put(self.mover, field, direction);
                self.idle = self.idle.saturating_add(1);
            }
            Action::Capture(from, to) => {
                // According to the game's leaflet, the capturing stone keeps its direction. The captured stone is
                // turned over and joins the capturing player's stock, or leaves the game if it was on a battlefield.
                let direction = self.direction_on(from);
                self.lift(from);
                self.lift(to);
                self.put(self.mover, to, direction);
                self.stock[mover] += u8::from(self.rules.battlefields & to.bit() == 0);
                self.idle = 0;
            }
            Action::Claim => {
                self.claim_won_by = Some(if self.claim_is_right() { self.mover } else { other(self.mover) });
            }
        }
        self.full_move = self.full_move.saturating_add(mover as u64);
        self.mover = other(self.mover);
    }

    fn key(&self) -> u64 {
        let phase = self.mover.index() as u64 | u64::from(self.is_opening()) << 1;
        let sets = self.stones.map(u64::from);
        let stock = self.stock.map(u64::from);
        let counts = sets[0] | sets[1] << 16 | stock[0] << 32 | stock[1] << 40 | phase << 48;
        mix(self.directions ^ mix(counts | u64::from(self.rules.battlefields) << 50))
    }

    fn random_action(&self, rng: &mut Rng, _: &mut Vec<Action>) -> Option<Action> {
        if self.ending().is_none() { self.random_move(rng) } else { None }
    }
}
