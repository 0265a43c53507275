//! `summary.json`, for programs that look on: written again after games have ended.

use super::signals::ResultsLock;
use super::worker::WorkerMessage;
use crate::plan::Plan;
use crate::report::{Summary, json};
use anyhow::Result;
use base::files::write_atomic;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use ugi::results::{RESULTS, SUMMARY, load_file};

/// The least time between two summaries.
const PAUSE: Duration = Duration::from_secs(1);
/// The reciprocal of the part of the time that summaries may take.
const TIME_DIVISOR: u32 = 200;

/// Writes the summary of the results in a folder.
///
/// # Errors
/// The results are unreadable, or an I/O error.
pub fn write_summary(folder: &Path, plan: &Plan) -> Result<()> {
    let records = load_file(&folder.join(RESULTS))?;
    write_atomic(&folder.join(SUMMARY), json(&Summary::of(plan, &records))?.as_bytes())
}

/// Hands on what the workers say, and keeps the summary up to date meanwhile.
pub(super) struct SummaryWriter<'a> {
    plan: &'a Plan,
    results_lock: &'a ResultsLock,
    /// A part of a plan has no summary.
    is_whole: bool,
    /// Has a game ended since the last summary?
    stale: bool,
    due: Instant,
}

impl<'a> SummaryWriter<'a> {
    pub(super) fn new(plan: &'a Plan, pen: &'a ResultsLock, is_whole: bool) -> Self {
        Self { plan, results_lock: pen, is_whole, stale: is_whole, due: Instant::now() }
    }

    /// The next message; `None`: all workers are done, and the summary is up to date.
    ///
    /// # Errors
    /// The summary cannot be written.
    pub(super) fn next(&mut self, messages: &Receiver<WorkerMessage>) -> Result<Option<WorkerMessage>> {
        loop {
            let wait = if self.stale { self.due.saturating_duration_since(Instant::now()) } else { Duration::MAX };
            if wait.is_zero() {
                self.write()?;
                continue;
            }
            match messages.recv_timeout(wait) {
                Ok(message) => {
                    self.stale |= self.is_whole && matches!(message, WorkerMessage::Done(_));
                    return Ok(Some(message));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) if self.stale => self.write()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    fn write(&mut self) -> Result<()> {
        let start = Instant::now();
        self.results_lock.write(|| write_summary(&self.plan.run.out, self.plan))??;
        self.stale = false;
        self.due = Instant::now() + PAUSE.max(start.elapsed() * TIME_DIVISOR);
        Ok(())
    }
}
