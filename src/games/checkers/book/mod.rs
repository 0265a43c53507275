//! The checkers opening book. It contains positions without kings and the values of all their moves.

pub mod command;
mod file;

#[cfg(test)]
mod tests;

use super::position::Checkers;
use super::relative_position::RelativePosition;
use anyhow::{Context, Result};
use base::counted::counted;
use base::files::read_limited;
use kit::book::{Book, BookMove};
use kit::options::{Kind, Spec, Values};
use kit::preferences::any_text;
use kit::state::State;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// The maximum difference in value between the best move and a book move that is still played, in hundredths of a man.
pub const MAX_LOSS: i32 = 8;
/// The maximum file size in bytes, which is enough for ten million positions.
const MOST_BYTES: u64 = 1 << 28;
/// The book is not used if the move-count rule could end the game within fewer plies than this, because the book's
/// values ignore the rule.
const DRAW_MARGIN: u32 = 20;

/// What the book stores for a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookEntry {
    /// The number of plies from the start of the game to the position, in the line in which it was found.
    pub plies: u8,
    /// The value of each move for the side to move, in hundredths of a man. The moves are in the order in which they
    /// are generated for [`RelativePosition::position`]. Mate scores are encoded as in the search.
    pub values: Vec<i16>,
}

impl BookEntry {
    /// Returns the value of the best move for the side to move, or 0 if there are no moves.
    pub fn best(&self) -> i16 {
        self.values.iter().copied().max().unwrap_or_default()
    }
}

/// All positions and their entries, in file order.
pub type BookEntries = BTreeMap<RelativePosition, BookEntry>;

/// An opening book.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpeningBook {
    /// A digest of everything that the values depend on: the settings of the build and the evaluation.
    pub digest: u64,
    /// The positions and their values.
    pub entries: BookEntries,
}

impl OpeningBook {
    /// Reads a book from a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not a valid book.
    pub fn open(path: &Path) -> Result<Self> {
        let bytes = read_limited(path, MOST_BYTES)?;
        Self::read(&bytes).with_context(|| path.display().to_string())
    }
}

/// Writes the number of positions and the greatest number of plies from the start to a position.
impl fmt::Display for OpeningBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = self.entries.values().map(|entry| entry.plies).max().unwrap_or_default();
        let (positions, plies) = (counted(self.entries.len(), "position"), counted(plies, "ply"));
        write!(f, "{positions}, the last {plies} from the start")
    }
}

impl Book<Checkers> for OpeningBook {
    fn moves(&self, position: &Checkers) -> Vec<BookMove<<Checkers as State>::Action>> {
        let Some(entry) = self.entries.get(&RelativePosition::of(position)) else { return Vec::new() };
        if position.plies_left() < DRAW_MARGIN {
            return Vec::new();
        }
        // The entry's values belong to the moves of the equivalent position with p1 to move, whose board may be
        // rotated. A move of `position` is therefore matched by the position to which it leads.
        let values: Vec<(RelativePosition, i16)> =
            successors(&RelativePosition::of(position)).into_iter().zip(entry.values.clone()).collect();
        let mut known: Vec<BookMove<_>> = (position.legal().into_iter())
            .filter_map(|action| {
                let next = RelativePosition::of(&position.after(action));
                let (_, value) = values.iter().find(|(seen, _)| *seen == next)?;
                Some(BookMove { action, value: i32::from(*value), weight: 0 })
            })
            .collect();
        known.sort_by_key(|known| std::cmp::Reverse(known.value));
        let best = known.first().map_or(0, |known| known.value);
        known.iter_mut().for_each(|known| known.weight = weight(best - known.value));
        known
    }
}

/// The option that names the book file.
pub const BOOK_FILE: Spec = Spec { name: "Checkers.BookFile", kind: Kind::Text { default: "", check: any_text } };

/// Opens the book that [`BOOK_FILE`] names, if any.
///
/// # Errors
/// Returns an error if the book cannot be read.
pub fn open(values: &Values) -> Result<Option<OpeningBook>> {
    let path = values.text(&BOOK_FILE);
    if path.is_empty() {
        return Ok(None);
    }
    OpeningBook::open(Path::new(&path)).context(BOOK_FILE.name).map(Some)
}

/// Returns the weight of a move whose value is `loss` hundredths of a man below that of the best move. The probability
/// that the book plays a move is proportional to its weight.
fn weight(loss: i32) -> u32 {
    (MAX_LOSS + 1 - loss).max(0).unsigned_abs().pow(2)
}

/// Returns the position after each legal move, in move generation order, from the view of the side then to move.
pub fn successors(seen: &RelativePosition) -> Vec<RelativePosition> {
    let position = seen.position(0);
    position.legal().into_iter().map(|action| RelativePosition::of(&position.after(action))).collect()
}
