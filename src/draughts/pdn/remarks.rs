//! What is unusual in the games of a file and was read all the same: one line for each kind, not one for each game.

use super::error::PdnError;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Something unusual that was read all the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// What it is.
    pub kind: Kind,
    /// Where, and what exactly.
    pub at: PdnError,
}

/// Kinds of remarks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A move without a capture is written like a capture, or the other way round.
    Separator,
    /// The tag Result holds no known result.
    Result,
    /// Results are read from White's side.
    First,
}

/// The first remark of each kind, and how many games have one.
#[derive(Default)]
pub(super) struct Remarks(BTreeMap<Kind, (String, usize)>);

impl Remarks {
    /// Adds a remark on a game that has none of this kind; `text` says where it stands and what it is.
    pub(super) fn add(&mut self, kind: Kind, text: String) {
        self.0.entry(kind).or_insert((text, 0)).1 += 1;
    }

    /// # Errors
    /// The system cannot write.
    pub(super) fn print(&self, path: &str, out: &mut dyn Write) -> io::Result<()> {
        self.0.values().try_for_each(|(text, games)| match games {
            1 => writeln!(out, "{path}: remark: {text}"),
            2 => writeln!(out, "{path}: remark: {text} (and in 1 more game)"),
            games => writeln!(out, "{path}: remark: {text} (and in {} more games)", games - 1),
        })
    }
}
