//! When a search has to stop: the stop flag, deadlines and the node limit. Knows no game and no clock rule: time
//! management turns clocks into the two deadlines before.

use super::clock::Deadlines;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The search was told to stop; what is unfinished does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aborted;

/// The stop flag of one search, born where its `go` is read (Stockfish and Simbelmyne do the same: a shared flag that
/// the searcher clears can lose a `stop`).
#[derive(Debug, Default)]
pub struct Stop {
    stopped: AtomicBool,
    /// Set while the search ponders: deadlines do not run.
    pondering: AtomicBool,
    /// Milliseconds from the start of the search to the `ponderhit`.
    ponder_ms: AtomicU64,
    gate: Mutex<()>,
    opened: Condvar,
}

impl Stop {
    /// A flag that is not set; `pondering` until [`Stop::ponderhit`].
    #[must_use]
    pub fn new(pondering: bool) -> Self {
        Self { pondering: AtomicBool::new(pondering), ..Self::default() }
    }

    /// Tells the search to stop.
    pub fn stop(&self) {
        let _gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        self.stopped.store(true, Ordering::Release);
        self.opened.notify_all();
    }

    /// Was it told to stop?
    #[must_use]
    #[inline]
    pub fn is_set(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// The move that was pondered on has been played, `elapsed` after the start of the search: deadlines run from now.
    pub fn ponderhit(&self, elapsed: Duration) {
        let _gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        self.ponder_ms.store(elapsed.as_millis() as u64, Ordering::Release);
        self.pondering.store(false, Ordering::Release);
        self.opened.notify_all();
    }

    /// Is the search still pondering?
    #[must_use]
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Sleeps until the flag is set or, when `ponder_ends` too, until the pondering is over.
    pub fn wait(&self, ponder_ends: bool) {
        let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_set() && (!ponder_ends || self.is_pondering()) {
            gate = self.opened.wait(gate).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// All limits of one search. Shared by its threads.
#[derive(Debug)]
pub struct Control<'a> {
    /// The stop flag.
    pub stop: &'a Stop,
    /// When `go` was read.
    pub start: Instant,
    /// No new iteration after this long.
    pub soft: Option<Duration>,
    /// Everything ends after this long.
    pub hard: Option<Duration>,
    /// Nodes of all threads together, never overstepped.
    pub nodes: Option<u64>,
}

impl<'a> Control<'a> {
    /// No limit but the flag.
    #[must_use]
    pub fn new(stop: &'a Stop) -> Self {
        Self { stop, start: Instant::now(), soft: None, hard: None, nodes: None }
    }

    /// With these deadlines.
    #[must_use]
    pub fn until(self, Deadlines { soft, hard }: Deadlines) -> Self {
        Self { soft, hard, ..self }
    }

    /// Time since `go` was read.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Has the flag been set or the hard deadline passed? Looks at the clock: call it every few hundred nodes (or
    /// every few tens of microseconds).
    ///
    /// # Errors
    /// [`Aborted`] when the search has to end now.
    #[inline]
    pub fn check(&self) -> Result<(), Aborted> {
        if self.stop.is_set() || self.past(self.hard) { Err(Aborted) } else { Ok(()) }
    }

    /// May another iteration start?
    #[must_use]
    pub fn may_go_on(&self) -> bool {
        self.may_go_on_within(1.0)
    }

    /// May another iteration start within this share of the soft limit? Less for a steady search, more for one whose
    /// value falls.
    #[must_use]
    pub fn may_go_on_within(&self, share: f64) -> bool {
        let soft = self.soft.map(|soft| Duration::try_from_secs_f64(soft.as_secs_f64() * share).unwrap_or(soft));
        self.check().is_ok() && !self.past(soft)
    }

    fn past(&self, limit: Option<Duration>) -> bool {
        let Some(limit) = limit else { return false };
        if self.stop.is_pondering() {
            return false;
        }
        let since = Duration::from_millis(self.stop.ponder_ms.load(Ordering::Acquire));
        self.elapsed() >= limit.saturating_add(since)
    }
}
