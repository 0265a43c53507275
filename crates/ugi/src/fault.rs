//! What can be wrong with a command: the codes of the protocol and the sentence beside them. Knows no command.

use base::quote::{printable, quote};
use std::fmt;

/// The error codes, each documented in `protocol.md`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // each is the word it prints
pub enum Code {
    UnknownCommand,
    BadArgument,
    BadFen,
    IllegalMove,
    GameOver,
    HiddenConflict,
    NotYourTurn,
    NotMaster,
    NoChance,
    NoPuzzle,
    SearchRunning,
    LineTooLong,
    InternalError,
}

impl Code {
    /// Every code.
    pub const ALL: [Self; 13] = [
        Self::UnknownCommand,
        Self::BadArgument,
        Self::BadFen,
        Self::IllegalMove,
        Self::GameOver,
        Self::HiddenConflict,
        Self::NotYourTurn,
        Self::NotMaster,
        Self::NoChance,
        Self::NoPuzzle,
        Self::SearchRunning,
        Self::LineTooLong,
        Self::InternalError,
    ];

    /// The word on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::UnknownCommand => "unknown_command",
            Self::BadArgument => "bad_argument",
            Self::BadFen => "bad_fen",
            Self::IllegalMove => "illegal_move",
            Self::GameOver => "game_over",
            Self::HiddenConflict => "hidden_conflict",
            Self::NotYourTurn => "not_your_turn",
            Self::NotMaster => "not_master",
            Self::NoChance => "no_chance",
            Self::NoPuzzle => "no_puzzle",
            Self::SearchRunning => "search_running",
            Self::LineTooLong => "line_too_long",
            Self::InternalError => "internal_error",
        }
    }
}

/// A command that could not be carried out; the state before it stays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The class of the fault.
    pub code: Code,
    /// What is wrong, and where; ASCII, may be empty.
    pub text: String,
}

impl Fault {
    /// A fault with a sentence.
    pub fn new(code: Code, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }

    /// A fault that quotes a piece of input.
    pub fn about(code: Code, input: &str) -> Self {
        Self { code, text: quote(input) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code.word())?;
        if self.text.is_empty() { Ok(()) } else { write!(f, " {}", printable(&self.text)) }
    }
}

impl std::error::Error for Fault {}
