//! The pool of open split points, through which the threads of a search find work, and the number of idle
//! threads.

use super::split::SplitPoint;
use crate::search::evaluate::Evaluate;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The open split points: those that other threads may join.
// The pool is written to during the search. The alignment avoids false sharing with the fields around it, which every
// node reads.
#[repr(align(128))]
pub(super) struct SplitPool<G: Evaluate> {
    open: Mutex<Vec<Arc<SplitPoint<G>>>>,
    /// Number of open split points. This count and `idle` are read far more often than written, so they can be read
    /// without the lock.
    count: AtomicUsize,
    /// Number of idle threads.
    idle: AtomicUsize,
}

impl<G: Evaluate> SplitPool<G> {
    pub(super) fn new() -> Self {
        Self { open: Mutex::default(), count: AtomicUsize::new(0), idle: AtomicUsize::new(0) }
    }

    /// Returns whether any thread is idle. An idle thread may be unable to help: while it waits at a split point, it
    /// joins only split points below that one.
    #[inline]
    pub(super) fn wants_work(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Counts the calling thread as idle if `idle` is set, otherwise as busy again.
    pub(super) fn idle(&self, idle: bool) {
        if idle {
            self.idle.fetch_add(1, Ordering::Relaxed);
        } else {
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Opens a split point: other threads may join it.
    pub(super) fn open(&self, split: Arc<SplitPoint<G>>) {
        let mut open = self.lock();
        open.push(split);
        self.count.store(open.len(), Ordering::Relaxed);
    }

    /// Closes a split point: no more threads may join it. Those that have joined stay.
    pub(super) fn close(&self, split: &SplitPoint<G>) {
        let mut open = self.lock();
        open.retain(|other| !std::ptr::eq(&**other, split));
        self.count.store(open.len(), Ordering::Relaxed);
    }

    /// Returns the open split point that has the greatest remaining depth among those that have moves left and are not
    /// obsolete. If `above` is given, only split points below it are considered.
    pub(super) fn find(&self, above: Option<&SplitPoint<G>>) -> Option<Arc<SplitPoint<G>>> {
        if self.count.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let open = self.lock();
        let fits = open.iter().filter(|split| above.is_none_or(|above| split.is_below(above)));
        fits.filter(|split| split.has_moves() && !split.is_obsolete())
            .max_by_key(|split| split.node.terms.depth)
            .cloned()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<SplitPoint<G>>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
