//! A seat's view of the game: a position line with one token for each token of the master history.

use ugi::{History, Position, position_text};

/// A view of the game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct View {
    /// The part before the moves: `startpos` or `fen TEXT`, preceded by `seat N` in a seat's view.
    pub base: String,
    /// The tokens, one for each token of the master history.
    pub tokens: Vec<String>,
}

impl View {
    /// Creates the view that shows the whole history.
    pub fn of_history(history: &History) -> Self {
        Self { base: history.base.clone(), tokens: history.tokens.clone() }
    }

    /// Parses an answer to `query view`. Returns `None` if it is not a view of a seat.
    pub fn read(line: &str) -> Option<Self> {
        let Position { seat, base, moves } = Position::parse(line.strip_prefix("position ")?).ok()?;
        let tokens = moves.into_iter().map(str::to_string).collect();
        Some(Self { base: format!("seat {} {base}", seat?), tokens })
    }

    /// Returns the view after the first `at` tokens.
    pub fn truncated(mut self, at: usize) -> Self {
        self.tokens.truncate(at);
        self
    }

    /// Returns the view with these tokens appended.
    pub fn extended(mut self, tokens: &[String]) -> Self {
        self.tokens.extend_from_slice(tokens);
        self
    }

    /// Returns the `position` line.
    pub fn line(&self) -> String {
        format!("position {}", position_text(&self.base, &self.tokens))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_are_read_truncated_and_written() {
        for line in [
            "position seat 2 startpos",
            "position seat 0 fen a/b:c moves !deal/??/?? x",
            "position seat 1 startpos moves a b c",
        ] {
            assert_eq!(View::read(line).unwrap().line(), line);
        }
        let view = View::read("position seat 1 startpos moves a b c").unwrap();
        assert_eq!(view.clone().truncated(1).extended(&["d".to_string()]).line(), "position seat 1 startpos moves a d");
        assert!(History::new("startpos", &["a", "b", "c"].map(str::to_string)).is_fully_shown_by(&view.line()));
        for line in ["error not_master", "position startpos", "position seat 1", "position seat 1 startpos a"] {
            assert_eq!(View::read(line), None, "{line}");
        }
    }
}
