//! Futility and late-move pruning.

use super::goal::DECIDED;
use super::order::{is_killer, is_quiet};

/// Late-move pruning starts after this many moves plus the square of the depth.
const LATE_MOVES: i32 = 2;

/// The inputs of pruning that are the same for all moves of a node.
pub(super) struct PruningTerms {
    pub(super) depth: i32,
    /// Whether the side to move must make a non-quiet move (`Evaluate::is_forced`).
    pub(super) forced: bool,
    /// The static evaluation, if pruning is allowed in this node.
    pub(super) static_eval: Option<i32>,
    /// `Margins::futility` of the game.
    pub(super) futility: [i32; 2],
}

impl PruningTerms {
    /// Returns whether futility or late-move pruning skips a move of this rank. All lower-ranked moves, including
    /// losing captures, are then skipped too. `tried` is the number of moves searched before this one, and `best` is
    /// their highest value.
    #[inline]
    pub(super) fn should_prune(&self, rank: i32, tried: usize, alpha: i32, best: i32) -> bool {
        let Self { depth, forced, futility, .. } = *self;
        self.static_eval.is_some_and(|static_eval| {
            is_quiet(rank)
                && !forced
                && !is_killer(rank)
                && best > -DECIDED
                && (tried as i32 >= depth * depth + LATE_MOVES
                    || static_eval + futility[0] + futility[1] * depth <= alpha)
        })
    }
}
