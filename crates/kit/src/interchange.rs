//! What a game brings for the files that people exchange: an interchange format for finished games, decks of openings.

use crate::options::Values;
use anyhow::Result;
use ugi::Transcript;

/// A format for finished games.
#[derive(Clone, Copy, Debug)]
pub struct InterchangeFormat {
    /// The ending of file names, without the dot.
    pub extension: &'static str,
    /// One game as text with a newline at the end, under the rules that the values mean. Several games may be put behind
    /// each other. Fails where a position or a move cannot be read.
    pub write: fn(&Values, &Transcript) -> Result<String>,
    /// The first game of a text. Fails where it is no such text, or a move in it is not legal.
    pub read: fn(&Values, &str) -> Result<Transcript>,
}

/// A deck of openings.
#[derive(Clone, Copy, Debug)]
pub struct Deck {
    /// Its name in a plan; one word.
    pub name: &'static str,
    /// Its openings in their usual order, each what follows `position `.
    pub openings: fn() -> Vec<String>,
}
