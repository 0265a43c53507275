//! The games of an engine, as data and functions that do not depend on any game's type.

use crate::about::{About, languages};
use crate::environment::{self, Environment};
use crate::front_end::FrontEnd;
use crate::game::Game;
use crate::interchange::{Deck, InterchangeFormat};
use crate::options::{Kind, Spec, Values};
use crate::preferences::COMMON;
use crate::session::{OpenGame, Session};
use ugi::facts::GameInfo;
use ugi::words;

/// The name, version, authors and description of an engine, for the command line and the answer to `ugi`.
///
/// See the example of [`Game`].
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// The name of the program.
    pub name: &'static str,
    /// The version, for `--version` and the answer to `ugi`.
    pub version: &'static str,
    /// The authors, for the answer to `ugi`.
    pub author: &'static str,
    /// A description in one sentence, for `--help`.
    pub about: &'static str,
}

/// The name and the games of an engine. The first game is open at startup, unless `--game` selects another.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use nim::REGISTRY;
///
/// assert_eq!(REGISTRY.program.name, "nim");
/// assert_eq!(REGISTRY.get("nim").map(|game| game.bench), Some(&["startpos"][..]));
/// assert!(REGISTRY.get("chess").is_none());
/// ```
#[derive(Debug)]
pub struct Registry {
    /// The name, version, authors and description of the engine.
    pub program: Program,
    games: &'static [RegisteredGame],
    names: &'static [&'static str],
    options: &'static [Spec],
}

impl Registry {
    /// Creates a registry of at least one game. `names` contains the names of the games in the same order; the macro
    /// [`registry!`](crate::registry!) fills them in.
    #[must_use]
    pub const fn new(program: Program, games: &'static [RegisteredGame], names: &'static [&'static str]) -> Self {
        Self { program, games, names, options: &COMMON }
    }

    /// Replaces the options of [`preferences`](crate::preferences) that the engine declares. Without this call, they
    /// are [`COMMON`], and `OwnBook` if a game has opening books.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
    /// use speltafel_kit::prelude::*;
    /// use speltafel_kit::preferences::{HASH, PONDER};
    /// use speltafel_kit::settings::Settings;
    /// use nim::{Nim, PROGRAM};
    ///
    /// static REGISTRY: Registry = speltafel_kit::registry![PROGRAM; RegisteredGame::of::<Nim>()].with_options(&[PONDER]);
    /// assert!(Settings::new(&REGISTRY).set("ponder", Some("true")).is_ok());
    /// assert!(Settings::new(&REGISTRY).set(HASH.name, Some("64")).is_err());
    /// ```
    #[must_use]
    pub const fn with_options(self, options: &'static [Spec]) -> Self {
        Self { options, ..self }
    }

    /// Returns the options of all games: those of [`Registry::with_options`].
    #[must_use]
    pub const fn options(&self) -> &'static [Spec] {
        self.options
    }

    /// Returns all games, in the order in which they were registered.
    #[must_use]
    pub const fn games(&self) -> &'static [RegisteredGame] {
        self.games
    }

    /// Returns the game with this name, or `None` if the engine does not have it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'static RegisteredGame> {
        self.games.iter().find(|game| game.name == name)
    }

    /// Returns the option that selects the current game.
    #[must_use]
    pub const fn game_option(&self) -> Spec {
        Spec { name: "Game", kind: Kind::Combo(self.names) }
    }

    /// Returns the front-end protocol that the first word of this line selects, if any.
    #[must_use]
    pub fn front_end(&self, line: &str) -> Option<FrontEnd> {
        let word = words(line).next()?;
        self.front_ends().find(|front_end| front_end.first_word == word)
    }

    /// Returns the front-end protocols of all games.
    pub fn front_ends(&self) -> impl Iterator<Item = FrontEnd> {
        self.games.iter().flat_map(|game| game.front_ends).copied()
    }
}

/// Creates a [`Registry`] from a [`Program`] and one [`RegisteredGame`] per game: `registry![PROGRAM; GAME, GAME,
/// ...]`.
///
/// [`Game`] has an example.
#[macro_export]
macro_rules! registry {
    ($program:expr; $($entry:expr),+ $(,)?) => {
        $crate::registry::Registry::new($program, &[$($entry),+], &[$($entry.name),+])
    };
}

