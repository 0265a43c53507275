//! What a position is worth without a search: the static evaluation, and the outcome where a database knows it.

use super::MATE_ZONE;
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
    /// The way to the end: who wins is known, or a mate is to be proved.
    End,
    /// A mistake of the other side: the root is drawn.
    Luck,
}

impl Aim {
    /// That of a search.
    pub(super) const fn new(root: Option<Wdl>, proves: bool) -> Self {
        match root {
            _ if proves => Self::End,
            None => Self::Outcome,
            Some(Wdl::Draw) => Self::Luck,
            Some(Wdl::Win | Wdl::Loss) => Self::End,
        }
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
        match (outcome, self.aim) {
            (Wdl::Draw, Aim::Luck) | (Wdl::Win | Wdl::Loss, Aim::End) => None,
            (Wdl::Draw, _) => Some(0),
            (Wdl::Win, _) => Some(WON - ply as i32),
            (Wdl::Loss, _) => Some(ply as i32 - WON),
        }
    }

    /// The static evaluation, kept clear of mates; where the outcome is known that comes first.
    #[inline]
    pub(super) fn worth(&mut self, position: &G, outcome: Option<Wdl>, ply: usize) -> i32 {
        match outcome {
            None | Some(Wdl::Draw) => {
                position.evaluate_with(&mut self.accumulators, ply).clamp(1 - MATE_ZONE, MATE_ZONE - 1)
            }
            Some(Wdl::Win) => WON + position.progress().clamp(-LIMIT, LIMIT),
            Some(Wdl::Loss) => position.progress().clamp(-LIMIT, LIMIT) - WON,
        }
    }
}
