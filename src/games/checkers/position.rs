//! A position of English draughts: pieces, side to move, counters.

use super::board::{Bits, KING_ROW};
use super::moves::{Move, Mover};
use kit::plies;

/// The rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Whether square n of the standard numbering is printed and read as 33 − n, as in the diagrams of the Jijbent.nl
    /// leaflet.
    pub turned: bool,
    /// The number of plies without a capture or a promotion after which the game is a draw; 0 means never.
    pub draw_plies: u32,
}

/// A position of English draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checkers {
    /// Men and kings of the side to move. `own` and `other` are swapped at every ply, so that move generation need not
    /// select the pieces of the side to move.
    pub(super) own: Bits,
    /// Men and kings of the other side.
    pub(super) other: Bits,
    /// Kings of both sides.
    pub(super) kings: Bits,
    /// Plies without a capture or a promotion (`H`).
    pub(super) quiet_plies: u64,
    /// The move number (`F`), counted from 1. It increases after each move of p2.
    pub(super) full_move: u64,
    /// See [`Rules::draw_plies`].
    pub(super) draw_plies: u32,
    /// See [`Rules::turned`].
    pub(super) turned: bool,
    pub(super) p2_to_move: bool,
}

impl Checkers {
    /// Creates a position from the pieces of p1 (dark, `B`) and p2 (light, `W`), the kings of both, and the counters.
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

    /// Returns the pieces of p1 and those of p2, men and kings together.
    pub const fn pieces(&self) -> [Bits; 2] {
        if self.p2_to_move { [self.other, self.own] } else { [self.own, self.other] }
    }

    /// Returns the kings of both sides as one set.
    pub(crate) const fn kings(&self) -> Bits {
        self.kings
    }

    /// Returns the number of plies without progress and the move number.
    pub const fn counters(&self) -> (u64, u64) {
        (self.quiet_plies, self.full_move)
    }

    /// Returns the same position with other rule options.
    pub const fn with_rules(&self, rules: &Rules) -> Self {
        Self { turned: rules.turned, draw_plies: rules.draw_plies, ..*self }
    }

    /// Returns the rule options.
    pub(crate) const fn rules(&self) -> Rules {
        Rules { turned: self.turned, draw_plies: self.draw_plies }
    }

    /// Returns the zero-based seat of the side to move: 0 for p1, 1 for p2.
    #[inline]
    pub const fn us(&self) -> usize {
        self.p2_to_move as usize
    }

    /// Returns the move generator for the side to move.
    #[inline]
    pub(super) const fn mover(&self) -> Mover {
        Mover::new(self.own, self.other, self.kings, !self.p2_to_move)
    }

    /// Returns the move generator for the other side, as if that side were to move.
    #[inline]
    pub(super) const fn opponent(&self) -> Mover {
        Mover::new(self.other, self.own, self.kings, self.p2_to_move)
    }

    /// Returns whether the number of plies without progress has reached the limit for a draw. According to the game's
    /// leaflet, the game is a draw after 25 moves by each side without a capture or a promotion.
    #[inline]
    pub(super) const fn is_drawn_by_count(&self) -> bool {
        plies::reached(self.quiet_plies, self.draw_plies)
    }

    /// Returns whether a move of the side to move crowns a man, i.e. whether a man ends the move on its king row.
    #[inline]
    pub(super) const fn promotes(&self, action: Move) -> bool {
        let is_king = self.kings >> action.from() & 1 != 0;
        !is_king && KING_ROW[self.us()] >> action.to() & 1 != 0
    }
}
