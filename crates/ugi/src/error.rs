//! What can be wrong with a command: the codes of the protocol and the sentence beside them.

use super::words::{rest, word};
use base::quote::{printable, quote};
use std::fmt;
use strum::{Display, EnumString, VariantNames};

/// The error codes of the protocol; each prints as its name in small letters with underscores.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Display, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum ErrorCode {
    /// The line begins with no command.
    UnknownCommand,
    /// A command lacks something, or has a value that it does not take.
    BadArgument,
    /// A position text is refused or missing.
    BadFen,
    /// A token is not legal where it stands.
    IllegalMove,
    /// Tokens stand behind the end of the game; they are ignored.
    GameOver,
    /// No completion of the unknown cards allows a token of another seat.
    HiddenConflict,
    /// A question or a `go` in a view where another seat is to move.
    NotYourTurn,
    /// A question or a `go` that needs the master history.
    NotMaster,
    /// `query draw` where nothing is to be drawn.
    NoChance,
    /// `query solutions` in a game that has none to count.
    NoPuzzle,
    /// The command cannot be obeyed while a search runs.
    SearchRunning,
    /// A line was too long and has been dropped.
    LineTooLong,
    /// A fault of the engine itself ended the search.
    InternalError,
    /// A code of another engine.
    #[strum(default)]
    Other(String),
}

/// A command that could not be carried out; the state before it stays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProtocolError {
    /// The class of the fault.
    pub code: ErrorCode,
    /// What is wrong, and where; ASCII, may be empty.
    pub text: String,
}

impl ProtocolError {
    /// A fault with a sentence.
    pub fn new(code: ErrorCode, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }

    /// Reads `CODE TEXT`.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let (after, code) = word(text).unwrap_or(("", ""));
        let code = code.parse().unwrap_or_else(|_| ErrorCode::Other(code.to_string()));
        Self { code, text: rest(after).to_string() }
    }

    /// A fault that quotes a piece of input.
    pub fn about(code: ErrorCode, input: &str) -> Self {
        Self { code, text: quote(input) }
    }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.code.fmt(f)?;
        if self.text.is_empty() { Ok(()) } else { write!(f, " {}", printable(&self.text)) }
    }
}

impl std::error::Error for ProtocolError {}
