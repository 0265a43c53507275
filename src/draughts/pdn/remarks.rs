//! Remarks on unusual but readable input. For each kind of remark, one line per file is printed, not one per game.

use super::error::PdnError;
use base::counted::counted;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A remark on unusual input that was accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The kind of unusual input.
    pub kind: Kind,
    /// The line, the ply and the details.
    pub at: PdnError,
}

/// The kinds of remarks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A move has the wrong separator: `x` or `:` for a quiet move, or `-` or none for a capture.
    Separator,
    /// The value of the Result tag is not a known result, although the moves end with one or it is not `?` or `*`.
    Result,
    /// A tag is repeated in the tags of a game.
    Tag,
    /// Two tags give one player different names.
    Names,
    /// Results are read with White's points first.
    First,
}

/// For each kind, the first remark and the number of games with such a remark.
#[derive(Default)]
pub(super) struct Remarks(BTreeMap<Kind, (String, usize)>);

impl Remarks {
    /// Adds a remark. Call this at most once per game and kind. `text` names the game, the line and the ply, and gives
    /// the details.
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
            games => writeln!(out, "{path}: remark: {text} (and in {})", counted(games - 1, "more game")),
        })
    }
}
