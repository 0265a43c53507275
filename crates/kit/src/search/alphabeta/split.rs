//! Split points of Young Brothers Wait (Feldmann, Monien, Mysliwietz and Vornberger 1989): nodes whose first move has
//! been searched and whose other moves are searched by several threads. This module contains the bookkeeping; the
//! search is in `siblings.rs`.

use super::order::{NodePlace, pick_next};
use super::path::Step;
use super::pruning::PruningTerms;
use crate::search::evaluate::Evaluate;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A node whose moves are searched by several threads.
pub(super) struct SplitPoint<G: Evaluate> {
    pub(super) node: SplitNode<G>,
    /// The enclosing split point, if any.
    parent: Option<Arc<Self>>,
    /// Set at a beta cutoff: searches of this node that are still running are obsolete.
    refuted: AtomicBool,
    state: Mutex<SplitState<G::Action>>,
}

/// The data of a node that a helper thread needs.
pub(super) struct SplitNode<G> {
    pub(super) position: G,
    pub(super) place: NodePlace,
    pub(super) is_pv: bool,
    pub(super) terms: PruningTerms,
    pub(super) beta: i32,
    /// The path from the root.
    pub(super) path: Vec<Step>,
    /// The depth of the current iteration.
    pub(super) root_depth: i32,
}

/// The state of a split point that its threads change.
pub(super) struct SplitState<A> {
    /// The moves of the node, except pruned ones. The first `taken` moves have been searched or are being searched.
    moves: Vec<A>,
    /// The ranks of `moves`.
    ranks: Vec<i32>,
    taken: usize,
    alpha: i32,
    pub(super) best: i32,
    pub(super) best_move: u32,
    /// The principal variation found at this split point. It is empty outside PV nodes, and until a move searched here
    /// raises alpha.
    pub(super) pv: Vec<A>,
    pub(super) seldepth: u32,
    /// Number of threads that are searching a move.
    searching: usize,
    /// Whether a thread has abandoned its move, so that the value of the node stays unknown.
    abandoned: bool,
    /// Index of the move that caused a beta cutoff, if any.
    refutation: Option<usize>,
}

/// A move to search, its rank, and the number of moves tried before it.
#[derive(Clone, Copy)]
pub(super) struct RankedMove<A> {
    pub(super) action: A,
    pub(super) rank: i32,
    pub(super) tried: usize,
}

impl<A: Copy> SplitState<A> {
    /// Creates the state of a node whose first `taken` moves have been searched.
    pub(super) fn new(moves: &[A], ranks: &[i32], taken: usize, [alpha, best]: [i32; 2], best_move: u32) -> Self {
        let (moves, ranks) = (moves.to_vec(), ranks.to_vec());
        let (pv, seldepth, searching, abandoned, refutation) = (Vec::new(), 0, 0, false, None);
        Self { moves, ranks, taken, alpha, best, best_move, pv, seldepth, searching, abandoned, refutation }
    }

    pub(super) fn is_abandoned(&self) -> bool {
        self.abandoned
    }

    /// Returns the moves that were tried, the refutation last; `None` without a beta cutoff.
    pub(super) fn refutation(&self) -> Option<Vec<A>> {
        let refutation = self.refutation?;
        let mut tried = self.moves[..self.taken].to_vec();
        tried[refutation..].rotate_left(1);
        Some(tried)
    }
}

impl<G: Evaluate> SplitPoint<G> {
    /// Creates a split point inside `parent`.
    pub(super) fn new(node: SplitNode<G>, parent: Option<Arc<Self>>, state: SplitState<G::Action>) -> Self {
        Self { node, parent, refuted: AtomicBool::new(false), state: Mutex::new(state) }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, SplitState<G::Action>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn alpha(&self) -> i32 {
        self.state().alpha
    }

    /// Takes the next move. The caller must hand it back with [`SplitPoint::submit`] or [`SplitPoint::abandon`].
    /// Returns `None` if no move is left, if the remaining moves are pruned, or if a cutoff has occurred. Also returns
    /// `None` if a move was abandoned, because the value of the node is then unknown.
    pub(super) fn take(&self) -> Option<RankedMove<G::Action>> {
        let mut state = self.state();
        let SplitState { moves, ranks, taken, alpha, best, searching, abandoned, .. } = &mut *state;
        let tried = *taken;
        if tried == moves.len() || *abandoned || self.is_refuted() {
            return None;
        }
        pick_next(moves, ranks, tried);
        let candidate = RankedMove { action: moves[tried], rank: ranks[tried], tried };
        if self.node.terms.should_prune(candidate.rank, tried, *alpha, *best) {
            // All remaining moves rank lower and are pruned too.
            moves.truncate(tried);
            ranks.truncate(tried);
            return None;
        }
        *taken += 1;
        *searching += 1;
        Some(candidate)
    }

    /// Hands back a move with its value. `below` is the principal variation after the move. It is used only in a PV
    /// node, and only if the move raises alpha.
    pub(super) fn submit(&self, candidate: RankedMove<G::Action>, value: i32, below: &[G::Action], seldepth: u32) {
        let mut state = self.state();
        state.searching -= 1;
        state.seldepth = state.seldepth.max(seldepth);
        if self.is_refuted() {
            return;
        }
        state.best = state.best.max(value);
        if value > state.alpha {
            state.alpha = value;
            state.best_move = G::encode(candidate.action);
            if self.node.is_pv {
                state.pv.clear();
                state.pv.push(candidate.action);
                state.pv.extend_from_slice(below);
            }
            if value >= self.node.beta {
                state.refutation = Some(candidate.tried);
                self.refuted.store(true, Ordering::Release);
            }
        }
    }

    /// Hands back a move whose search was not finished.
    pub(super) fn abandon(&self) {
        let mut state = self.state();
        state.searching -= 1;
        state.abandoned = true;
    }

    /// Returns whether all taken moves have been handed back, or a cutoff has made them unnecessary.
    pub(super) fn is_done(&self) -> bool {
        self.is_refuted() || self.state().searching == 0
    }

    /// Returns whether a move caused a beta cutoff.
    pub(super) fn is_refuted(&self) -> bool {
        self.refuted.load(Ordering::Acquire)
    }

    /// Returns whether a cutoff at this or an enclosing split point has made the searches of this node obsolete.
    pub(super) fn is_obsolete(&self) -> bool {
        self.is_refuted() || self.ancestors().any(Self::is_refuted)
    }

    pub(super) fn has_moves(&self) -> bool {
        let state = self.state();
        state.taken < state.moves.len() && !state.abandoned
    }

    /// Returns whether this split point is below `other` in the tree.
    pub(super) fn is_below(&self, other: &Self) -> bool {
        self.ancestors().any(|split| std::ptr::eq(split, other))
    }

    fn ancestors(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(self.parent.as_deref(), |split| split.parent.as_deref())
    }
}
