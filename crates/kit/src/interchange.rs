//! Interchange formats for finished games, and decks of openings.

use crate::options::Values;
use anyhow::Result;
use ugi::Transcript;

/// An interchange format for finished games, such as PDN.
#[derive(Clone, Copy, Debug)]
pub struct InterchangeFormat {
    /// The file name extension without the dot, such as `pdn`. It also names the format in queries.
    pub extension: &'static str,
    /// Exports one game, played under the rules that the option values select, and returns the file's text. The text
    /// ends with a newline, so that several games can be concatenated. Returns an error if a position or a move cannot
    /// be read.
    pub write: fn(&Values, &Transcript) -> Result<String>,
    /// Imports the first game in a file's text. Returns an error if the text is malformed or contains an illegal move.
    pub read: fn(&Values, &str) -> Result<Transcript>,
}

/// A named list of openings for tournaments.
#[derive(Clone, Copy, Debug)]
pub struct Deck {
    /// The name in plan files, a single word.
    pub name: &'static str,
    /// Returns the openings in their usual order, as arguments of `position`.
    pub openings: fn() -> Vec<String>,
}
