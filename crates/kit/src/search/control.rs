//! The limits of a search: the stop flag, the deadlines and the node limit.

use super::clock::Deadlines;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The search was stopped or has reached a limit. The value of the unfinished node or playout is discarded.
///
/// See the example of [`Control`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aborted;

/// The stop flag of one search. A new one is created for each `go`, because a `stop` could be lost if searches shared a
/// flag and reset it.
///
/// ```
/// use speltafel_kit::search::Stop;
/// use std::time::Duration;
///
/// let stop = Stop::new(true);
/// assert!(stop.is_pondering());
/// stop.ponderhit(Duration::ZERO);
/// assert!(!stop.is_pondering() && !stop.is_set());
/// stop.stop();
/// stop.wait(false);
/// assert!(stop.is_set());
/// ```
#[derive(Debug, Default)]
pub struct Stop {
    stopped: AtomicBool,
    /// Set while the search ponders. The deadlines do not apply then.
    pondering: AtomicBool,
    /// Milliseconds from the start of the search to `ponderhit`.
    ponder_ms: AtomicU64,
    gate: Mutex<()>,
    opened: Condvar,
}

impl Stop {
    /// Creates a flag that is not set. If `pondering` is set, the search ponders until [`Stop::ponderhit`].
    #[must_use]
    pub fn new(pondering: bool) -> Self {
        Self { pondering: AtomicBool::new(pondering), ..Self::default() }
    }

    /// Stops the search.
    pub fn stop(&self) {
        let _gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        self.stopped.store(true, Ordering::Release);
        self.opened.notify_all();
    }

    /// Returns whether the search has been stopped.
    #[must_use]
    #[inline]
    pub fn is_set(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Ends pondering, because the opponent has played the expected move. `elapsed` is the time since the start of the
    /// search. The deadlines count from now on.
    pub fn ponderhit(&self, elapsed: Duration) {
        let _gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        self.ponder_ms.store(elapsed.as_millis() as u64, Ordering::Release);
        self.pondering.store(false, Ordering::Release);
        self.opened.notify_all();
    }

    /// Returns whether the search is pondering.
    #[must_use]
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Blocks until the flag is set. If `ponder_ends` is set, the end of pondering also ends the wait.
    pub fn wait(&self, ponder_ends: bool) {
        let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_set() && (!ponder_ends || self.is_pondering()) {
            gate = self.opened.wait(gate).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The stop flag, the deadlines and the node limit of one search, shared by its threads.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::search::{Aborted, AlphaBeta, Control, SearchTask, Searcher, Stop};
/// use nim::Nim;
///
/// let stop = Stop::default();
/// let control = Control { nodes: Some(100), ..Control::new(&stop) };
/// let task = SearchTask { hash: 1, ..SearchTask::default() };
/// let result = AlphaBeta::new().search(&Nim { left: 1000, mover: 0 }, &task, &control, &mut |_| ());
/// assert!(result.nodes <= 100);
/// assert_eq!(control.check(), Ok(()));
/// stop.stop();
/// assert_eq!(control.check(), Err(Aborted));
/// ```
#[derive(Debug)]
pub struct Control<'a> {
    /// The stop flag.
    pub stop: &'a Stop,
    /// The time at which `go` was read.
    pub start: Instant,
    /// Time from `start` after which no new iteration begins.
    pub soft: Option<Duration>,
    /// Time from `start` after which the search ends.
    pub hard: Option<Duration>,
    /// Limit on the nodes of all threads together. It is never exceeded.
    pub nodes: Option<u64>,
}

impl<'a> Control<'a> {
    /// Creates a control whose only limit is the stop flag.
    #[must_use]
    pub fn new(stop: &'a Stop) -> Self {
        Self { stop, start: Instant::now(), soft: None, hard: None, nodes: None }
    }

    /// Returns the control with these deadlines.
    #[must_use]
    pub fn until(self, Deadlines { soft, hard }: Deadlines) -> Self {
        Self { soft, hard, ..self }
    }

    /// Returns the time since [`Control::start`].
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Checks the stop flag and the hard deadline. If there is a hard deadline, this method reads the clock, so call it
    /// only every few dozen nodes or every few tens of microseconds.
    ///
    /// # Errors
    /// Returns [`Aborted`] if the search has to end now.
    #[inline]
    pub fn check(&self) -> Result<(), Aborted> {
        if self.stop.is_set() || self.past(self.hard) { Err(Aborted) } else { Ok(()) }
    }

    /// Returns whether another iteration may start.
    #[must_use]
    pub fn may_go_on(&self) -> bool {
        self.may_go_on_within(1.0)
    }

    /// Returns whether another iteration may start within this fraction of the soft limit. Callers pass less than 1 if
    /// the best move is stable, and more than 1 if its value falls.
    #[must_use]
    pub fn may_go_on_within(&self, fraction: f64) -> bool {
        let soft = self.soft.map(|soft| Duration::try_from_secs_f64(soft.as_secs_f64() * fraction).unwrap_or(soft));
        self.check().is_ok() && !self.past(soft)
    }

    fn past(&self, limit: Option<Duration>) -> bool {
        let Some(limit) = limit else { return false };
        if self.stop.is_pondering() {
            return false;
        }
        let ponder_time = Duration::from_millis(self.stop.ponder_ms.load(Ordering::Acquire));
        self.elapsed() >= limit.saturating_add(ponder_time)
    }
}
