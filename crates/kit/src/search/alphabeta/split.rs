//! Split points: nodes whose first move has been searched and whose other moves any thread may take (Young Brothers Wait:
//! Feldmann, Monien, Mysliwietz and Vornberger 1989). This file keeps the books; it searches nothing.

use super::order::{NodePlace, pick_next};
use super::path::Step;
use super::pruning::PruningTerms;
use crate::search::evaluate::Evaluate;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A node whose moves several threads search.
pub(super) struct SplitPoint<G: Evaluate> {
    pub(super) node: SplitNode<G>,
    /// The split point that it is below, if there is one.
    parent: Option<Arc<Self>>,
    /// A move refuted the one before: what is still searched here is in vain.
    refuted: AtomicBool,
    state: Mutex<SplitState<G::Action>>,
}

/// What a thread that comes to help has to know.
pub(super) struct SplitNode<G> {
    pub(super) position: G,
    pub(super) place: NodePlace,
    pub(super) is_pv: bool,
    pub(super) terms: PruningTerms,
    pub(super) beta: i32,
    /// The way here from the root, and how deep that is searched.
    pub(super) path: Vec<Step>,
    pub(super) root_depth: i32,
}

/// What the threads change.
pub(super) struct SplitState<A> {
    /// All moves of the node and their ranks; the first `taken` have been searched or are being searched.
    moves: Vec<A>,
    ranks: Vec<i32>,
    taken: usize,
    alpha: i32,
    pub(super) best: i32,
    pub(super) best_code: u32,
    /// The principal variation, where a move rose above alpha here.
    pub(super) pv: Vec<A>,
    pub(super) seldepth: u32,
    /// Threads that search a move, and whether one of them gave up.
    searching: usize,
    abandoned: bool,
    /// The number of the move that refuted.
    refutation: Option<usize>,
}

/// A move to be searched: its rank, and how many came before.
#[derive(Clone, Copy)]
pub(super) struct RankedMove<A> {
    pub(super) action: A,
    pub(super) rank: i32,
    pub(super) tried: usize,
}

impl<A: Copy> SplitState<A> {
    /// What is left of a node after its first moves.
    pub(super) fn new(moves: &[A], ranks: &[i32], taken: usize, [alpha, best]: [i32; 2], best_code: u32) -> Self {
        let (moves, ranks) = (moves.to_vec(), ranks.to_vec());
        let (line, seldepth, searching, lost, refutation) = (Vec::new(), 0, 0, false, None);
        Self { moves, ranks, taken, alpha, best, best_code, pv: line, seldepth, searching, abandoned: lost, refutation }
    }

    /// Was a move given up?
    pub(super) fn is_abandoned(&self) -> bool {
        self.abandoned
    }

    /// The moves that were tried, the one that refuted last, if one did.
    pub(super) fn refutation(&self) -> Option<Vec<A>> {
        let refutation = self.refutation?;
        let mut tried = self.moves[..self.taken].to_vec();
        tried[refutation..].rotate_left(1);
        Some(tried)
    }
}

impl<G: Evaluate> SplitPoint<G> {
    /// A split point below `parent`, if the thread is at one.
    pub(super) fn new(node: SplitNode<G>, parent: Option<Arc<Self>>, rest: SplitState<G::Action>) -> Self {
        Self { node, parent, refuted: AtomicBool::new(false), state: Mutex::new(rest) }
    }

    /// What the threads change, locked.
    pub(super) fn state(&self) -> MutexGuard<'_, SplitState<G::Action>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a move has to beat by now.
    pub(super) fn alpha(&self) -> i32 {
        self.state().alpha
    }

    /// The next move, which the caller has to hand back by [`SplitPoint::submit`] or [`SplitPoint::abandon`]. None also
    /// where one was given up: the value of the node is not to be known any more.
    pub(super) fn take(&self) -> Option<RankedMove<G::Action>> {
        let mut rest = self.state();
        let SplitState { moves, ranks, taken, alpha, best, searching, abandoned: lost, .. } = &mut *rest;
        let tried = *taken;
        if tried == moves.len() || *lost || self.is_refuted() {
            return None;
        }
        pick_next(moves, ranks, tried);
        let candidate = RankedMove { action: moves[tried], rank: ranks[tried], tried };
        if self.node.terms.should_prune(candidate.rank, tried, *alpha, *best) {
            // All that is left ranks lower.
            moves.truncate(tried);
            ranks.truncate(tried);
            return None;
        }
        *taken += 1;
        *searching += 1;
        Some(candidate)
    }

    /// Hands back a move with its value and, where that is exact, the line below it.
    pub(super) fn submit(&self, candidate: RankedMove<G::Action>, value: i32, below: &[G::Action], seldepth: u32) {
        let mut rest = self.state();
        rest.searching -= 1;
        rest.seldepth = rest.seldepth.max(seldepth);
        if self.is_refuted() {
            return;
        }
        rest.best = rest.best.max(value);
        if value > rest.alpha {
            rest.alpha = value;
            rest.best_code = G::encode(candidate.action);
            if self.node.is_pv {
                rest.pv.clear();
                rest.pv.push(candidate.action);
                rest.pv.extend_from_slice(below);
            }
            if value >= self.node.beta {
                rest.refutation = Some(candidate.tried);
                self.refuted.store(true, Ordering::Release);
            }
        }
    }

    /// Hands back a move that was not searched to the end.
    pub(super) fn abandon(&self) {
        let mut rest = self.state();
        rest.searching -= 1;
        rest.abandoned = true;
    }

    /// Has every move that was taken been handed back, or is none of them needed?
    pub(super) fn is_done(&self) -> bool {
        self.is_refuted() || self.state().searching == 0
    }

    /// Did a move refute the one before?
    pub(super) fn is_refuted(&self) -> bool {
        self.refuted.load(Ordering::Acquire)
    }

    /// Is what is searched here in vain?
    pub(super) fn is_obsolete(&self) -> bool {
        self.is_refuted() || self.above().any(Self::is_refuted)
    }

    /// Are there moves to take?
    pub(super) fn has_moves(&self) -> bool {
        let rest = self.state();
        rest.taken < rest.moves.len() && !rest.abandoned
    }

    /// Is it below this one in the tree?
    pub(super) fn is_below(&self, other: &Self) -> bool {
        self.above().any(|split| std::ptr::eq(split, other))
    }

    fn above(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(self.parent.as_deref(), |split| split.parent.as_deref())
    }
}
