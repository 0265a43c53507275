//! The error type for problems in a game, with their line and ply.

/// A problem in a game, with its line and ply.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "line {line}{}: {text}{}",
    .ply.map(|ply| format!(", ply {ply}")).unwrap_or_default(),
    .hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default()
)]
pub struct PdnError {
    /// The line in the file, counted from 1; the first line of the game if the exact line is unknown.
    pub line: usize,
    /// The ply of the move in question, counted from 1, or the number of plies before an invalid setup; otherwise
    /// `None`.
    pub ply: Option<usize>,
    /// What is wrong, without the line and the ply.
    pub text: String,
    /// The probable cause, or a flag with which the game is accepted.
    pub hint: Option<String>,
}

impl PdnError {
    /// Creates an error without a hint.
    pub const fn new(line: usize, ply: Option<usize>, text: String) -> Self {
        Self { line, ply, text, hint: None }
    }

    /// Returns the error with this hint instead of its own.
    pub fn with_hint(self, hint: Option<String>) -> Self {
        Self { hint, ..self }
    }
}
