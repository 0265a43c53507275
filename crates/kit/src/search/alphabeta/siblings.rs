//! The search at split points: the thread that opens a split point, the threads that join it, and how they wait for
//! each other.

use super::pool::SplitPool;
use super::split::{SplitNode, SplitPoint, SplitState};
use super::worker::Worker;
use crate::search::control::Aborted;
use crate::search::evaluate::{Evaluate, Evaluator};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Failed polls before an idle thread yields its core between polls.
const POLLS_BEFORE_YIELD: u32 = 1000;
/// Spin-loop hints between two polls as long as the thread does not yield; they take about a microsecond.
const PAUSES: u32 = 30;

impl<G: Evaluate, E: Evaluator<G>> Worker<'_, G, E> {
    /// Searches the remaining moves of a node together with other threads. Returns the value of the node and its best
    /// move, encoded. Stores the principal variation as a search by a single thread would.
    // A separate function keeps its variables out of the stack frame of every node.
    #[cold]
    #[inline(never)]
    pub(super) fn search_split_point<const PV: bool>(
        &mut self,
        pool: &SplitPool<G>,
        node: SplitNode<G>,
        state: SplitState<G::Action>,
    ) -> Result<(i32, u32), Aborted> {
        let split = Arc::new(SplitPoint::new(node, self.split_point.clone(), state));
        let parent = self.split_point.replace(split.clone());
        pool.open(split.clone());
        let mut outcome = self.search_siblings::<PV>(&split);
        pool.close(&split);
        self.split_point = parent;
        if outcome.is_ok() && !split.is_done() {
            outcome = self.wait_for_helpers(pool, &split);
        }
        self.reward_refutation(&split);
        let state = split.state();
        // A refutation is valid even if this thread was aborted.
        if !split.is_refuted() && (outcome.is_err() || state.is_abandoned()) {
            return Err(Aborted);
        }
        self.seldepth = self.seldepth.max(state.seldepth);
        if !state.pv.is_empty() {
            self.pv_table[split.node.place.ply].clone_from(&state.pv);
        }
        Ok((state.best, state.best_move))
    }

    /// Runs a helper thread until the main thread is done.
    pub(super) fn run_helper(mut self) {
        let Some(pool) = &self.shared.pool else { return };
        pool.idle(true);
        let mut failed_polls = 0;
        while !self.shared.signals.done.load(Ordering::Relaxed) {
            self.poll(pool, None, &mut failed_polls);
        }
    }

    /// Waits until the other threads have finished their moves at this split point. Meanwhile this thread joins split
    /// points below this one. There it helps its own helpers, and it is free again when they finish (the helpful master
    /// of Feldmann 1993).
    fn wait_for_helpers(&mut self, pool: &SplitPool<G>, split: &SplitPoint<G>) -> Result<(), Aborted> {
        self.pause();
        pool.idle(true);
        let mut failed_polls = 0;
        let mut outcome = Ok(());
        while outcome.is_ok() && !split.is_done() {
            self.poll(pool, Some(split), &mut failed_polls);
            outcome = self.check_abort();
        }
        pool.idle(false);
        outcome
    }

    /// Looks once for a split point to join, and helps there. If none is found, pauses or yields the core.
    fn poll(&mut self, pool: &SplitPool<G>, above: Option<&SplitPoint<G>>, failed_polls: &mut u32) {
        if let Some(split) = pool.find(above) {
            pool.idle(false);
            self.join_split_point(&split);
            self.pause();
            pool.idle(true);
            *failed_polls = 0;
        } else if *failed_polls < POLLS_BEFORE_YIELD {
            *failed_polls += 1;
            (0..PAUSES).for_each(|_| std::hint::spin_loop());
        } else {
            std::thread::yield_now();
        }
    }

    /// Helps at a split point that another thread opened.
    fn join_split_point(&mut self, split: &Arc<SplitPoint<G>>) {
        let parent = self.split_point.replace(split.clone());
        let (moves, ranks) = (self.moves.len(), self.ranks.len());
        self.root_depth = split.node.root_depth;
        self.path.follow(&split.node.path);
        // The error can be ignored. The owner of the split point sees that the move was abandoned. If the whole search
        // was stopped, this thread finds that out again at its next check.
        let _ =
            if split.node.is_pv { self.search_siblings::<true>(split) } else { self.search_siblings::<false>(split) };
        self.reward_refutation(split);
        self.moves.truncate(moves);
        self.ranks.truncate(ranks);
        self.split_point = parent;
    }

    /// Takes and searches moves until none is left.
    fn search_siblings<const PV: bool>(&mut self, split: &SplitPoint<G>) -> Result<(), Aborted> {
        let SplitNode { position, place, terms, beta, .. } = &split.node;
        while let Some(candidate) = split.take() {
            match self.search_later_move::<PV>(position, candidate, *terms, place.ply, *beta, || split.alpha()) {
                Ok(value) => split.submit(candidate, value, &self.pv_table[place.ply + 1], self.seldepth),
                Err(aborted) => {
                    split.abandon();
                    return Err(aborted);
                }
            }
        }
        Ok(())
    }

    /// Updates killers and history of this thread if a move caused a beta cutoff, whichever thread searched it.
    fn reward_refutation(&mut self, split: &SplitPoint<G>) {
        let tried = split.state().refutation();
        if let Some(tried) = tried {
            self.history.reward(&split.node.position, &tried, split.node.terms.depth, split.node.place);
        }
    }
}
