//! The views of a game: histories whose base is `seat N` and the base of the game.

use ugi::{History, Position};

/// Parses a `position` line.
pub fn parse_line(line: &str) -> Option<History> {
    let Position { viewer, base, moves } = Position::parse(line.strip_prefix("position ")?).ok()?;
    let tokens: Vec<String> = moves.into_iter().map(str::to_string).collect();
    let base = viewer.number().map_or_else(|| base.to_string(), |seat| format!("seat {seat} {base}"));
    Some(History::new(&base, &tokens))
}

/// Parses an answer to `query view`. Returns `None` if it is not a view of a seat.
pub fn parse_view(line: &str) -> Option<History> {
    parse_line(line).filter(|history| history.base.starts_with("seat "))
}

/// Returns the history after its first `count` tokens, or the whole history if it is shorter.
pub fn truncated(history: &History, count: usize) -> History {
    History::new(&history.base, history.tokens.get(..count).unwrap_or(&history.tokens))
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
            assert_eq!(parse_view(line).unwrap().line(), line);
            assert_eq!(parse_line(line), parse_view(line));
        }
        let view = parse_view("position seat 1 startpos moves a b c").unwrap();
        assert_eq!(truncated(&view, 1).line(), "position seat 1 startpos moves a");
        assert_eq!(truncated(&view, 4), view);
        assert_eq!(parse_line("position startpos moves a").unwrap().line(), "position startpos moves a");
        for line in ["error not_master", "position startpos", "position seat 1", "position seat 1 startpos a"] {
            assert_eq!(parse_view(line), None, "{line}");
        }
    }
}
