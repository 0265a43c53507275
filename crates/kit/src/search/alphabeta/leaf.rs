//! What a position is worth without a search: the static evaluation, and the outcome where a database knows it.

use super::goal::{DECIDED, EVAL_LIMIT, Goal, WON};
use super::worker::Worker;
use crate::search::evaluate::{Evaluate, Evaluator};
use crate::search::tablebase::Wdl;

impl<G: Evaluate, E: Evaluator<G>> Worker<'_, G, E> {
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
    pub(super) fn tablebase_cutoff(&self, outcome: Wdl, ply: usize) -> Option<i32> {
        match (outcome, self.shared.goal) {
            (Wdl::Draw, Goal::Swindle) | (Wdl::Win | Wdl::Loss, Goal::Conversion | Goal::MateProof) => None,
            (Wdl::Draw, _) => Some(0),
            (Wdl::Win, _) => Some(WON - ply as i32),
            (Wdl::Loss, _) => Some(ply as i32 - WON),
        }
    }

    /// The static evaluation, kept clear of outcomes; where the outcome is known that comes first.
    #[inline]
    pub(super) fn static_eval(&mut self, position: &G, outcome: Option<Wdl>, ply: usize) -> i32 {
        match outcome {
            None | Some(Wdl::Draw) => self.evaluator.evaluate(position, ply).clamp(1 - DECIDED, DECIDED - 1),
            Some(outcome) => {
                let wins = outcome == Wdl::Win;
                let progress = self.evaluator.progress(position, ply, wins).clamp(-EVAL_LIMIT, EVAL_LIMIT);
                if wins { WON + progress } else { progress - WON }
            }
        }
    }
}
