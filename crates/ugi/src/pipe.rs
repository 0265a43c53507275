//! Connections to an engine that send and receive lines, with deadlines.
//!
//! [`ThreadPipe`](crate::threads::ThreadPipe) runs on every system and is meant for engines that follow the protocol.
//! `ugi::process::Process` (feature `process`, unix) also handles engines that do not.

use std::time::Instant;
use thiserror::Error;

/// A connection to an engine, for a [`Client`](crate::client::Client).
pub trait Pipe {
    /// Sends lines in one write.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or does not read the lines before the deadline.
    fn send(&mut self, lines: &[&str], deadline: Instant) -> Result<(), PipeError>;

    /// Waits for the engine's next line and returns it without the line ending.
    ///
    /// # Errors
    /// Returns an error if the engine has exited, does not write a whole line before the deadline, or writes a line
    /// longer than [`LONGEST_LINE`](crate::LONGEST_LINE).
    fn line(&mut self, deadline: Instant) -> Result<String, PipeError>;

    /// Returns the most recent lines sent and received, oldest first, each with a prefix: `> ` to the engine, `< ` from
    /// the engine, `! ` from its standard error.
    fn last_lines(&self) -> Vec<String>;
}

/// The reason why a line could not be sent or read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PipeError {
    /// The process has exited, with this exit status.
    #[error("the process has exited ({0})")]
    Exited(String),
    /// The process is running, but the deadline has passed.
    #[error("no answer before the deadline")]
    TimedOut,
    /// The process has written more than is accepted: a line that is too long, or too much output in total.
    #[error("too much output")]
    Flood,
}
