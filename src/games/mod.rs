//! The games: one folder each, what each brings along, and the registry: one line a game, written by hand.

pub mod checkers;
pub mod decks;
pub mod jeex;
pub mod keezen;
pub mod querbeet;
pub mod wieniet;

use crate::book::Book;
use crate::dialect::Dialect;
use crate::draughts;
use crate::notation::Drawn;
use crate::options::{Spec, Values};
use crate::search::Searcher;
use crate::session::{OpenGame, Session, faults};
use crate::transcript::Portable;
use anyhow::Result;
use clap::Subcommand;
use std::fmt;
use std::io::Write;

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

    /// The format in which people exchange finished games of this kind, where there is one.
    const PORTABLE: Option<Portable> = None;

    /// The protocols that other programs of this game speak.
    const DIALECTS: &'static [Dialect] = &[];

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

/// What people and scripts ask for that only one game has.
#[derive(Subcommand, Debug)]
pub enum Task {
    #[command(flatten)]
    #[allow(missing_docs)]
    Draughts(draughts::Task),
    /// Build, check and ask endgame databases
    #[command(subcommand)]
    Egdb(checkers::egdb::command::Task),
    /// Make and look at opening books
    #[command(subcommand)]
    Book(checkers::book::command::Task),
    /// Fit the learned evaluation of a game to games of the engine against itself
    #[command(subcommand)]
    Train(Train),
}

/// The games whose evaluation is learned.
#[derive(Subcommand, Debug)]
pub enum Train {
    /// English draughts: games, a network fitted to them, games of that network, and so on
    Checkers(checkers::train::Arguments),
}

impl Task {
    /// Does it.
    ///
    /// # Errors
    /// What the task says.
    pub fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
        match self {
            Self::Draughts(task) => task.run(out, err),
            Self::Egdb(task) => task.run(out, err),
            Self::Book(task) => task.run(out),
            Self::Train(Train::Checkers(arguments)) => checkers::train::run(arguments, out, err),
        }
    }
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

/// A game as the rest of the engine sees it.
pub struct Registered {
    /// The name on the wire.
    pub name: &'static str,
    /// Its own options.
    pub options: &'static [Spec],
    /// Rule options that older records do not name, each with the value that leaves the rules as they were.
    pub added_options: &'static [(&'static Spec, &'static str)],
    /// Options that say what its strongest player may use.
    pub resources: &'static [Spec],
    /// The option that names the file of its opening book, where the game has books.
    pub book_file: Option<&'static Spec>,
    /// What these values name that cannot be had, and why.
    pub missing: fn(&Values) -> Vec<String>,
    /// Can the opening book be had that these values name? An error says why not.
    pub check_book: fn(&Values) -> Result<()>,
    /// The rule pages: a language code, the page.
    pub rules: &'static [(&'static str, &'static str)],
    /// What `bench` searches.
    pub bench: &'static [&'static str],
    /// The format in which people exchange finished games, where there is one.
    pub portable: Option<Portable>,
    /// The protocols that other programs of this game speak.
    pub dialects: &'static [Dialect],
    /// Opens it at its start position under the rules that the values mean.
    pub open: fn(&Values) -> Box<dyn OpenGame>,
}

/// All games; the first one is the default.
pub const GAMES: &[Registered] = &[
    entry::<checkers::Checkers>(),
    entry::<jeex::Jeex>(),
    entry::<wieniet::Wieniet>(),
    entry::<keezen::Keezen>(),
    entry::<querbeet::Querbeet>(),
    entry::<querbeet::figure::QuerbeetFigure>(),
    entry::<querbeet::chain::QuerbeetChain>(),
];

/// The rule options that a game has by now and that `recorded`, a list of `NAME=VALUE`, does not name, each with the value
/// that means the rules of before. Nothing for a game that is not registered.
#[must_use]
pub fn older_rules(game: &str, recorded: &[String]) -> Vec<(&'static str, &'static str)> {
    let names = || recorded.iter().filter_map(|option| option.split_once('=')).map(|(name, _)| name);
    let game = GAMES.iter().find(|registered| registered.name == game);
    let added = game.map_or(&[][..], |game| game.added_options).iter();
    added
        .filter(|(spec, _)| !names().any(|name| name.eq_ignore_ascii_case(spec.name)))
        .map(|(spec, value)| (spec.name, *value))
        .collect()
}

const fn entry<G: Entry>() -> Registered {
    Registered {
        name: G::NAME,
        options: G::OPTIONS,
        added_options: G::ADDED_OPTIONS,
        resources: G::RESOURCES,
        book_file: G::BOOK_FILE,
        missing: |values| faults::<G>(&mut *G::strong(values), values),
        check_book: |values| G::book(values).map(drop),
        rules: G::RULES,
        bench: G::BENCH,
        portable: G::PORTABLE,
        dialects: G::DIALECTS,
        open: |values| Box::new(Session::<G>::open(values)),
    }
}
