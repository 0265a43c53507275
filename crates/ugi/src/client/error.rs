//! What can go wrong between a client and its engine.

use crate::locate::cannot_start;
use crate::pipe::PipeError;
use crate::{ErrorCode, ProtocolError};
use base::quote::quote;
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// What went wrong between a client and its engine. `name` is what the client calls the engine.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The process did not start.
    #[error("{}", cannot_start(name, program, error))]
    Start {
        /// The engine.
        name: String,
        /// Its program.
        program: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The process left, is late, or writes without end.
    #[error("{}", broken(name, asked, *patience, cause, last_lines))]
    Connection {
        /// The engine.
        name: String,
        /// The last line that it was sent.
        asked: String,
        /// How long it was waited for.
        patience: Duration,
        /// Why.
        cause: PipeError,
        /// The last lines in both directions, as [`crate::pipe::Pipe::last_lines`] gives them.
        last_lines: Vec<String>,
    },
    /// The engine does not take an option.
    #[error("{name} refuses option {option}: {}", joined(why))]
    Option {
        /// The engine.
        name: String,
        /// The name of the option.
        option: String,
        /// What the engine says.
        why: Vec<ProtocolError>,
    },
    /// The engine does not take a line.
    #[error("{}", joined(why))]
    Line {
        /// What the engine says.
        why: Vec<ProtocolError>,
    },
    /// A question was answered with an error.
    #[error("{name}: {question}: error {code}")]
    Query {
        /// The engine.
        name: String,
        /// The question.
        question: String,
        /// The code of the error.
        code: ErrorCode,
    },
    /// A question has an answer that it cannot have.
    #[error("{name}: {question}: expected {expected}, got {}", quote(got))]
    Unexpected {
        /// The engine.
        name: String,
        /// The question.
        question: String,
        /// What would have been an answer.
        expected: &'static str,
        /// The answer.
        got: String,
    },
}

fn joined(faults: &[ProtocolError]) -> String {
    faults.iter().map(ProtocolError::to_string).collect::<Vec<_>>().join("; ")
}

fn broken(name: &str, asked: &str, patience: Duration, cause: &PipeError, last_lines: &[String]) -> String {
    let asked = quote(asked);
    let what = match cause {
        PipeError::Exited(status) => format!("{name} left without an answer to {asked} ({status})"),
        PipeError::TimedOut => format!("{name} gave no answer to {asked} within {} ms", patience.as_millis()),
        PipeError::Flood => format!("{name} writes without end after {asked}"),
    };
    let lines: String = last_lines.iter().map(|line| format!("\n  {line}")).collect();
    format!("{what}{lines}")
}
