//! All options of an engine with their values, which are set by name.

use crate::error::KitError;
use crate::json::ascii_json;
use crate::options::{Spec, Values};
use crate::preferences::{CLEAR_HASH, LOG_FILE, OWN_BOOK, Preferences};
use crate::registry::{RegisteredGame, Registry};
use crate::session::OpenGame;
use base::quote::quote;
use ugi::{ErrorCode, ProtocolError};

/// The action that the engine must take after an option was set.
///
/// See the example of [`Settings`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing: the value is stored.
    Stored,
    /// Load the start position: the game or one of its rules changed.
    NewRules,
    /// Clear everything that the player keeps between searches.
    ClearHash,
    /// Open the new log file.
    NewLog,
    /// Load the resources of a game's strongest player. The number is the game's index in the registry.
    NewResources(usize),
    /// Open a game's opening book. The number is the game's index in the registry.
    NewBook(usize),
}

/// All options of an engine, and their values.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::settings::{Effect, Settings};
/// use nim::REGISTRY;
///
/// let mut settings = Settings::new(&REGISTRY);
/// assert_eq!(settings.set("hash", Some("64"))?, Effect::Stored);
/// assert_eq!(settings.set("Clear Hash", None)?, Effect::ClearHash);
/// assert_eq!(settings.preferences().hash, 64);
/// let error = settings.set("Hash", Some("0")).unwrap_err();
/// assert_eq!(error.text, "Hash takes a number from 1 to 65536, not 0");
/// # Ok::<(), ugi::ProtocolError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    registry: &'static Registry,
    values: Values,
}

impl Settings {
    /// Creates settings in which all options have their defaults.
    #[must_use]
    pub fn new(registry: &'static Registry) -> Self {
        Self { registry, values: Values::default() }
    }

    /// Creates settings with these options, given as names and values.
    ///
    /// # Errors
    /// Returns an error if an option does not exist or does not accept its value.
    pub fn with(registry: &'static Registry, options: &[(String, String)]) -> Result<Self, KitError> {
        let mut settings = Self::new(registry);
        for (name, value) in options {
            settings.set(name, Some(value)).map_err(|error| KitError::Option(error.text))?;
        }
        Ok(settings)
    }

    /// Opens the current game with its resources and its book.
    ///
    /// # Errors
    /// Returns an error if a resource or the book cannot be loaded.
    pub fn open(&self) -> Result<Box<dyn OpenGame>, KitError> {
        let mut game = (self.registered().open)(&self.values);
        if let Some(missing) = game.load_resources(&self.values).first() {
            return Err(KitError::Option(missing.clone()));
        }
        game.open_book(&self.values)?;
        Ok(game)
    }

    /// Returns the registry of the engine.
    #[must_use]
    pub const fn registry(&self) -> &'static Registry {
        self.registry
    }

    /// Returns all options, including those of all games, in declaration order.
    pub fn specs(&self) -> impl Iterator<Item = Spec> {
        let games = self.registry.games();
        let has_book = games.iter().any(|game| game.book_file.is_some());
        let of_games = |game: &'static RegisteredGame| game.options.iter().chain(game.resources).chain(game.book_file);
        let common = [self.registry.game_option()]
            .into_iter()
            .chain(self.registry.options().iter().copied())
            .chain(has_book.then_some(OWN_BOOK));
        common.chain(games.iter().flat_map(of_games).copied())
    }

    /// Returns the registry index of the current game.
    #[must_use]
    pub fn game(&self) -> usize {
        let name = self.values.text(&self.registry.game_option());
        self.registry.games().iter().position(|known| known.name == name).unwrap_or_default()
    }

    /// Returns the registry entry of the current game.
    #[must_use]
    pub fn registered(&self) -> &'static RegisteredGame {
        &self.registry.games()[self.game()]
    }

    /// Returns the values that a search reads.
    #[must_use]
    pub fn preferences(&self) -> Preferences {
        Preferences::from(&self.values)
    }

    /// Returns the values of all options. An option that was never set has its default.
    #[must_use]
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Sets an option and returns the action that the engine must take. The case of `name` is ignored.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the option does not exist or does not accept the value.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, ProtocolError> {
        let spec = self.specs().find(|spec| spec.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            ProtocolError::new(ErrorCode::BadArgument, format!("no option {}; ugi lists the options", quote(name)))
        })?;
        let value = spec.accept(value.unwrap_or_default()).map_err(|error| {
            ProtocolError::new(
                ErrorCode::BadArgument,
                format!("{} {error}, not {}", spec.name, quote(value.unwrap_or("nothing"))),
            )
        })?;
        let games = self.registry.games();
        let changed = self.values.set(&spec, value);
        let is = |own: &Spec| own.name == spec.name;
        let resource_user = games.iter().position(|game| game.resources.iter().any(is));
        let book_user = games.iter().position(|game| game.book_file.is_some_and(is));
        let is_rule = self.registered().options.iter().any(is) || is(&self.registry.game_option());
        Ok(match (resource_user, book_user) {
            (Some(game), _) => Effect::NewResources(game),
            (_, Some(game)) => Effect::NewBook(game),
            _ if is(&CLEAR_HASH) => Effect::ClearHash,
            _ if is(&LOG_FILE) => Effect::NewLog,
            _ if changed && is_rule => Effect::NewRules,
            _ => Effect::Stored,
        })
    }

    /// Returns the answer to `query info` about the game `name`, or about the current game.
    ///
    /// # Errors
    ///
    /// `bad_argument` if no game has this name.
    pub fn game_info(&self, name: Option<&str>) -> Result<String, ProtocolError> {
        let unknown = || {
            let names = self.registry.games().iter().map(|game| game.name).collect::<Vec<_>>().join(" ");
            ProtocolError::new(ErrorCode::BadArgument, format!("query info: expected one of {names}"))
        };
        let game = name.map_or(Some(self.registered()), |name| self.registry.get(name));
        Ok(ascii_json(&game.ok_or_else(unknown)?.info()))
    }

    /// Returns the rule options of the current game as `NAME=VALUE`, sorted by name.
    #[must_use]
    pub fn game_options(&self) -> String {
        let mut all: Vec<String> = (self.registered().options.iter())
            .map(|spec| format!("{}={}", spec.name, self.values.text(spec)))
            .collect();
        all.sort();
        all.join(" ")
    }
}
