//! Remarks on unusual but readable input: one line for each kind in a file, not one for each game.

use super::error::PdnError;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A remark on unusual input that was read successfully.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The kind of the remark.
    pub kind: Kind,
    /// The line, the ply and the details.
    pub at: PdnError,
}

/// The kinds of remarks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A quiet move is written as a capture, or a capture as a quiet move.
    Separator,
    /// The tag Result contains an unknown result.
    Result,
    /// Results are read with White's points first.
    First,
}

/// For each kind, the first remark and the number of games with one.
#[derive(Default)]
pub(super) struct Remarks(BTreeMap<Kind, (String, usize)>);

impl Remarks {
    /// Adds a remark of a kind that the game does not have yet. `text` contains its line, ply and details.
    pub(super) fn add(&mut self, kind: Kind, text: String) {
        self.0.entry(kind).or_insert((text, 0)).1 += 1;
    }

    /// Prints one line for each kind.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub(super) fn print(&self, path: &str, out: &mut dyn Write) -> io::Result<()> {
        self.0.values().try_for_each(|(text, games)| match games {
            1 => writeln!(out, "{path}: remark: {text}"),
            2 => writeln!(out, "{path}: remark: {text} (and in 1 more game)"),
            games => writeln!(out, "{path}: remark: {text} (and in {} more games)", games - 1),
        })
    }
}
