//! Client errors.

use crate::error::{ErrorCode, ProtocolError};
use crate::pipe::PipeError;
use base::quote::{printable, quote};
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// An error from a [`Client`](super::Client). A variant's `name` is the name by which the client refers to the engine.
///
/// ```
/// # mod script { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/script.rs")); }
/// # let mut client = script::connect(&[("query draw 1", "response error no_chance")])?;
/// use speltafel_ugi::{ClientError, ErrorCode, Query};
///
/// // In the position of this engine, no chance event is due.
/// let error = client.ask(Query::Draw(1)).unwrap_err();
/// assert_eq!(error.to_string(), "the engine: query draw 1: error no_chance");
/// assert!(matches!(error, ClientError::Query { code: ErrorCode::NoChance, .. }));
/// # Ok::<(), ClientError>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The engine process did not start.
    #[error("cannot start {name} {}: {error}", program.display())]
    Start {
        /// The name of the engine.
        name: String,
        /// The path of the program.
        program: PathBuf,
        /// The operating system error.
        error: io::Error,
    },
    /// The engine exited, did not answer in time, or wrote too much output.
    #[error("{}", connection_text(name, asked, *timeout, cause, last_lines))]
    Connection {
        /// The name of the engine.
        name: String,
        /// The last line that was sent to the engine.
        asked: String,
        /// The timeout for an answer.
        timeout: Duration,
        /// What went wrong with the connection.
        cause: PipeError,
        /// The most recent lines sent and received, as [`Pipe::last_lines`](crate::pipe::Pipe::last_lines) returns
        /// them.
        last_lines: Vec<String>,
    },
    /// The engine does not answer `ugi`, but `uci`.
    #[error("{name} answers `uci` but not `ugi`: it speaks another protocol, UCI")]
    Uci {
        /// The name of the engine.
        name: String,
    },
    /// The engine rejected an option.
    #[error("{name} rejects option {option}: {}{hint}", joined(why))]
    Option {
        /// The name of the engine.
        name: String,
        /// The name of the option.
        option: String,
        /// The errors that the engine reported.
        why: Vec<ProtocolError>,
        /// If the engine does not declare the option, an addition to the message that names a similar option.
        hint: String,
    },
    /// The engine reported errors for a line.
    #[error("{}", joined(why))]
    Line {
        /// The errors that the engine reported.
        why: Vec<ProtocolError>,
    },
    /// The engine answered a query with an error and explained why.
    #[error("{}", printable(&error.text))]
    Explained {
        /// The error that the engine reported.
        error: ProtocolError,
    },
    /// The engine does not declare an extension.
    #[error("the engine offers no {what}: it does not declare {extension} in UGI_Extensions")]
    NoExtension {
        /// What the extension provides.
        what: &'static str,
        /// The name of the extension.
        extension: &'static str,
    },
    /// The current game has no deck of this name.
    #[error("unknown deck {deck}; {}", known_decks(known))]
    UnknownDeck {
        /// The name of the deck.
        deck: String,
        /// The names of the game's decks.
        known: Vec<String>,
    },
    /// The engine has no interchange format for the current game.
    #[error("the engine has no interchange format for {game}")]
    NoFormat {
        /// The name of the game.
        game: String,
    },
    /// The engine answered a query with an error.
    #[error("{name}: {question}: error {code}")]
    Query {
        /// The name of the engine.
        name: String,
        /// The query.
        question: String,
        /// The error code.
        code: ErrorCode,
    },
    /// The engine gave an invalid answer to a query.
    #[error("{name}: {question}: expected {expected}, got {}", quote(got))]
    Unexpected {
        /// The name of the engine.
        name: String,
        /// The query.
        question: String,
        /// A description of the valid answers.
        expected: &'static str,
        /// The answer.
        got: String,
    },
}

fn joined(errors: &[ProtocolError]) -> String {
    errors.iter().map(ProtocolError::to_string).collect::<Vec<_>>().join("; ")
}

fn known_decks(known: &[String]) -> String {
    if known.is_empty() { "this game has no decks".to_string() } else { format!("the decks are: {}", known.join(", ")) }
}

fn connection_text(name: &str, asked: &str, timeout: Duration, cause: &PipeError, last_lines: &[String]) -> String {
    let asked = quote(asked);
    let what = match cause {
        PipeError::Exited(status) => format!("{name} exited without answering {asked} ({status})"),
        PipeError::Closed(end) => format!("{name} closed its {end} without answering {asked}"),
        PipeError::TimedOut => format!("{name} did not answer {asked} within {} ms", timeout.as_millis()),
        PipeError::Flood => format!("{name} wrote too much output after {asked}"),
    };
    let lines: String = last_lines.iter().map(|line| format!("\n  {line}")).collect();
    format!("{what}{lines}")
}
