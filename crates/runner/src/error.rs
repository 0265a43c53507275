//! The error type of this crate.

use std::io;
use std::path::PathBuf;
use thiserror::Error;
use ugi::ClientError;

/// Why the guard did not start, results were not read, or a recorded game was not replayed. What goes wrong in an
/// engine that plays is an [`EngineError`](crate::EngineError) instead.
///
/// ```
/// use speltafel_runner::RunnerError;
/// use speltafel_runner::results::load_file;
/// use std::path::Path;
///
/// let error = load_file(Path::new("no/such/file.jsonl")).err();
/// assert!(matches!(error, Some(RunnerError::Read { file, .. }) if file.ends_with("file.jsonl")));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunnerError {
    /// The guard process did not start.
    #[error("cannot start the guard {}: {error}", program.display())]
    Guard {
        /// The program of the guard.
        program: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A file cannot be read.
    #[error("cannot read {}: {error}", file.display())]
    Read {
        /// The path of the file.
        file: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// JSON without the key `format`.
    #[error("it has no key `format`; this version reads format 1")]
    NoFormat,
    /// JSON with another version of the format.
    #[error("its format is {found}; this version reads format 1")]
    OtherFormat {
        /// The value of the key `format`, as JSON.
        found: String,
    },
    /// JSON that is not what was expected.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A line of a file is not a game record.
    #[error("{}:{line}: not a game record: {error}", file.display())]
    Line {
        /// The path of the file.
        file: PathBuf,
        /// The number of the line, counted from 1.
        line: usize,
        /// Why the line is not a record.
        error: Box<Self>,
    },
    /// A string of a record cannot be sent to a referee.
    #[error("game {id}: {text} is {why}")]
    Record {
        /// The id of the record, quoted.
        id: String,
        /// The string, quoted.
        text: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The referee has failed.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The referee's answer to a query is an error or invalid.
    #[error("query {query}: {why}")]
    Answer {
        /// The words of the query.
        query: String,
        /// The error code of the answer, or what is wrong with it.
        why: String,
    },
}
