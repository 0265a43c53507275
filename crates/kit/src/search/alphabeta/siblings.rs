//! Threads at a split point: the one that opens it, those that come to help, and how they wait for each other.

use super::pool::SplitPool;
use super::split::{SplitNode, SplitPoint, SplitState};
use super::worker::Worker;
use crate::search::control::Aborted;
use crate::search::evaluate::{Evaluate, Evaluator};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Looks for work close upon each other; after so many a thread leaves its core to others between two looks.
const POLLS_BEFORE_YIELD: u32 = 1000;
/// Pauses of the processor between two such looks: about a microsecond.
const PAUSES: u32 = 30;

impl<G: Evaluate, E: Evaluator<G>> Worker<'_, G, E> {
    /// Searches the rest of a node together with whoever comes: its value and the code of its best move. The principal
    /// variation is left where the node would leave it.
    // Apart from the search: what it needs on the stack would be there in every node.
    #[cold]
    #[inline(never)]
    pub(super) fn search_split_point<const PV: bool>(
        &mut self,
        pool: &SplitPool<G>,
        node: SplitNode<G>,
        rest: SplitState<G::Action>,
    ) -> Result<(i32, u32), Aborted> {
        let split = Arc::new(SplitPoint::new(node, self.split_point.clone(), rest));
        let above = self.split_point.replace(split.clone());
        pool.open(split.clone());
        let mut outcome = self.search_siblings::<PV>(&split);
        pool.close(&split);
        self.split_point = above;
        if outcome.is_ok() && !split.is_done() {
            outcome = self.wait_for_helpers(pool, &split);
        }
        self.reward_refutation(&split);
        let rest = split.state();
        // Whatever ended this thread's part, a refutation stands.
        if !split.is_refuted() && (outcome.is_err() || rest.is_abandoned()) {
            return Err(Aborted);
        }
        self.seldepth = self.seldepth.max(rest.seldepth);
        if !rest.pv.is_empty() {
            self.pv_table[split.node.place.ply].clone_from(&rest.pv);
        }
        Ok((rest.best, rest.best_code))
    }

    /// A helper thread, until the main thread is done.
    pub(super) fn run_helper(mut self) {
        let Some(pool) = &self.shared.pool else { return };
        pool.idle(true);
        let mut looks = 0;
        while !self.shared.signals.done.load(Ordering::Relaxed) {
            self.poll(pool, None, &mut looks);
        }
    }

    /// Waits until the moves that others search at this split point are done. Meanwhile it helps below, where it helps
    /// its own helpers (the helpful master of Feldmann 1993) and is back when they are done.
    fn wait_for_helpers(&mut self, pool: &SplitPool<G>, split: &SplitPoint<G>) -> Result<(), Aborted> {
        self.pause();
        pool.idle(true);
        let mut looks = 0;
        let mut outcome = Ok(());
        while outcome.is_ok() && !split.is_done() {
            self.poll(pool, Some(split), &mut looks);
            outcome = self.check_abort();
        }
        pool.idle(false);
        outcome
    }

    /// An idle thread looks for work once, and does it; or it pauses.
    fn poll(&mut self, pool: &SplitPool<G>, above: Option<&SplitPoint<G>>, looks: &mut u32) {
        if let Some(split) = pool.find(above) {
            pool.idle(false);
            self.join_split_point(&split);
            self.pause();
            pool.idle(true);
            *looks = 0;
        } else if *looks < POLLS_BEFORE_YIELD {
            *looks += 1;
            (0..PAUSES).for_each(|_| std::hint::spin_loop());
        } else {
            std::thread::yield_now();
        }
    }

    /// Helps at a split point that another thread opened.
    fn join_split_point(&mut self, split: &Arc<SplitPoint<G>>) {
        let above = self.split_point.replace(split.clone());
        let (moves, ranks) = (self.moves.len(), self.ranks.len());
        self.root_depth = split.node.root_depth;
        self.path.follow(&split.node.path);
        // Whoever opened it learns of a move that was given up; what stops this thread for good it meets again.
        let _ =
            if split.node.is_pv { self.search_siblings::<true>(split) } else { self.search_siblings::<false>(split) };
        self.reward_refutation(split);
        self.moves.truncate(moves);
        self.ranks.truncate(ranks);
        self.split_point = above;
    }

    /// Takes one move after the other.
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

    /// Remembers the move that refuted, whoever found it.
    fn reward_refutation(&mut self, split: &SplitPoint<G>) {
        let tried = split.state().refutation();
        if let Some(tried) = tried {
            self.history.reward(&split.node.position, &tried, split.node.terms.depth, split.node.place);
        }
    }
}
