//! Lines to an engine and from it, each with a deadline. [`crate::threads::ThreadPipe`] runs on every system and is meant
//! for engines that keep to the protocol; `ugi::process::Process` (unix) copes with all others.

use std::time::Instant;
use thiserror::Error;

/// A connection to an engine.
pub trait Pipe {
    /// Sends lines in one write.
    ///
    /// # Errors
    /// The engine has gone, or does not read before the deadline.
    fn send(&mut self, lines: &[&str], deadline: Instant) -> Result<(), PipeError>;

    /// The next line that the engine writes.
    ///
    /// # Errors
    /// The engine has gone, does not write a whole line before the deadline, or never ends its line.
    fn line(&mut self, deadline: Instant) -> Result<String, PipeError>;

    /// The last lines in both directions, oldest first: `> ` to the engine, `< ` from it, `! ` its standard error.
    fn last_lines(&self) -> Vec<String>;
}

/// Why a line could not be sent or read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PipeError {
    /// The process has ended; with its exit status.
    #[error("it has left ({0})")]
    Exited(String),
    /// The process runs, and the deadline is over.
    #[error("it does not answer in time")]
    TimedOut,
    /// A line is longer than the protocol allows, or the process writes and never reads.
    #[error("it writes without end")]
    Flood,
}
