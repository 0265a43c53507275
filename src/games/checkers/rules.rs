//! The rules of English draughts: turns, promotion, the end of the game.

use super::board::KING_ROW;
use super::moves::{Move, sizes};
use super::position::Checkers;
use base::rng::{Rng, mix};
use kit::plies;
use kit::state::{Ending, Reason, State};
use ugi::{Seat, Turn};

/// The reason for an ending: the side to move has no pieces left, so it has lost.
pub(super) const NO_PIECES: Reason = Reason::new("no_pieces");
/// The reason for an ending: the side to move has pieces but no legal move, so it has lost.
pub(super) const NO_MOVES: Reason = Reason::new("no_moves");

impl State for Checkers {
    type Action = Move;

    #[inline]
    fn turn(&self) -> Turn {
        if self.is_drawn_by_count() || !self.mover().can_move() { Turn::Over } else { Turn::Seat(Seat::new(self.us())) }
    }

    fn ending(&self) -> Option<Ending> {
        let us = self.us();
        // According to the game's leaflet, the side to move has lost if it has no pieces or no legal move. The loss
        // takes precedence over a draw by the move-count rule.
        if self.own == 0 {
            Some(Ending::win(1 - us, NO_PIECES))
        } else if !self.mover().can_move() {
            Some(Ending::win(1 - us, NO_MOVES))
        } else if self.is_drawn_by_count() {
            Some(Ending::draw(Reason::NO_PROGRESS))
        } else {
            None
        }
    }

    /// Captures and moves of men are irreversible: captured pieces never return, and men never move backwards.
    #[inline]
    fn is_irreversible(&self, action: Move) -> bool {
        action.is_capture() || self.kings >> action.from() & 1 == 0
    }

    fn plies(&self) -> u64 {
        plies::of_full_move(self.full_move, self.p2_to_move)
    }

    #[inline]
    fn plies_left(&self) -> u32 {
        plies::left(self.quiet_plies, self.draw_plies)
    }

    #[inline]
    fn actions(&self, out: &mut Vec<Move>) {
        if !self.is_drawn_by_count() {
            self.mover().list(out);
        }
    }

    #[inline]
    fn count_actions(&self) -> usize {
        if self.is_drawn_by_count() { 0 } else { self.mover().count() as usize }
    }

    fn count_replies(&self, list: &mut Vec<Move>) -> Option<u64> {
        // With one ply left before the draw, a move without progress ends the game, so it has no replies. The bulk
        // count ignores this rule.
        (self.plies_left() > 1).then(|| self.mover().count_replies(&self.opponent(), list))
    }

    #[inline]
    fn play(&mut self, action: Move) {
        *self = self.after(action);
    }

    #[inline]
    fn after(&self, action: Move) -> Self {
        let (from, to, taken) = (action.from(), action.to(), action.taken());
        let was_king = self.kings >> from & 1;
        let on_king_row = KING_ROW[self.us()] >> to & 1;
        let progress = taken != 0 || on_king_row & !was_king != 0;
        Self {
            own: self.other & !taken,
            other: self.own & !(1 << from) | 1 << to,
            kings: self.kings & !(1 << from | taken) | (was_king | on_king_row) << to,
            quiet_plies: if progress { 0 } else { self.quiet_plies.saturating_add(1) },
            full_move: self.full_move.saturating_add(self.us() as u64),
            p2_to_move: !self.p2_to_move,
            ..*self
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        // As in Wang Yi's wyhash, the piece sets are multiplied, and the halves of the 128-bit product are combined by
        // XOR. In checkers this is faster than incremental Zobrist keys.
        let own = u128::from(self.own ^ 0xA076_1D64_78BD_642F);
        let product = own * u128::from(self.other ^ 0xE703_7ED1_A0B4_28DB);
        let kings = (self.kings << 1 | u64::from(self.p2_to_move)).wrapping_mul(0x8EBC_6AF0_9C88_C6E3);
        mix(product as u64 ^ (product >> 64) as u64 ^ kings)
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        if self.is_drawn_by_count() {
            return None;
        }
        let mover = self.mover();
        if mover.must_capture() {
            scratch.clear();
            mover.list(scratch);
            return Some(scratch[rng.index(scratch.len())]);
        }
        let count = sizes(mover.steps()) as usize;
        if count == 0 { None } else { mover.nth_step(rng.index(count) as u32) }
    }
}
