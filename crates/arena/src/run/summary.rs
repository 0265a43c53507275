//! Writes `summary.json` after games have finished, for programs that follow a tournament.

use super::signals::ResultsLock;
use super::worker::WorkerMessage;
use crate::report::{SummaryBuilder, json};
use anyhow::Result;
use base::files::write_atomic;
use runner::results::SUMMARY;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The minimum time between two summaries, except before the last one.
const PAUSE: Duration = Duration::from_secs(1);
/// The pause after a summary is at least this many times as long as the time for writing it. Before the last summary
/// there is no pause.
const TIME_DIVISOR: u32 = 200;

/// Writes the summary of the results in a folder.
pub fn write_summary(folder: &Path, results: &SummaryBuilder) -> Result<()> {
    write_atomic(&folder.join(SUMMARY), json(&results.summary())?.as_bytes())
}

/// Forwards the workers' messages, and writes the summary between messages.
pub(super) struct SummaryWriter<'a> {
    folder: &'a Path,
    pub(super) results_lock: &'a ResultsLock,
    /// Whether the whole plan is played. Parts of a plan have no summary.
    is_whole: bool,
    /// Whether a summary is to be written: none has been written yet, or a game has finished since the last one.
    is_stale: bool,
    /// The earliest time of the next summary while games are played.
    due: Instant,
}

impl<'a> SummaryWriter<'a> {
    pub(super) fn new(folder: &'a Path, results_lock: &'a ResultsLock, is_whole: bool) -> Self {
        Self { folder, results_lock, is_whole, is_stale: is_whole, due: Instant::now() }
    }

    /// Returns the next message, or `None` if all workers are done and the summary is up to date. `results` contains
    /// the games of all earlier messages.
    pub(super) fn next(
        &mut self,
        messages: &Receiver<WorkerMessage>,
        results: &SummaryBuilder,
    ) -> Result<Option<WorkerMessage>> {
        loop {
            let wait = if self.is_stale { self.due.saturating_duration_since(Instant::now()) } else { Duration::MAX };
            if wait.is_zero() {
                self.write(results)?;
                continue;
            }
            match messages.recv_timeout(wait) {
                Ok(message) => {
                    self.is_stale |= self.is_whole;
                    return Ok(Some(message));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) if self.is_stale => self.write(results)?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    fn write(&mut self, results: &SummaryBuilder) -> Result<()> {
        let start = Instant::now();
        self.results_lock.write(|| write_summary(self.folder, results))??;
        self.is_stale = false;
        self.due = Instant::now() + PAUSE.max(start.elapsed() * TIME_DIVISOR);
        Ok(())
    }
}
