//! Which moves some thread is searching right now, so that others put them off: simplified ABDADA (Kerrigan 2017, after
//! Weill 1996). Knows no game and no search.

use crate::rng::mix;
use std::sync::atomic::{AtomicU64, Ordering};

/// Sets of places, a power of two: far more than moves are searched at once.
const SETS: usize = 2048;
const WAYS: usize = 4;

/// Marks of moves. They are hints: a mark that is lost or left behind costs time and changes nothing else.
#[derive(Debug)]
pub(super) struct Busy(Box<[[AtomicU64; WAYS]]>);

impl Busy {
    /// Nothing is searched yet.
    pub(super) fn new() -> Self {
        Self((0..SETS).map(|_| Default::default()).collect())
    }

    /// The mark of a move in the position with this key.
    pub(super) fn mark(key: u64, code: u32) -> u64 {
        // Not 0, which is a free place.
        mix(key ^ mix(u64::from(code))) | 1
    }

    /// Is somebody searching it?
    pub(super) fn has(&self, mark: u64) -> bool {
        self.places(mark).iter().any(|place| place.load(Ordering::Relaxed) == mark)
    }

    /// Its search begins.
    pub(super) fn begin(&self, mark: u64) {
        let places = self.places(mark);
        let free = places.iter().find(|place| [0, mark].contains(&place.load(Ordering::Relaxed)));
        free.unwrap_or(&places[0]).store(mark, Ordering::Relaxed);
    }

    /// Its search is over.
    pub(super) fn end(&self, mark: u64) {
        for place in self.places(mark) {
            if place.load(Ordering::Relaxed) == mark {
                place.store(0, Ordering::Relaxed);
            }
        }
    }

    fn places(&self, mark: u64) -> &[AtomicU64; WAYS] {
        &self.0[(mark >> 32) as usize % SETS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_and_go_and_a_full_set_forgets_one() {
        let busy = Busy::new();
        // All in the same set.
        let marks: Vec<u64> = (1..=WAYS as u64 + 1).map(|low| 7 << 32 | low).collect();
        for &mark in &marks[..WAYS] {
            assert!(!busy.has(mark));
            busy.begin(mark);
            assert!(busy.has(mark));
        }
        busy.begin(marks[WAYS]);
        assert_eq!(marks.iter().filter(|&&mark| busy.has(mark)).count(), WAYS);
        assert!(busy.has(marks[WAYS]));
        marks.iter().for_each(|&mark| busy.end(mark));
        assert!(!marks.iter().any(|&mark| busy.has(mark)));
        assert_ne!(Busy::mark(1, 2), Busy::mark(1, 3));
        assert_ne!(Busy::mark(1, 2), Busy::mark(2, 2));
    }
}
