//! A finished game as people exchange it: who played, where it began, what was played, how it ended. Knows no game and
//! no format.

use crate::options::Values;
use anyhow::Result;

/// Days from 0000-03-01 to 1970-01-01.
const EPOCH: u64 = 719_468;

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
    /// The first game of a text. Fails where it is no such text, or a move in it is not legal.
    pub read: fn(&Values, &str) -> Result<Transcript>,
}

/// `YYYY.MM.DD` of a moment in seconds since 1970, UTC. Years are counted from March, so that the leap day comes last
/// (Hinnant 2013, "chrono-compatible low-level date algorithms").
#[must_use]
pub fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + EPOCH;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (era * 400 + year + u64::from(month >= 10), if month < 10 { month + 3 } else { month - 9 });
    format!("{year:04}.{month:02}.{day:02}")
}
