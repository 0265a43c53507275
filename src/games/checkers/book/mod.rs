//! The opening book of checkers: positions without kings, with the value of each of their moves.

pub mod command;
mod file;

#[cfg(test)]
mod tests;

use super::position::Checkers;
use super::relative_position::RelativePosition;
use anyhow::{Context, Result};
use base::files::read_limited;
use kit::book::{Book, BookMove, BookOption};
use kit::game::State;
use kit::options::{Kind, Spec, Values};
use kit::preferences::any_text;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// No move is played that is worse than the best by more than so many hundredths of a man.
pub const MAX_LOSS: i32 = 8;
/// Larger files are not read: ten million positions fit in it.
const MOST_BYTES: u64 = 1 << 28;
/// So many plies before a draw by counting, and nearer, the book says nothing: it does not know the count.
const DRAW_MARGIN: u32 = 20;

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookEntry {
    /// Plies from the start of the game on the way on which it was found.
    pub plies: u8,
    /// What each move is worth for the side to move, in the order of the moves of [`RelativePosition::position`]; hundredths of a
    /// man, mates as in the search.
    pub values: Vec<i16>,
}

impl BookEntry {
    /// The value of the position for the side to move.
    #[must_use]
    pub fn best(&self) -> i16 {
        self.values.iter().copied().max().unwrap_or_default()
    }
}

/// All positions, in the order in which a file has them.
pub type BookEntries = BTreeMap<RelativePosition, BookEntry>;

/// A book.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpeningBook {
    /// Stands for everything that the values depend on.
    pub digest: u64,
    /// What the book knows.
    pub entries: BookEntries,
}

impl OpeningBook {
    /// Reads the book in a file.
    ///
    /// # Errors
    /// The file cannot be read, or is no sound book.
    pub fn open(path: &Path) -> Result<Self> {
        let bytes = read_limited(path, MOST_BYTES)?;
        Self::read(&bytes).with_context(|| path.display().to_string())
    }
}

/// The number of positions, and how far they go.
impl fmt::Display for OpeningBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = self.entries.values().map(|page| page.plies).max().unwrap_or_default();
        write!(f, "{} positions, the last {plies} plies from the start", self.entries.len())
    }
}

impl Book<Checkers> for OpeningBook {
    fn moves(&self, position: &Checkers) -> Vec<BookMove<<Checkers as State>::Action>> {
        let Some(page) = self.entries.get(&RelativePosition::of(position)) else { return Vec::new() };
        if position.plies_left() < DRAW_MARGIN {
            return Vec::new();
        }
        // The page lists the moves as p1 would see them; the same move leads to the same position.
        let worth: Vec<(RelativePosition, i16)> =
            successors(&RelativePosition::of(position)).into_iter().zip(page.values.clone()).collect();
        let mut known: Vec<BookMove<_>> = (position.legal().into_iter())
            .filter_map(|action| {
                let next = RelativePosition::of(&position.after(action));
                let (_, value) = worth.iter().find(|(seen, _)| *seen == next)?;
                Some(BookMove { action, value: i32::from(*value), weight: 0 })
            })
            .collect();
        known.sort_by_key(|known| std::cmp::Reverse(known.value));
        let best = known.first().map_or(0, |known| known.value);
        known.iter_mut().for_each(|known| known.weight = weight(best - known.value));
        known
    }
}

impl BookOption for OpeningBook {
    type Game = Checkers;

    const OPTION: &'static Spec = &Spec { name: "Checkers.BookFile", kind: Kind::Text("", any_text) };

    fn book(values: &Values) -> Result<Option<Box<dyn Book<Checkers>>>> {
        let path = values.text(Self::OPTION);
        if path.is_empty() {
            return Ok(None);
        }
        Ok(Some(Box::new(Self::open(Path::new(&path)).context(Self::OPTION.name)?)))
    }
}

/// How often a move is played that loses so much against the best one.
fn weight(loss: i32) -> u32 {
    (MAX_LOSS + 1 - loss).max(0).unsigned_abs().pow(2)
}

/// The positions after each move, as the other side sees them, in the order of the moves.
#[must_use]
pub fn successors(seen: &RelativePosition) -> Vec<RelativePosition> {
    let position = seen.position(0);
    position.legal().into_iter().map(|action| RelativePosition::of(&position.after(action))).collect()
}
