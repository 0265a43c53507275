//! What the threads of one search share.

use super::goal::Goal;
use super::path::RepeatedKeys;
use super::pool::SplitPool;
use crate::search::control::Control;
use crate::search::evaluate::{Evaluate, Techniques};
use crate::search::tablebase::Tablebase;
use crate::search::transposition_table::TranspositionTable;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Nodes between two looks at the clock: well under a tenth of a millisecond.
const PULSE: u64 = 64;

/// What the threads of one search share.
pub(super) struct Shared<'a, G: Evaluate, E> {
    pub(super) table: &'a TranspositionTable,
    pub(super) evaluator: &'a E,
    pub(super) tablebase: Option<&'a dyn Tablebase<G>>,
    pub(super) control: &'a Control<'a>,
    pub(super) techniques: Techniques,
    pub(super) goal: Goal,
    pub(super) repeated: Arc<RepeatedKeys>,
    /// Mixed into the table keys, because a position may have another value in another search.
    pub(super) salt: u64,
    /// Where threads help each other, if there are several.
    pub(super) pool: Option<SplitPool<G>>,
    /// Are the nodes limited?
    pub(super) limited: bool,
    pub(super) signals: Signals,
}

/// What threads write. On a cache line of its own: every node reads what stands around it.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct Signals {
    /// The main thread has its answer, or some thread cannot go on.
    pub(super) done: AtomicBool,
    /// Nodes that may still be handed out, where they are limited.
    pub(super) left: AtomicU64,
    /// Nodes of all threads that have been told.
    pub(super) nodes: AtomicU64,
    /// Positions found in the database, told with the nodes.
    pub(super) tbhits: AtomicU64,
}

/// Ends the search of all threads where one panics: the others would wait for it.
pub(super) struct AbortOnPanic<'a>(pub(super) &'a AtomicBool);

impl Drop for AbortOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl<G: Evaluate, E> Shared<'_, G, E> {
    /// Nodes for a thread until it looks at the clock again; none when the limit is reached.
    pub(super) fn grant(&self) -> u64 {
        if !self.limited {
            return PULSE;
        }
        let take = |left: u64| Some(left.saturating_sub(PULSE));
        let left = self.signals.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        left.map_or(0, |left| left.min(PULSE))
    }
}
