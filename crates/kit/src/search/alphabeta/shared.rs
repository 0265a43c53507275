//! The data that the threads of one search share.

use super::goal::Goal;
use crate::search::control::Control;
use crate::search::evaluate::{Evaluate, Techniques};
use crate::search::tablebase::Tablebase;
use crate::search::transposition_table::TranspositionTable;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Nodes between two checks of the limits. A thread searches them in well under a tenth of a millisecond.
const GRANT: u64 = 64;

pub(super) struct Shared<'a, G: Evaluate, E> {
    pub(super) table: &'a TranspositionTable,
    pub(super) evaluator: &'a E,
    pub(super) tablebase: Option<&'a dyn Tablebase<G>>,
    pub(super) control: &'a Control<'a>,
    pub(super) techniques: Techniques,
    pub(super) goal: Goal,
    /// The keys that [`repeated_keys`](super::path::repeated_keys) returns.
    pub(super) repeated: Vec<u64>,
    /// A number that is mixed into the table keys, because the value of a position depends on `goal` and, in a game
    /// with a repetition rule, on `repeated`.
    pub(super) salt: u64,
    /// Whether the number of nodes is limited.
    pub(super) limited: bool,
    pub(super) signals: Signals,
}

/// The data that threads write. The alignment avoids false sharing with the fields that every node reads.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct Signals {
    /// Set when the main thread has its result, or when a thread panics.
    pub(super) done: AtomicBool,
    /// Nodes that may still be granted, if their number is limited.
    pub(super) left: AtomicU64,
    /// Nodes of all threads, not counting those that a thread has yet to flush.
    pub(super) nodes: AtomicU64,
    /// Tablebase hits of all threads, not counting those that a thread has yet to flush.
    pub(super) tbhits: AtomicU64,
}

/// A guard that ends the search on all threads if the thread that holds it panics. Otherwise the other threads would
/// search on, and the panic would be seen only at their end.
pub(super) struct AbortOnPanic<'a>(pub(super) &'a AtomicBool);

impl Drop for AbortOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl<G: Evaluate, E> Shared<'_, G, E> {
    /// Returns the number of nodes that a thread may visit before its next check of the limits; 0 if the node limit is
    /// reached. These nodes are deducted from the limit.
    pub(super) fn grant(&self) -> u64 {
        if !self.limited {
            return GRANT;
        }
        let take = |left: u64| Some(left.saturating_sub(GRANT));
        let left = self.signals.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        left.map_or(0, |left| left.min(GRANT))
    }
}
