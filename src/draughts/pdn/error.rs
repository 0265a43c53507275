//! What is wrong with a game, and where.

use super::game::PdnGame;

/// What is wrong with a game, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnError {
    /// The line in the file, from 1; 0 where only that of the game is known.
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

    /// It with its place in the file; `game` is the one that it is in.
    #[must_use]
    pub fn told(&self, game: &PdnGame) -> String {
        let line = if self.line == 0 { game.line } else { self.line };
        let ply = self.ply.map(|ply| format!(", ply {ply}")).unwrap_or_default();
        let hint = self.hint.map(|hint| format!("; {hint}")).unwrap_or_default();
        format!("line {line}{ply}: {}{hint}", self.text)
    }
}
