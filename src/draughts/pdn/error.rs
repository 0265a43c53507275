//! What is wrong with a game, and where.

/// What is wrong with a game, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "line {line}{}: {text}{}",
    .ply.map(|ply| format!(", ply {ply}")).unwrap_or_default(),
    .hint.map(|hint| format!("; {hint}")).unwrap_or_default()
)]
pub struct PdnError {
    /// The line in the file, from 1; that of the game where no other is known.
    pub line: usize,
    /// The ply in the game, from 1, where it is a move that is wrong.
    pub ply: Option<usize>,
    /// What is wrong.
    pub text: String,
    /// What may be meant, or what would be read.
    pub hint: Option<&'static str>,
}

impl PdnError {
    /// One without a hint.
    #[must_use]
    pub const fn new(line: usize, ply: Option<usize>, text: String) -> Self {
        Self { line, ply, text, hint: None }
    }

    /// It with another hint, or with none.
    #[must_use]
    pub fn with_hint(self, hint: Option<&'static str>) -> Self {
        Self { hint, ..self }
    }
}
