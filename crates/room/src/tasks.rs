//! What the program around a room does for it in the background.

use crate::archive::ListedGame;
use crate::permits::Permit;
use crate::request::ExchangeFormat;
use crate::role::Role;
use std::collections::BTreeMap;
use std::time::Duration;
use ugi::Go;

/// An engine to start for a game.
#[derive(Debug)]
pub struct StartEngine {
    /// The number of the worker, which is new.
    pub worker: u64,
    /// The name of the engine, which is one of those that the room knows.
    pub engine: String,
    /// The game that it plays.
    pub game: String,
    /// The rule options.
    pub options: BTreeMap<String, String>,
    /// What it is for.
    pub purpose: Purpose,
}

/// What an engine is for.
#[derive(Debug)]
pub enum Purpose {
    /// It plays with this skill.
    Play(u32),
    /// It helps a browser, and lets engines that play go first. The permit is in use until the engine has exited.
    Help(Permit),
}

/// A search.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineSearch {
    /// The view of the seat, as a position line.
    pub view: String,
    /// The master history as a position line, for engines without the extension `views`; `None` if anything is hidden.
    pub open: Option<String>,
    /// The limits.
    pub go: Go,
    /// The time after which the move counts as late.
    pub flag: Duration,
    /// The seed of the new game that begins with this search; `None` if the game continues.
    pub new_game: Option<u64>,
    /// The number of variations to report; `None` reports the move only.
    pub lines: Option<u32>,
}

/// The game to review, and the engine that reviews it.
#[derive(Clone, Debug)]
pub struct ReviewTask {
    /// The name of the engine that evaluates the moves.
    pub engine: String,
    /// The name of the game.
    pub game: String,
    /// The rule options that were set.
    pub options: BTreeMap<String, String>,
    /// `startpos` or `fen TEXT`.
    pub base: String,
    /// The tokens of the master history.
    pub tokens: Vec<String>,
    /// A language of the game.
    pub language: String,
    /// The number of nodes per search. In games with hidden hands, a search for the loss of a move gets 1/4 of this
    /// number, and a search for the luck of an event gets 1/16.
    pub nodes: u64,
}

/// A browser's request for a game that it may see.
#[derive(Debug)]
pub struct WantedGame {
    /// The number of the browser.
    pub browser: u64,
    pub(crate) listed: ListedGame,
    /// The game as it was saved.
    pub(crate) saved: Vec<u8>,
    /// Whose view the browser gets while hands are hidden: the role of its link, or `None` for a spectator's view.
    pub(crate) link: Option<Role>,
    /// The language in which the page speaks.
    pub(crate) language: String,
    /// The format of an export; `None` asks for the game as a `record`.
    pub(crate) format: Option<ExchangeFormat>,
}
