//! A position of English draughts: what stands where, whose turn it is, the counters.

use super::board::{Bits, KING_ROW};
use super::moves::{Move, Mover};
use kit::plies;

/// The rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Squares are printed and read as 33 − n, as in the diagrams of the leaflet.
    pub turned: bool,
    /// The game is drawn after so many plies without a capture and without a promotion; 0 = never.
    pub draw_plies: u32,
}

/// A position of English draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checkers {
    /// Men and kings of the side to move. The two words change places with every ply: that costs nothing, and
    /// whatever is done for the mover needs no look at the turn.
    pub(super) own: Bits,
    /// Men and kings of the other side.
    pub(super) other: Bits,
    /// Kings of both.
    pub(super) kings: Bits,
    /// Plies without a capture and without a promotion (`H`).
    pub(super) quiet_plies: u64,
    /// The number of the move (`F`), from 1.
    pub(super) full_move: u64,
    /// [`Rules::draw_plies`]
    pub(super) draw_plies: u32,
    /// [`Rules::turned`]
    pub(super) turned: bool,
    pub(super) p2_to_move: bool,
}

impl Checkers {
    /// A position with these men and kings of p1 (dark, `B`) and p2 (light, `W`), kings of both, and counters.
    pub(crate) const fn new(
        rules: &Rules,
        [p1, p2]: [Bits; 2],
        kings: Bits,
        p2_to_move: bool,
        quiet_plies: u64,
        full_move: u64,
    ) -> Self {
        let (own, other) = if p2_to_move { (p2, p1) } else { (p1, p2) };
        let Rules { turned, draw_plies } = *rules;
        Self { own, other, kings, quiet_plies, full_move, draw_plies, turned, p2_to_move }
    }

    /// Men and kings of p1 and of p2.
    #[must_use]
    pub const fn pieces(&self) -> [Bits; 2] {
        if self.p2_to_move { [self.other, self.own] } else { [self.own, self.other] }
    }

    /// Kings of both sides.
    pub(crate) const fn kings(&self) -> Bits {
        self.kings
    }

    /// Plies without progress, and the number of the move.
    pub const fn counters(&self) -> (u64, u64) {
        (self.quiet_plies, self.full_move)
    }

    /// The same position under other rules.
    #[must_use]
    pub const fn under(&self, rules: &Rules) -> Self {
        Self { turned: rules.turned, draw_plies: rules.draw_plies, ..*self }
    }

    /// The rule options in effect.
    pub(crate) const fn rules(&self) -> Rules {
        Rules { turned: self.turned, draw_plies: self.draw_plies }
    }

    /// The index of the side to move.
    #[inline]
    #[must_use]
    pub const fn us(&self) -> usize {
        self.p2_to_move as usize
    }

    /// The pieces of the side to move, ready to move.
    #[inline]
    pub(super) const fn mover(&self) -> Mover {
        Mover::new(self.own, self.other, self.kings, !self.p2_to_move)
    }

    /// The pieces of the other side, as if it were to move.
    #[inline]
    pub(super) const fn opponent(&self) -> Mover {
        Mover::new(self.other, self.own, self.kings, self.p2_to_move)
    }

    /// Leaflet: a draw after 25 moves by each side without a capture and without a promotion.
    #[inline]
    pub(super) const fn is_drawn_by_count(&self) -> bool {
        plies::reached(self.quiet_plies, self.draw_plies)
    }

    /// Does a move crown a man?
    #[inline]
    pub(super) const fn promotes(&self, action: Move) -> bool {
        let is_king = self.kings >> action.from() & 1 != 0;
        !is_king && KING_ROW[self.us()] >> action.to() & 1 != 0
    }
}
