//! The goal of a search, which depends on `go mate` and on the root's outcome in the tablebase.

use crate::search::tablebase::Wdl;
use crate::search::value::MAX_PLY;

/// The value of a tablebase win at the root. A win `n` plies from the root has the value `WON - n`, far above any
/// static evaluation and well below a mate.
pub(super) const WON: i32 = 20_000;
/// Maximum magnitude of the evaluation that is added to a known win or loss.
pub(super) const EVAL_LIMIT: i32 = 5_000;
/// Values of at least this magnitude are known wins or losses, or mates.
pub(super) const DECIDED: i32 = WON - EVAL_LIMIT - MAX_PLY as i32;

/// What a search looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// The outcome of the root, which is unknown.
    Outcome,
    /// A way to the end of the game; the winner is known.
    Conversion,
    /// A proof of a mate.
    MateProof,
    /// A mistake of the opponent; the root is drawn.
    Swindle,
}

impl Goal {
    /// Selects the goal of a search. `proves` is set for `go mate`; `root` is the tablebase outcome of the root, if
    /// known.
    pub(super) const fn new(root: Option<Wdl>, proves: bool) -> Self {
        match root {
            _ if proves => Self::MateProof,
            None => Self::Outcome,
            Some(Wdl::Draw) => Self::Swindle,
            Some(Wdl::Win | Wdl::Loss) => Self::Conversion,
        }
    }

    /// Returns a number that is mixed into the table keys, because the value of a position depends on the goal.
    #[inline]
    pub(super) const fn salt(self) -> u64 {
        (self as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}
