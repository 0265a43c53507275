//! The static evaluation of a node, and its outcome in the tablebase.

use super::goal::{DECIDED, EVAL_LIMIT, Goal, WON};
use super::worker::Worker;
use crate::search::evaluate::{Evaluate, Evaluator};
use crate::search::tablebase::Wdl;

impl<G: Evaluate, E: Evaluator<G>> Worker<'_, G, E> {
    /// Returns the tablebase outcome of a position, if there is a tablebase that contains it.
    #[inline]
    pub(super) fn probe(&mut self, position: &G) -> Option<Wdl> {
        let outcome = self.shared.tablebase?.probe(position);
        self.tbhits += u64::from(outcome.is_some());
        outcome
    }

    /// Returns the value of a position at which the tablebase outcome ends the search, or `None` if the search goes on.
    ///
    /// If the root is known to be won or lost, or if the search has to prove a mate, only draws end the search: a known
    /// win or loss is searched further, to find the way to the end of the game. If the root is known to be drawn, only
    /// wins and losses end the search, because the opponent may still make a mistake.
    #[inline]
    pub(super) fn tablebase_cutoff(&self, outcome: Wdl, ply: usize) -> Option<i32> {
        match (outcome, self.shared.goal) {
            (Wdl::Draw, Goal::Swindle) | (Wdl::Win | Wdl::Loss, Goal::Conversion | Goal::MateProof) => None,
            (Wdl::Draw, _) => Some(0),
            (Wdl::Win, _) => Some(WON - ply as i32),
            (Wdl::Loss, _) => Some(ply as i32 - WON),
        }
    }

    /// Returns the static evaluation, clamped so that it cannot be mistaken for a known outcome. For a tablebase win or
    /// loss, the progress towards the end of the game is added to the value of that outcome.
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
