//! A finished game as people exchange it: who played, where it began, what was played, how it ended. Knows no game and
//! no format.

use crate::options::Values;
use anyhow::Result;

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transcript {
    /// The tournament.
    pub event: String,
    /// Where: the machine.
    pub site: String,
    /// `YYYY.MM.DD`; `None` where it is not known.
    pub date: Option<String>,
    /// Which game of the tournament.
    pub round: String,
    /// Who sat in each seat.
    pub seats: Vec<String>,
    /// `startpos` or `fen TEXT`.
    pub base: String,
    /// The master history in the tokens of the protocol, events and verdict too.
    pub moves: Vec<String>,
    /// `p1win`, `p2win`, …, `draw` or `none`.
    pub result: String,
    /// Why it ended.
    pub reason: String,
}

/// A format for finished games.
#[derive(Clone, Copy, Debug)]
pub struct Portable {
    /// The ending of file names, without the dot.
    pub extension: &'static str,
    /// One game as text with a newline at the end, under the rules that the values mean. Several games may be put behind
    /// each other. Fails where a position or a move cannot be read.
    pub write: fn(&Values, &Transcript) -> Result<String>,
}
