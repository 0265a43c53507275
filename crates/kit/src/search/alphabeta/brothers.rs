//! Threads at a split point: the one that opens it, those that come to help, and how they wait for each other.

use super::pool::Pool;
use super::split::{Node, Rest, Split};
use super::worker::Worker;
use crate::search::control::Aborted;
use crate::search::evaluate::{Evaluate, Evaluator};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Looks for work close upon each other; after so many a thread leaves its core to others between two looks.
const EAGER_LOOKS: u32 = 1000;
/// Pauses of the processor between two such looks: about a microsecond.
const PAUSES: u32 = 30;

impl<G: Evaluate, E: Evaluator<G>> Worker<'_, G, E> {
    /// Searches the rest of a node together with whoever comes: its value and the code of its best move. The principal
    /// variation is left where the node would leave it.
    // Apart from the search: what it needs on the stack would be there in every node.
    #[cold]
    #[inline(never)]
    pub(super) fn share<const PV: bool>(
        &mut self,
        pool: &Pool<G>,
        node: Node<G>,
        rest: Rest<G::Action>,
    ) -> Result<(i32, u32), Aborted> {
        let split = Arc::new(Split::new(node, self.split.clone(), rest));
        let above = self.split.replace(split.clone());
        pool.open(split.clone());
        let mut outcome = self.take_part::<PV>(&split);
        pool.close(&split);
        self.split = above;
        if outcome.is_ok() && !split.is_done() {
            outcome = self.wait(pool, &split);
        }
        self.learn(&split);
        let rest = split.rest();
        // Whatever ended this thread's part, a refutation stands.
        if !split.is_refuted() && (outcome.is_err() || rest.is_lost()) {
            return Err(Aborted);
        }
        self.seldepth = self.seldepth.max(rest.seldepth);
        if !rest.line.is_empty() {
            self.lines[split.node.place.ply].clone_from(&rest.line);
        }
        Ok((rest.best, rest.best_code))
    }

    /// A helper thread, until the main thread is done.
    pub(super) fn help(mut self) {
        let Some(pool) = &self.shared.pool else { return };
        pool.idle(true);
        let mut looks = 0;
        while !self.shared.signals.done.load(Ordering::Relaxed) {
            self.look(pool, None, &mut looks);
        }
    }

    /// Waits until the moves that others search at this split point are done. Meanwhile it helps below, where it helps
    /// its own helpers (the helpful master of Feldmann 1993) and is back when they are done.
    fn wait(&mut self, pool: &Pool<G>, split: &Split<G>) -> Result<(), Aborted> {
        self.pause();
        pool.idle(true);
        let mut looks = 0;
        let mut outcome = Ok(());
        while outcome.is_ok() && !split.is_done() {
            self.look(pool, Some(split), &mut looks);
            outcome = self.go_on();
        }
        pool.idle(false);
        outcome
    }

    /// An idle thread looks for work once, and does it; or it pauses.
    fn look(&mut self, pool: &Pool<G>, above: Option<&Split<G>>, looks: &mut u32) {
        if let Some(split) = pool.find(above) {
            pool.idle(false);
            self.join(&split);
            self.pause();
            pool.idle(true);
            *looks = 0;
        } else if *looks < EAGER_LOOKS {
            *looks += 1;
            (0..PAUSES).for_each(|_| std::hint::spin_loop());
        } else {
            std::thread::yield_now();
        }
    }

    /// Helps at a split point that another thread opened.
    fn join(&mut self, split: &Arc<Split<G>>) {
        let above = self.split.replace(split.clone());
        let (moves, ranks) = (self.moves.len(), self.ranks.len());
        self.root_depth = split.node.root_depth;
        self.path.follow(&split.node.way);
        // Whoever opened it learns of a move that was given up; what stops this thread for good it meets again.
        let _ = if split.node.pv { self.take_part::<true>(split) } else { self.take_part::<false>(split) };
        self.learn(split);
        self.moves.truncate(moves);
        self.ranks.truncate(ranks);
        self.split = above;
    }

    /// Takes one move after the other.
    fn take_part<const PV: bool>(&mut self, split: &Split<G>) -> Result<(), Aborted> {
        let Node { position, place, terms, beta, .. } = &split.node;
        while let Some(candidate) = split.take() {
            match self.younger::<PV>(position, candidate, *terms, place.ply, *beta, || split.alpha()) {
                Ok(value) => split.give(candidate, value, &self.lines[place.ply + 1], self.seldepth),
                Err(aborted) => {
                    split.lose();
                    return Err(aborted);
                }
            }
        }
        Ok(())
    }

    /// Remembers the move that refuted, whoever found it.
    fn learn(&mut self, split: &Split<G>) {
        let tried = split.rest().refutation();
        if let Some(tried) = tried {
            self.memory.reward(&split.node.position, &tried, split.node.terms.depth, split.node.place);
        }
    }
}
