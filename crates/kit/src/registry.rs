//! The games of an engine as the rest of the engine sees them: data and functions without a type of any game.

use crate::book::BookOption;
use crate::entry::GameEntry;
use crate::front_end::FrontEnd;
use crate::interchange::{Deck, InterchangeFormat};
use crate::options::{Kind, Spec, Values};
use crate::session::{OpenGame, Session};
use ugi::words::first;

/// The name of an engine, as its command line and `ugi` give it.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// The name of the program.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Who wrote it.
    pub author: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
}

/// An engine: its name and its games. The first game is open at the start.
#[derive(Debug)]
pub struct Registry {
    /// The name of the engine.
    pub program: Program,
    games: &'static [RegisteredGame],
    names: &'static [&'static str],
}

impl Registry {
    /// These games, at least one, and their names in the same order; see [`crate::registry!`].
    #[must_use]
    pub const fn new(program: Program, games: &'static [RegisteredGame], names: &'static [&'static str]) -> Self {
        Self { program, games, names }
    }

    /// Every game.
    #[must_use]
    pub const fn games(&self) -> &'static [RegisteredGame] {
        self.games
    }

    /// The game of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'static RegisteredGame> {
        self.games.iter().find(|game| game.name == name)
    }

    /// The option that names the game in effect.
    #[must_use]
    pub const fn game_option(&self) -> Spec {
        Spec { name: "Game", kind: Kind::Combo(self.names) }
    }

    /// The protocol of one game that begins with this line, if one does.
    #[must_use]
    pub fn front_end(&self, line: &str) -> Option<FrontEnd> {
        let word = first(line)?;
        self.front_ends().find(|dialect| dialect.first_word == word)
    }

    /// The protocols that other programs of these games speak.
    pub fn front_ends(&self) -> impl Iterator<Item = FrontEnd> {
        self.games.iter().flat_map(|game| game.front_ends).copied()
    }
}

/// The registry of a program and its entries: `registry![PROGRAM; ENTRY, ENTRY, ...]`.
#[macro_export]
macro_rules! registry {
    ($program:expr; $($entry:expr),+ $(,)?) => {
        $crate::registry::Registry::new($program, &[$($entry),+], &[$($entry.name),+])
    };
}

/// A game as the rest of the engine sees it.
#[derive(Debug)]
pub struct RegisteredGame {
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
    /// The rule pages: a language code, the page.
    pub rules: &'static [(&'static str, &'static str)],
    /// What `bench` searches.
    pub bench: &'static [&'static str],
    /// The format in which people exchange finished games, where there is one.
    pub interchange_format: Option<InterchangeFormat>,
    /// Its decks of openings.
    pub decks: &'static [Deck],
    /// The protocols that other programs of this game speak.
    pub front_ends: &'static [FrontEnd],
    /// Opens it at its start position under the rules that the values mean.
    pub open: fn(&Values) -> Box<dyn OpenGame>,
}

impl RegisteredGame {
    /// The entry of a game.
    #[must_use]
    pub const fn of<G: GameEntry>() -> Self {
        Self {
            name: G::NAME,
            options: G::OPTIONS,
            added_options: G::ADDED_OPTIONS,
            resources: G::RESOURCES,
            book_file: None,
            rules: G::RULES,
            bench: G::BENCH,
            interchange_format: None,
            decks: &[],
            front_ends: &[],
            open: |values| Box::new(Session::<G>::open(values, |_| Ok(None))),
        }
    }

    /// With opening books.
    #[must_use]
    pub const fn with_book<B: BookOption>(mut self) -> Self {
        self.book_file = Some(B::OPTION);
        self.open = |values| Box::new(Session::open(values, B::book));
        self
    }

    /// With a format in which people exchange finished games.
    #[must_use]
    pub const fn with_interchange_format(mut self, portable: InterchangeFormat) -> Self {
        self.interchange_format = Some(portable);
        self
    }

    /// With decks of openings.
    #[must_use]
    pub const fn with_decks(mut self, decks: &'static [Deck]) -> Self {
        self.decks = decks;
        self
    }

    /// With protocols that other programs of the game speak.
    #[must_use]
    pub const fn with_front_ends(mut self, dialects: &'static [FrontEnd]) -> Self {
        self.front_ends = dialects;
        self
    }
}
