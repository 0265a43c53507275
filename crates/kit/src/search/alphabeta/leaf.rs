//! What a position is worth without a search: the static evaluation, and the outcome where a database knows it.

use super::worker::Worker;
use crate::search::tablebase::Wdl;
use crate::search::{Evaluate, MAX_PLY};

/// A position that a database calls won, less the plies from the root: far beyond any evaluation, well below a mate.
const WON: i32 = 20_000;
/// Beside an outcome the evaluation counts so much at most.
const LIMIT: i32 = 5_000;
/// Values at or beyond this are outcomes, mates among them.
pub(super) const DECIDED: i32 = WON - LIMIT - MAX_PLY as i32;

/// What a search is after, by what a database says of its root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// The outcome: it is not known.
    Outcome,
    /// The way to the end: who wins is known.
    End,
    /// A mate, to be proved.
    Proof,
    /// A mistake of the other side: the root is drawn.
    Luck,
}

impl Aim {
    /// That of a search.
    pub(super) const fn new(root: Option<Wdl>, proves: bool) -> Self {
        match root {
            _ if proves => Self::Proof,
            None => Self::Outcome,
            Some(Wdl::Draw) => Self::Luck,
            Some(Wdl::Win | Wdl::Loss) => Self::End,
        }
    }

    /// What goes into the keys of the table: the same position is worth something else to another aim.
    #[inline]
    pub(super) const fn salt(self) -> u64 {
        (self as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl<G: Evaluate> Worker<'_, G> {
    /// What the database says of a position, if there is one.
    #[inline]
    pub(super) fn probe(&mut self, position: &G) -> Option<Wdl> {
        let outcome = self.shared.tablebase?.probe(position);
        self.tbhits += u64::from(outcome.is_some());
        outcome
    }

    /// The value of a position whose outcome ends the search there. Where the root is known to be won or lost what is looked
    /// for is the way to the end, and only draws end the search; where it is known to be drawn the others may still
    /// go wrong, and only wins and losses do.
    #[inline]
    pub(super) fn cut(&self, outcome: Wdl, ply: usize) -> Option<i32> {
        match (outcome, self.shared.aim) {
            (Wdl::Draw, Aim::Luck) | (Wdl::Win | Wdl::Loss, Aim::End | Aim::Proof) => None,
            (Wdl::Draw, _) => Some(0),
            (Wdl::Win, _) => Some(WON - ply as i32),
            (Wdl::Loss, _) => Some(ply as i32 - WON),
        }
    }

    /// The static evaluation, kept clear of outcomes; where the outcome is known that comes first.
    #[inline]
    pub(super) fn worth(&mut self, position: &G, outcome: Option<Wdl>, ply: usize) -> i32 {
        match outcome {
            None | Some(Wdl::Draw) => {
                position.evaluate_with(&mut self.accumulators, ply).clamp(1 - DECIDED, DECIDED - 1)
            }
            Some(outcome) => {
                let wins = outcome == Wdl::Win;
                let progress = position.progress(&mut self.accumulators, ply, wins).clamp(-LIMIT, LIMIT);
                if wins { WON + progress } else { progress - WON }
            }
        }
    }
}