/// A game of a registry. [`RegisteredGame::of`] creates it from a type that implements [`Game`]. The documentation
/// of that trait has an example.
#[derive(Debug)]
#[non_exhaustive]
pub struct RegisteredGame {
    /// The name in the protocol.
    pub name: &'static str,
    /// The rule options of the game.
    pub options: &'static [Spec],
    /// Options of the strongest player, such as files that it may use.
    pub resources: &'static [Spec],
    /// The option that names the file of the opening book, if the game has books.
    pub book_file: Option<&'static Spec>,
    /// The rule pages, each with its language code.
    pub rules: &'static [(&'static str, &'static str)],
    /// What is fixed in the game, and its words.
    pub about: About,
    /// Whether the game has chance events.
    pub has_chance: bool,
    /// Whether the game hides something from some seats.
    pub is_hidden: bool,
    /// The positions that `bench` searches, as arguments of `position`.
    pub bench: &'static [&'static str],
    /// Creates games for programs that learn, at the start position, under the rules that the option values select.
    /// Returns `None` if the game does not implement [`Numbers`](crate::numbers::Numbers).
    pub environment: fn(&Values, usize) -> Option<Box<dyn Environment>>,
    /// The interchange format for finished games, if there is one.
    pub interchange_format: Option<InterchangeFormat>,
    /// The decks of openings.
    pub decks: &'static [Deck],
    /// The front-end protocols of this game.
    pub front_ends: &'static [FrontEnd],
    /// Opens a session at the start position, under the rules that the option values select.
    pub open: fn(&Values) -> Box<dyn OpenGame>,
}

impl RegisteredGame {
    /// Creates the registry entry of a game, without interchange format, decks or front-end protocols.
    #[must_use]
    pub const fn of<G: Game>() -> Self {
        Self {
            name: G::NAME,
            options: G::OPTIONS,
            resources: G::RESOURCES,
            book_file: G::BOOK_FILE,
            rules: G::RULES,
            about: G::ABOUT,
            has_chance: G::EVENTS.has_chance,
            is_hidden: G::EVENTS.has_secrets,
            bench: G::BENCH,
            environment: environment::open::<G>,
            interchange_format: None,
            decks: &[],
            front_ends: &[],
            open: |values| Box::new(Session::<G>::open(values)),
        }
    }

    /// Returns the answer to `query info`.
    #[must_use]
    pub fn info(&self) -> GameInfo {
        let About { seats, teams, points, draws, .. } = self.about;
        let codes = languages(self.rules);
        let name = |code: &&str| {
            let found = self.about.names.iter().find(|(language, _)| language == code);
            ((*code).to_string(), found.map_or(self.name, |(_, name)| name).to_string())
        };
        GameInfo {
            game: self.name.to_string(),
            name: codes.iter().map(name).collect(),
            seats,
            teams,
            chance: self.has_chance,
            hidden: self.is_hidden,
            points,
            puzzle: seats == [1, 1],
            draws,
            rule_options: self.options.iter().map(|spec| spec.name.to_string()).collect(),
            face: self.about.faces.iter().map(|(card, face)| (card.to_string(), (*face).to_string())).collect(),
            words: codes.iter().map(|code| ((*code).to_string(), self.about.all_words(code))).collect(),
            ..GameInfo::default()
        }
    }

    /// Adds an interchange format for finished games.
    #[must_use]
    pub const fn with_interchange_format(mut self, format: InterchangeFormat) -> Self {
        self.interchange_format = Some(format);
        self
    }

    /// Adds decks of openings.
    #[must_use]
    pub const fn with_decks(mut self, decks: &'static [Deck]) -> Self {
        self.decks = decks;
        self
    }

    /// Adds front-end protocols.
    #[must_use]
    pub const fn with_front_ends(mut self, front_ends: &'static [FrontEnd]) -> Self {
        self.front_ends = front_ends;
        self
    }
}
