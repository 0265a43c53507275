//! English draughts as a position that is copied and played on: turn, crowning, endings. Knows no text.

use super::board::{Bits, KING_ROW};
use super::moves::{Move, Mover, sizes};
use crate::game::{Ending, Game, NoEvent, Reason, Seat, Turn};
use crate::notation::plies_of_full_move;
use crate::rng::{Rng, mix};

/// The rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Squares are printed and read as 33 − n, as in the diagrams of the leaflet.
    pub turned: bool,
    /// The game is drawn after so many plies without a capture and without a promotion; 0 = never.
    pub draw_plies: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self { turned: false, draw_plies: 50 }
    }
}

/// A position of English draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checkers {
    /// Men and kings of p1 (dark, `B`) and of p2 (light, `W`).
    pub(super) pieces: [Bits; 2],
    /// Kings of both.
    pub(super) kings: Bits,
    /// Plies without a capture and without a promotion (`H`).
    pub(super) quiet_plies: u64,
    /// The number of the move (`F`), from 1.
    pub(super) full_move: u64,
    pub(super) rules: Rules,
    /// Is p2 to move?
    pub(super) p2_to_move: bool,
}

impl Checkers {
    /// The index of the side to move.
    #[inline]
    pub(super) const fn us(&self) -> usize {
        self.p2_to_move as usize
    }

    /// The pieces of the side to move, ready to move.
    #[inline]
    pub(super) const fn mover(&self) -> Mover {
        let us = self.us();
        Mover::new(self.pieces[us], self.pieces[1 - us], self.kings, !self.p2_to_move)
    }

    /// Leaflet: a draw after 25 moves by each side without a capture and without a promotion.
    #[inline]
    const fn is_drawn_by_count(&self) -> bool {
        self.quiet_plies >= self.rules.draw_plies as u64 && self.rules.draw_plies != 0
    }

    /// Does a move crown a man?
    #[inline]
    pub(super) const fn promotes(&self, action: Move) -> bool {
        let is_king = self.kings >> action.from() & 1 != 0;
        !is_king && KING_ROW[self.us()] >> action.to() & 1 != 0
    }
}

impl Game for Checkers {
    const NAME: &'static str = "checkers";

    type Rules = Rules;
    type Action = Move;
    type Event = NoEvent;

    fn start(rules: &Rules) -> Self {
        let p1 = 0x1EFF;
        let p2 = 0xFF << 27 | 0xF << 22;
        Self { pieces: [p1, p2], kings: 0, quiet_plies: 0, full_move: 1, rules: *rules, p2_to_move: false }
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.is_drawn_by_count() || !self.mover().can_move() {
            Turn::Over
        } else {
            Turn::Seat(Seat::new(self.us()))
        }
    }

    fn ending(&self) -> Option<Ending> {
        let us = self.us();
        // Leaflet: who has no pieces left or cannot move has lost. That comes before the draw.
        if self.pieces[us] == 0 {
            Some(Ending::win(1 - us, Reason::NoPieces))
        } else if !self.mover().can_move() {
            Some(Ending::win(1 - us, Reason::NoMoves))
        } else if self.is_drawn_by_count() {
            Some(Ending::draw(Reason::NoProgress))
        } else {
            None
        }
    }

    fn plies(&self) -> u64 {
        plies_of_full_move(self.full_move, self.p2_to_move)
    }

    #[inline]
    fn plies_left(&self) -> u32 {
        if self.rules.draw_plies == 0 {
            return u32::MAX;
        }
        u64::from(self.rules.draw_plies).saturating_sub(self.quiet_plies) as u32
    }

    #[inline]
    fn actions(&self, out: &mut Vec<Move>) {
        if !self.is_drawn_by_count() {
            self.mover().list(out);
        }
    }

    #[inline]
    fn count_actions(&self) -> usize {
        if self.is_drawn_by_count() { 0 } else { self.mover().count() }
    }

    #[inline]
    fn play(&mut self, action: Move) {
        let us = self.us();
        let (from, to, taken) = (action.from(), action.to(), action.taken());
        let was_king = self.kings >> from & 1;
        let on_king_row = KING_ROW[us] >> to & 1;
        self.pieces[us] = self.pieces[us] & !(1 << from) | 1 << to;
        self.pieces[1 - us] &= !taken;
        self.kings = self.kings & !(1 << from | taken) | (was_king | on_king_row) << to;
        let progress = taken != 0 || on_king_row & !was_king != 0;
        self.quiet_plies = if progress { 0 } else { self.quiet_plies.saturating_add(1) };
        self.full_move = self.full_move.saturating_add(us as u64);
        self.p2_to_move = !self.p2_to_move;
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

    #[inline]
    fn key(&self) -> u64 {
        // Both words in one 128-bit product, folded (Wang Yi's wyhash); a mix is cheaper here than tables kept up to date.
        let p1 = u128::from(self.pieces[0] ^ 0xA076_1D64_78BD_642F);
        let product = p1 * u128::from(self.pieces[1] ^ 0xE703_7ED1_A0B4_28DB);
        let kings = (self.kings << 1 | u64::from(self.p2_to_move)).wrapping_mul(0x8EBC_6AF0_9C88_C6E3);
        mix(product as u64 ^ (product >> 64) as u64 ^ kings)
    }

    fn happen(&mut self, event: &NoEvent) {
        match *event {}
    }
}
