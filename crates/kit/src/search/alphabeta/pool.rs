//! Where the threads of a search meet: the split points that are open, and how many threads look for one.

use super::split::SplitPoint;
use crate::search::evaluate::Evaluate;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The split points that other threads may come to.
// Written often: on cache lines of its own it does not slow down those who read what stands around it.
#[repr(align(128))]
pub(super) struct SplitPool<G: Evaluate> {
    open: Mutex<Vec<Arc<SplitPoint<G>>>>,
    /// How many are open, and how many threads have nothing to do: read far more often than written, so without a lock.
    count: AtomicUsize,
    idle: AtomicUsize,
}

impl<G: Evaluate> SplitPool<G> {
    /// Nothing is open and nobody idle.
    pub(super) fn new() -> Self {
        Self { open: Mutex::default(), count: AtomicUsize::new(0), idle: AtomicUsize::new(0) }
    }

    /// Would a split point be taken up? Perhaps: a thread that waits can only help below what it waits for.
    #[inline]
    pub(super) fn wants_work(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// A thread has nothing to do from now on, or something again.
    pub(super) fn idle(&self, idle: bool) {
        if idle {
            self.idle.fetch_add(1, Ordering::Relaxed);
        } else {
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Others may come from now on.
    pub(super) fn open(&self, split: Arc<SplitPoint<G>>) {
        let mut open = self.lock();
        open.push(split);
        self.count.store(open.len(), Ordering::Relaxed);
    }

    /// Nobody may come any more; who is there stays.
    pub(super) fn close(&self, split: &SplitPoint<G>) {
        let mut open = self.lock();
        open.retain(|other| !std::ptr::eq(&**other, split));
        self.count.store(open.len(), Ordering::Relaxed);
    }

    /// An open split point with moves left, the deepest search first; only below another one, if that is given.
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
