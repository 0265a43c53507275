//! Protocol errors: an error code and a message.

use super::words::{rest, word};
use base::quote::{printable, quote};
use std::fmt;
use strum::{Display, EnumString, VariantNames};

/// An error code of the protocol. Codes are printed and parsed in snake case, such as `bad_fen`.
///
/// ```
/// use speltafel_ugi::ErrorCode;
///
/// assert_eq!(ErrorCode::NotYourTurn.to_string(), "not_your_turn");
/// assert_eq!("bad_fen".parse(), Ok(ErrorCode::BadFen));
/// assert_eq!("new_code".parse(), Ok(ErrorCode::Other("new_code".to_string())));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Display, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum ErrorCode {
    /// The line contains no command.
    UnknownCommand,
    /// An argument is missing or invalid, or an option or a query is unknown.
    BadArgument,
    /// A position text is invalid or missing.
    BadFen,
    /// A token is not legal in its position.
    IllegalMove,
    /// Tokens follow the end of the game; they are ignored.
    GameOver,
    /// In a view, a token of another seat contradicts every possible distribution of the hidden cards.
    HiddenConflict,
    /// The query or `go` is not possible because the position is a view and another seat is to move.
    NotYourTurn,
    /// The query or `go` needs the master history, but the position is a view.
    NotMaster,
    /// `query draw` was sent, but no chance event is due.
    NoChance,
    /// `query solutions` was sent, but the current game is not a puzzle whose solutions can be counted.
    NoPuzzle,
    /// The command is not possible during a search.
    SearchRunning,
    /// A line was too long and was dropped.
    LineTooLong,
    /// An error in the engine ended the search.
    InternalError,
    /// A code that this version does not define.
    #[strum(default)]
    Other(String),
}

/// An error that an engine reports for a line. It is printed as `CODE TEXT`, as in `info string error CODE TEXT`.
///
/// ```
/// use speltafel_ugi::{ErrorCode, ProtocolError};
///
/// let error = ProtocolError::parse("bad_fen column 3: expected a square");
/// assert_eq!(error, ProtocolError::new(ErrorCode::BadFen, "column 3: expected a square"));
/// assert_eq!(error.to_string(), "bad_fen column 3: expected a square");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProtocolError {
    /// The error code.
    pub code: ErrorCode,
    /// The message: what is wrong and where. It may be empty. When printed, characters outside printable ASCII are
    /// escaped.
    pub text: String,
}

impl ProtocolError {
    /// Creates an error with a message.
    pub fn new(code: ErrorCode, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }

    /// Parses `CODE TEXT`. An unknown code becomes [`ErrorCode::Other`].
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let (after, code) = word(text).unwrap_or(("", ""));
        let code = code.parse().unwrap_or_else(|_| ErrorCode::Other(code.to_string()));
        Self { code, text: rest(after).to_string() }
    }

    /// Creates an error whose message is the quoted `input`.
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
