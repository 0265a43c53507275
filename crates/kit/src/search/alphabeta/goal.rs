//! What a search wants to find out where a database knows the outcome.

use crate::search::tablebase::Wdl;
use crate::search::value::MAX_PLY;

/// A position that a database calls won, less the plies from the root: far beyond any evaluation, well below a mate.
pub(super) const WON: i32 = 20_000;
/// Beside an outcome the evaluation counts so much at most.
pub(super) const EVAL_LIMIT: i32 = 5_000;
/// Values at or beyond this are outcomes, mates among them.
pub(super) const DECIDED: i32 = WON - EVAL_LIMIT - MAX_PLY as i32;

/// What a search is after, by what a database says of its root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// The outcome: it is not known.
    Outcome,
    /// The way to the end: who wins is known.
    Conversion,
    /// A mate, to be proved.
    MateProof,
    /// A mistake of the other side: the root is drawn.
    Swindle,
}

impl Goal {
    /// That of a search.
    pub(super) const fn new(root: Option<Wdl>, proves: bool) -> Self {
        match root {
            _ if proves => Self::MateProof,
            None => Self::Outcome,
            Some(Wdl::Draw) => Self::Swindle,
            Some(Wdl::Win | Wdl::Loss) => Self::Conversion,
        }
    }

    /// What goes into the keys of the table: the same position is worth something else to another aim.
    #[inline]
    pub(super) const fn salt(self) -> u64 {
        (self as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}
