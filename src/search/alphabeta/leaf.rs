//! What a position is worth without a search: the static evaluation, and the outcome where a database knows it.

use super::MATE_ZONE;
use super::node::Worker;
use crate::search::Evaluate;
use crate::search::tablebase::Wdl;

/// A position that a database calls won, less the plies from the root: far beyond any evaluation, well below a mate.
const WON: i32 = 20_000;
/// Beside an outcome the evaluation counts so much at most.
const LIMIT: i32 = 5_000;

impl<G: Evaluate> Worker<'_, G> {
    /// What the database says of a position, if there is one.
    #[inline]
    pub(super) fn probe(&mut self, position: &G) -> Option<Wdl> {
        let outcome = self.shared.tablebase?.probe(position);
        self.tbhits += u64::from(outcome.is_some());
        outcome
    }

    /// The value of a position whose outcome ends the search there. A draw always does. A win or a loss does unless
    /// the root is already known: then what is looked for is the way to the end, and only draws are cut off.
    #[inline]
    pub(super) fn cut(&self, outcome: Wdl, ply: usize) -> Option<i32> {
        match outcome {
            Wdl::Draw => Some(0),
            _ if self.on_the_way => None,
            Wdl::Win => Some(WON - ply as i32),
            Wdl::Loss => Some(ply as i32 - WON),
        }
    }

    /// The static evaluation, kept clear of mates; where the outcome is known that comes first.
    #[inline]
    pub(super) fn worth(&mut self, position: &G, outcome: Option<Wdl>, ply: usize) -> i32 {
        match outcome {
            None => position.evaluate_with(&mut self.accumulators, ply).clamp(1 - MATE_ZONE, MATE_ZONE - 1),
            Some(Wdl::Draw) => 0,
            Some(Wdl::Win) => WON + position.progress().clamp(-LIMIT, LIMIT),
            Some(Wdl::Loss) => position.progress().clamp(-LIMIT, LIMIT) - WON,
        }
    }
}
