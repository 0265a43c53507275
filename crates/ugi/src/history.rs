//! Game histories and their `position` lines.

use crate::position::Position;
use crate::seats::Viewer;
use std::borrow::Borrow;

/// Returns the text after `position `: `BASE moves TOKENS`, or `BASE` alone if there are no tokens.
///
/// ```
/// use speltafel_ugi::position_text;
///
/// assert_eq!(position_text("startpos", &["11-15", "23-19"]), "startpos moves 11-15 23-19");
/// assert_eq!(position_text("startpos", &[""; 0]), "startpos");
/// ```
#[must_use]
pub fn position_text(base: &str, tokens: &[impl Borrow<str>]) -> String {
    if tokens.is_empty() { base.to_string() } else { format!("{base} moves {}", tokens.join(" ")) }
}

/// Returns whether a word has another meaning in a `position` line than a move, so that no game may write a move so:
/// events and verdicts begin with `!`, and `resign` and `moves` are words of the protocol.
///
/// ```
/// use speltafel_ugi::is_reserved;
///
/// assert!(is_reserved("!roll/6") && is_reserved("resign") && is_reserved("moves"));
/// assert!(!is_reserved("0000"), "the pass of some games");
/// ```
#[must_use]
pub fn is_reserved(word: &str) -> bool {
    word.starts_with('!') || ["resign", "moves"].contains(&word)
}

/// Returns whether a token is a chance event.
///
/// ```
/// use speltafel_ugi::{is_event, is_verdict, may_be_move};
///
/// let tokens = ["!deal/??", "!end/draw/agreed", "resign", "9-13"];
/// assert_eq!(tokens.map(is_event), [true, false, false, false]);
/// assert_eq!(tokens.map(is_verdict), [false, true, false, false]);
/// assert_eq!(tokens.map(may_be_move), [false, false, true, true]);
/// ```
#[must_use]
pub fn is_event(token: &str) -> bool {
    !may_be_move(token) && !is_verdict(token)
}

/// Returns whether a token is a verdict, which ends a game against its rules or before its end.
///
/// See the example of [`is_event`].
#[must_use]
pub fn is_verdict(token: &str) -> bool {
    token.starts_with("!end/")
}

/// Returns whether a token can be a move or a resignation: it is neither a chance event nor a verdict.
///
/// See the example of [`is_event`].
#[must_use]
pub fn may_be_move(token: &str) -> bool {
    !token.starts_with('!')
}

/// The tokens of a game so far, and the `position` line that loads them.
///
/// ```
/// use speltafel_ugi::History;
///
/// let mut history = History::new("startpos", &[]);
/// history.push("11-15");
/// assert_eq!(history.line(), "position startpos moves 11-15");
/// assert_eq!(history.with("23-19"), "position startpos moves 11-15 23-19");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    /// The start of the game: `startpos` or `fen TEXT`.
    pub base: String,
    /// The tokens after the base, in order. Add tokens with [`History::push`], which also updates the `position` line.
    pub tokens: Vec<String>,
    /// The line `position BASE moves TOKENS`, which [`History::push`] extends.
    line: String,
}

impl History {
    /// Creates a history from its base, which is `startpos` or `fen TEXT`, and its first tokens.
    #[must_use]
    pub fn new(base: &str, tokens: &[String]) -> Self {
        let line = format!("position {}", position_text(base, tokens));
        Self { base: base.to_string(), tokens: tokens.to_vec(), line }
    }

    /// Reads a `position` line. The base of a view begins with `seat N`. Returns `None` for any other line.
    ///
    /// ```
    /// use speltafel_ugi::History;
    ///
    /// let view = History::parse("position seat 1 startpos moves 11-15 ?").unwrap();
    /// assert_eq!((view.base.as_str(), view.tokens.len()), ("seat 1 startpos", 2));
    /// assert_eq!(view.first(1).line(), "position seat 1 startpos moves 11-15");
    /// assert_eq!(History::parse("position seat 1"), None);
    /// ```
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let Position { viewer, base, moves } = Position::parse(line.strip_prefix("position ")?).ok()?;
        let tokens: Vec<String> = moves.into_iter().map(str::to_string).collect();
        let base = viewer.number().map_or_else(|| base.to_string(), |seat| format!("seat {seat} {base}"));
        Some(Self::new(&base, &tokens))
    }

    /// Returns the history of the first `count` tokens, or of all if there are fewer.
    #[must_use]
    pub fn first(&self, count: usize) -> Self {
        Self::new(&self.base, self.tokens.get(..count).unwrap_or(&self.tokens))
    }

    /// Appends a token.
    pub fn push(&mut self, token: &str) {
        self.line = self.with(token);
        self.tokens.push(token.to_string());
    }

    /// Returns the line `position BASE moves TOKENS`.
    #[must_use]
    pub fn line(&self) -> &str {
        &self.line
    }

    /// Returns the line with one more token. The history does not change.
    #[must_use]
    pub fn with(&self, token: &str) -> String {
        let separator = if self.tokens.is_empty() { " moves " } else { " " };
        [&self.line, separator, token].concat()
    }

    /// Returns whether `view`, an answer to `query view`, shows this history without hiding anything.
    ///
    /// ```
    /// use speltafel_ugi::History;
    ///
    /// let history = History::new("startpos", &["!deal/AB/CD".to_string()]);
    /// assert!(history.is_fully_shown_by("position seat 1 startpos moves !deal/AB/CD"));
    /// assert!(!history.is_fully_shown_by("position seat 1 startpos moves !deal/AB/??"));
    /// ```
    #[must_use]
    pub fn is_fully_shown_by(&self, view: &str) -> bool {
        let Some(Ok(shown)) = view.strip_prefix("position ").map(Position::parse) else { return false };
        shown.viewer != Viewer::Master && shown.base.to_string() == self.base && shown.moves == self.tokens
    }
}

#[cfg(test)]
mod tests {
    use super::History;

    #[test]
    fn histories_and_views_are_read_cut_and_written() {
        for line in [
            "position seat 2 startpos",
            "position seat 0 fen a/b:c moves !deal/??/?? x",
            "position startpos moves a b c",
        ] {
            assert_eq!(History::parse(line).unwrap().line(), line);
        }
        let view = History::parse("position seat 1 startpos moves a b c").unwrap();
        assert_eq!(view.first(1).line(), "position seat 1 startpos moves a");
        assert_eq!(view.first(4), view);
        for line in ["error not_master", "position seat 1", "position seat 1 startpos a", "startpos"] {
            assert_eq!(History::parse(line), None, "{line}");
        }
    }

    #[test]
    fn a_view_may_hide_parts_of_a_history() {
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
