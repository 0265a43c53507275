//! What a game gives the engine beside its rules and its texts: options, players, positions to measure.

use crate::book::Book;
use crate::notation::Drawn;
use crate::options::{Spec, Values};
use crate::search::Searcher;
use anyhow::Result;
use std::fmt;

/// What a game brings along beside its rules and its texts.
pub trait Entry: Drawn {
    /// Its own options, `Game.Option`.
    const OPTIONS: &'static [Spec];

    /// Rule options that were added after games had been recorded without them, each with the value that leaves the rules
    /// as they were.
    const ADDED_OPTIONS: &'static [(&'static Spec, &'static str)] = &[];

    /// Options that say what its strongest player may use, such as files. They change no rule.
    const RESOURCES: &'static [Spec] = &[];

    /// Position lines (what follows `position`) that `bench` searches.
    const BENCH: &'static [&'static str];

    /// The rule pages in Markdown: a language code, the page. English is among them.
    const RULES: &'static [(&'static str, &'static str)];

    /// Plies of the perft from the start position that `bench speed` times, a second long at most. Where chance moves
    /// first they are counted behind what it gives.
    const SPEED_DEPTH: u32;

    /// The option that names the file of its opening book, where the game has books. It changes no rule.
    const BOOK_FILE: Option<&'static Spec> = None;

    /// The rules that these option values mean.
    fn rules(values: &Values) -> Self::Rules;

    /// The strongest player there is, with what these values let it use and what of that can be had. What cannot be had is
    /// the first that it tells as [`Searcher::faults`].
    fn strong(values: &Values) -> Box<dyn Searcher<Self>>;

    /// The opening book that [`Entry::BOOK_FILE`] names; `None` where it names none.
    ///
    /// # Errors
    /// The book cannot be had, and why.
    fn book(_values: &Values) -> Result<Option<Box<dyn Book<Self>>>> {
        Ok(None)
    }

    /// In how many ways the position can be completed, exactly where they are no more than `limit`; `None` in games that
    /// are no puzzles. It takes a second or two at most.
    fn solutions(&self, _limit: u64) -> Option<Solutions> {
        None
    }

    /// The frozen one-ply yardstick: how good a legal move looks to the side to move, in the game's own unit. Never
    /// changed once landed; later versions are measured against it. Works on a view of the mover.
    fn greedy(&self, action: Self::Action) -> i32;
}

/// How many ways there are to complete a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solutions {
    /// So many.
    pub count: u64,
    /// No more than that; else at least so many.
    pub exact: bool,
}

impl fmt::Display for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.count, if self.exact { "" } else { "+" })
    }
}
