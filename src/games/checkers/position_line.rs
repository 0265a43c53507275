//! Position lines, as in lists of openings: `startpos` or `fen TEXT`, then optionally `moves` and the moves.

use super::position::{Checkers, Rules};
use anyhow::{Result, anyhow, bail};
use base::quote::quote;
use kit::game::Game;
use kit::state::State;
use ugi::{Base, Position};

/// Parses the arguments of the `position` command: `startpos` or `fen TEXT`, then optionally `moves` and the moves. The
/// word `fen` may be missing.
///
/// # Errors
/// Returns an error if the line cannot be parsed or a move is not legal.
pub fn parse(rules: &Rules, line: &str) -> Result<Checkers> {
    let whole = match line.split_whitespace().next() {
        Some("startpos" | "fen") => line.to_string(),
        Some(_) => format!("fen {line}"),
        None => bail!("expected startpos or a position"),
    };
    let Position { base, moves, .. } = Position::parse(&whole).map_err(|error| anyhow!(error.text))?;
    let mut position = match base {
        Base::Start => Checkers::start(rules),
        Base::Fen(text) => Checkers::parse_position(rules, text)?,
    };
    for (index, token) in moves.iter().enumerate() {
        let action = position.parse_action(token);
        position.play(action.map_err(|_| anyhow!("move {}: {} is not legal", index + 1, quote(token)))?);
    }
    Ok(position)
}

/// Returns the first part of a line that starts from `position`: `startpos` if `position` is the start position under
/// `rules`, otherwise `fen TEXT`.
pub fn base(rules: &Rules, position: &Checkers) -> String {
    if *position == Checkers::start(rules) {
        "startpos".to_string()
    } else {
        format!("fen {}", position.position_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_forms_of_lines_are_parsed() {
        let read = |line: &str| super::parse(&Rules::default(), line);
        let after = read("startpos moves 11-15 23-19").unwrap();
        let text = after.position_text();
        assert_eq!(read(&format!("fen {text}")).unwrap(), after);
        assert_eq!(read(&text).unwrap(), after);
        assert_eq!(read(" fen  W:W22:BK3   moves 22-18 ").unwrap().position_text(), "B:W18:BK3:H1:F2");
        let error = |line: &str| read(line).unwrap_err().to_string();
        assert_eq!(error("startpos moves 11-15 24-15"), "move 2: 24-15 is not legal");
        assert_eq!(error("startpos 11-15"), "position: expected moves after startpos, found 11-15");
        assert!(error("fen X").contains("column 1"));
        assert!(error("  ").contains("expected startpos"));
    }
}
