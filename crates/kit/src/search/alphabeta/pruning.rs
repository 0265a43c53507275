//! How much of a move is searched.

use super::goal::DECIDED;
use super::order::{is_killer, is_quiet};

/// So many moves and the square of the depth are tried before the late quiet ones are left out.
const LATE_MOVES: i32 = 2;

/// What decides how much of a move is searched: the same for all moves of a node.
#[derive(Clone, Copy)]
pub(super) struct PruningTerms {
    pub(super) depth: i32,
    /// Is the side to move forced to change the balance?
    pub(super) forced: bool,
    /// The static evaluation, where branches may be cut on it.
    pub(super) static_eval: Option<i32>,
    /// `Margins::futility` of the game.
    pub(super) futility: [i32; 2],
}

impl PruningTerms {
    /// Nothing is left out, nothing reduced.
    #[cfg(test)]
    pub(super) const fn whole(depth: i32) -> Self {
        Self { depth, forced: true, static_eval: None, futility: [0; 2] }
    }

    /// Is a move of this rank left out, and with it all that rank lower, among them those that lose something? So many
    /// moves were tried before, and the best of them is worth `best`.
    #[inline]
    pub(super) fn should_prune(&self, rank: i32, tried: usize, alpha: i32, best: i32) -> bool {
        let Self { depth, forced, futility, .. } = *self;
        self.static_eval.is_some_and(|standing| {
            is_quiet(rank)
                && !forced
                && !is_killer(rank)
                && best > -DECIDED
                && (tried as i32 >= depth * depth + LATE_MOVES || standing + futility[0] + futility[1] * depth <= alpha)
        })
    }
}
