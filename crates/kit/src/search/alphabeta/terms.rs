//! How much of a move is searched.

use super::aim::DECIDED;
use super::order::{is_quiet, is_refutation};

/// So many moves and the square of the depth are tried before the late quiet ones are left out.
const LATE_MOVES: i32 = 2;

/// What decides how much of a move is searched: the same for all moves of a node.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    pub(super) depth: i32,
    /// Is the side to move forced to change the balance?
    pub(super) forced: bool,
    /// The static evaluation, where branches may be cut on it.
    pub(super) standing: Option<i32>,
    /// `Margins::futility` of the game.
    pub(super) futility: [i32; 2],
}

impl Terms {
    /// Nothing is left out, nothing reduced.
    #[cfg(test)]
    pub(super) const fn whole(depth: i32) -> Self {
        Self { depth, forced: true, standing: None, futility: [0; 2] }
    }

    /// Is a move of this rank left out, and with it all that rank lower, among them those that lose something? So many
    /// moves were tried before, and the best of them is worth `best`.
    #[inline]
    pub(super) fn leave_out(&self, rank: i32, tried: usize, alpha: i32, best: i32) -> bool {
        let Self { depth, forced, futility, .. } = *self;
        self.standing.is_some_and(|standing| {
            is_quiet(rank)
                && !forced
                && !is_refutation(rank)
                && best > -DECIDED
                && (tried as i32 >= depth * depth + LATE_MOVES || standing + futility[0] + futility[1] * depth <= alpha)
        })
    }
}
