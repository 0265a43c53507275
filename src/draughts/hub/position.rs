//! Hub's `pos` command: a position as letters, and the moves played from that position. Detects the client's board
//! orientation.

use super::line::HubLine;
use crate::draughts::orientation::Orientation;
use crate::games::checkers::Checkers;
use crate::games::checkers::squares::{Letters, RULES, WireMove, parse_position};
use anyhow::{Context, Result, bail};
use base::quote::quote;
use kit::game::Game;
use kit::state::State;
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, u8};
use nom::combinator::{all_consuming, map};
use nom::multi::many0;
use nom::sequence::preceded;

/// The letters of a position.
pub(crate) const LETTERS: Letters = Letters { dark: 'b', light: 'w', empty: 'e' };

/// Parses positions and remembers the client's orientation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PositionReader {
    turned: bool,
}

/// pydraughts is the only known client for English draughts, so its orientation is assumed until a position shows the
/// other one.
impl Default for PositionReader {
    fn default() -> Self {
        Self { turned: true }
    }
}

/// Returns the standard start position, under the rules for games with other programs.
pub(super) fn start() -> Checkers {
    Checkers::start(&RULES)
}

impl PositionReader {
    /// Returns the position of a `pos` line. For [`Orientation::Auto`], the orientation is the one in which the
    /// position and all moves are legal. If both are possible, the orientation that was detected last is used. The
    /// start position without moves shows the orientation by its side to move, because Black begins.
    ///
    /// # Errors
    /// Returns an error if the line cannot be parsed, or if the position or a move is illegal. In that case the
    /// remembered orientation does not change.
    pub(super) fn read(&mut self, line: &HubLine, orientation: Orientation) -> Result<Checkers> {
        let letters = line.get("pos").context("pos=... is missing")?;
        let moves = line.get("moves").unwrap_or_default();
        let moves: Vec<WireMove> = moves.split_whitespace().map(parse_move).collect::<Result<_>>()?;
        let read = |turned| play(root(letters, turned)?, &moves);
        match orientation {
            Orientation::Plain => read(false),
            Orientation::Turned => read(true),
            Orientation::Auto => {
                let begins = |turned: &bool| root(letters, *turned).is_ok_and(|position| position == start());
                let shown = [false, true].into_iter().find(begins).filter(|_| moves.is_empty());
                let turned = match (shown, read(true).is_ok(), read(false).is_ok()) {
                    (Some(turned), ..) => turned,
                    (None, true, false) => true,
                    (None, false, true) => false,
                    (None, true, true) => self.turned,
                    // Neither orientation is possible: report the error from the one that the protocol specifies.
                    (None, false, false) => return read(false),
                };
                self.turned = turned;
                read(turned)
            }
        }
    }
}

/// Parses the letters of a position, of which the first is the side to move. If `turned` is true, undoes the rotation
/// and the exchange of colours that pydraughts applies to each position.
fn root(letters: &str, turned: bool) -> Result<Checkers> {
    let dark = match letters.chars().next() {
        Some('B') => true,
        Some('W') => false,
        _ => bail!("expected W or B, the side to move, found \"{}\"", quote(letters)),
    };
    let squares = &letters[1..];
    if !turned {
        return parse_position(LETTERS, dark, squares);
    }
    let exchanged = Letters { dark: 'w', light: 'b', ..LETTERS };
    parse_position(exchanged, !dark, &squares.chars().rev().collect::<String>())
}

fn play(mut position: Checkers, moves: &[WireMove]) -> Result<Checkers> {
    for (index, wire) in moves.iter().enumerate() {
        let action = wire.find(&position).with_context(|| format!("move {}", index + 1))?;
        position.play(action);
    }
    Ok(position)
}

/// Parses a quiet move such as `11-15`, or a capture such as `18x11x15`: the origin, the destination, then the captured
/// squares in any order.
pub(crate) fn parse_move(text: &str) -> Result<WireMove> {
    let mut grammar = all_consuming((
        u8::<&str, nom::error::Error<&str>>,
        alt((
            map(preceded(char('-'), u8), |to| (to, None)),
            map((preceded(char('x'), u8), many0(preceded(char('x'), u8))), |(to, captured)| (to, Some(captured))),
        )),
    ));
    match grammar.parse(text) {
        Ok((_, (from, (to, captured)))) => {
            Ok(WireMove { from, to, captures: captured.is_some(), captured: captured.unwrap_or_default() })
        }
        Err(_) => bail!("cannot read the move \"{}\"", quote(text)),
    }
}
