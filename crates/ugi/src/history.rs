//! The tokens of a game and the `position` line that they make.

use crate::Position;
use std::borrow::Borrow;

/// What follows `position ` in a line: `BASE moves TOKENS`, or the base alone where there are no tokens.
#[must_use]
pub fn position_text(base: &str, tokens: &[impl Borrow<str>]) -> String {
    if tokens.is_empty() { base.to_string() } else { format!("{base} moves {}", tokens.join(" ")) }
}

/// The tokens of a game so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    /// `startpos` or `fen TEXT`.
    pub base: String,
    /// All tokens.
    pub tokens: Vec<String>,
    /// `position BASE moves TOKENS`.
    line: String,
}

impl History {
    /// A history that begins with an opening.
    #[must_use]
    pub fn new(base: &str, tokens: &[String]) -> Self {
        let line = format!("position {}", position_text(base, tokens));
        Self { base: base.to_string(), tokens: tokens.to_vec(), line }
    }

    /// Appends a token.
    pub fn push(&mut self, token: &str) {
        self.line = self.with(token);
        self.tokens.push(token.to_string());
    }

    /// The line.
    #[must_use]
    pub fn line(&self) -> &str {
        &self.line
    }

    /// The line with one more token.
    #[must_use]
    pub fn with(&self, token: &str) -> String {
        let separator = if self.tokens.is_empty() { " moves " } else { " " };
        [&self.line, separator, token].concat()
    }

    /// Does a view (what `query view` answers) show all that happened?
    #[must_use]
    pub fn is_fully_shown_by(&self, view: &str) -> bool {
        let Some(Ok(shown)) = view.strip_prefix("position ").map(Position::read) else { return false };
        shown.seat.is_some() && shown.base.to_string() == self.base && shown.moves == self.tokens
    }
}

#[cfg(test)]
mod tests {
    use super::History;

    #[test]
    fn a_history_is_a_line_and_a_view_may_hide_parts_of_it() {
        let mut history = History::new("startpos", &[]);
        assert_eq!(history.line(), "position startpos");
        assert!(history.is_fully_shown_by("position seat 1 startpos"));
        history.push("!deal/a/b");
        history.push("x");
        assert_eq!(history.with("y"), "position startpos moves !deal/a/b x y");
        assert!(history.is_fully_shown_by("position seat 2 startpos moves !deal/a/b x"));
        assert!(!history.is_fully_shown_by("position seat 2 startpos moves !deal/a/? x"));
        assert!(!history.is_fully_shown_by("position startpos moves !deal/a/b x"));
    }
}
