//! Hub's `pos`: a position as letters and the moves since. Finds out which way round a client holds the board.
//! Knows no search.

use super::line::HubLine;
use crate::games::checkers::Checkers;
use crate::games::checkers::squares::{Letters, RULES, WireMove, read_position};
use anyhow::{Context, Result, bail};
use base::quote::quote;
use kit::game::State;
use kit::notation::Notation;
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, u8};
use nom::combinator::{all_consuming, map};
use nom::multi::many0;
use nom::sequence::preceded;
use strum::{EnumString, VariantNames};

const LETTERS: Letters = Letters { dark: 'b', light: 'w', empty: 'e' };

/// How a client holds the board.
///
/// Hub gives the letters `w` and `b` for the pieces. pydraughts keeps its boards with White to begin, for English draughts
/// too: it sends the position turned by 180 degrees with the colours exchanged, but the moves in the numbers of the
/// literature. Its start position is `W` with black men on 1 to 12, where the first move is 11-15 all the same.
///
/// Both readings of a position are legal positions, so only moves tell them apart.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub(super) enum Orientation {
    /// As the legal moves show it; as pydraughts does where they show nothing.
    #[default]
    Auto,
    /// As the protocol says, and Scan does.
    Plain,
    /// As pydraughts does.
    Turned,
}

/// Reads positions, and remembers how the client holds the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PositionReader {
    turned: bool,
}

/// pydraughts is the one client of English draughts that is known: it is expected until a position shows another.
impl Default for PositionReader {
    fn default() -> Self {
        Self { turned: true }
    }
}

/// The start position.
pub(super) fn start() -> Checkers {
    Checkers::start(&RULES)
}

impl PositionReader {
    /// The position of a `pos` line. Where the orientation is to be found out, it is the one in which all moves are legal;
    /// where both are possible, that of the positions before. The start position without moves shows it by the side to
    /// move, which is Black.
    ///
    /// # Errors
    /// What cannot be read or is not legal; nothing changes.
    pub(super) fn read(&mut self, line: &HubLine, orientation: Orientation) -> Result<Checkers> {
        let letters = line.get("pos").context("pos=... is missing")?;
        let moves = line.get("moves").unwrap_or_default();
        let moves: Vec<WireMove> = moves.split_whitespace().map(read_move).collect::<Result<_>>()?;
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
                    // The error of the protocol's own reading.
                    (None, false, false) => return read(false),
                };
                self.turned = turned;
                read(turned)
            }
        }
    }
}

/// The position of the letters, the side to move first.
fn root(letters: &str, turned: bool) -> Result<Checkers> {
    let dark = match letters.chars().next() {
        Some('B') => true,
        Some('W') => false,
        _ => bail!("expected W or B, the side to move, found \"{}\"", quote(letters)),
    };
    let squares = &letters[1..];
    if !turned {
        return read_position(LETTERS, dark, squares);
    }
    let exchange = |letter| match letter {
        'b' => 'w',
        'w' => 'b',
        'B' => 'W',
        'W' => 'B',
        other => other,
    };
    read_position(LETTERS, !dark, &squares.chars().rev().map(exchange).collect::<String>())
}

fn play(mut position: Checkers, moves: &[WireMove]) -> Result<Checkers> {
    for (index, wire) in moves.iter().enumerate() {
        let action = wire.find(&position).with_context(|| format!("move {}", index + 1))?;
        position.play(action);
    }
    Ok(position)
}

/// `11-15`, or a capture: from, to, and the captured squares in any order, `18x11x15`.
fn read_move(text: &str) -> Result<WireMove> {
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
