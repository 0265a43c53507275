//! Where the table and its current game are saved.

use super::evening::Evening;
use super::game::{SavedGame, TableGame};
use super::seating::Seating;
use crate::absence::AbsenceRules;
use crate::archive::{Archive, ArchiveError, GameSummary, RowPlace, StoredTable, parse};
use crate::keys::Holder;
use crate::referee::StartReferee;
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// Where the table is saved.
pub struct Storage {
    pub(crate) archive: Arc<dyn Archive>,
    /// The id of the table.
    pub table: String,
    /// The number of the current game, once it has been saved.
    game: Option<i64>,
    /// What was saved last: the table and the game.
    last: (String, String),
    /// Whether the last attempt to save failed.
    has_failed: bool,
    /// What is kept of the table, apart from its keys and its game.
    pub(crate) kept: KeptTable,
}

/// What is kept of a table, apart from its keys and its game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptTable {
    /// Whether nobody has begun a game at this table: its game is the one with which the server started.
    fresh: bool,
    pub evening: Evening,
}

/// A game of the library, with the seats and permissions that it had.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptGame<G, S = Seating> {
    pub(crate) game: G,
    pub(crate) seats: S,
    /// Whether people at different browsers play or have played the game.
    pub(crate) shared: bool,
    /// Whether the host allows analysis, and whether he did at any time while people played each other.
    pub(crate) analysis: (bool, bool),
    pub(crate) absence: AbsenceRules,
    /// How long a move is shown, if the host has chosen that.
    pub(crate) pace: Option<Duration>,
    /// For each seat, who holds the link with which a person plays.
    pub(crate) holders: Vec<Option<Holder>>,
}

/// A game of the library as it is kept.
pub type LibraryGame = KeptGame<SavedGame>;

/// A game of the library that can go on.
pub type RestoredGame = KeptGame<TableGame>;

impl LibraryGame {
    /// Restores the game and its seats. `engine` is the name of the default engine.
    pub fn restore(self, start: &StartReferee, engine: &str) -> Result<RestoredGame> {
        let Self { game, seats, shared, analysis, absence, pace, holders } = self;
        let game = TableGame::restore(start, game, &|seat| seats.is_person(seat))?;
        let seats = seats.restore(game.seats, engine);
        Ok(KeptGame { game, seats, shared, analysis, absence, pace, holders })
    }
}

impl Storage {
    /// Prepares to save a new table.
    pub fn new(archive: Arc<dyn Archive>, table: &str) -> Self {
        let (last, kept) = (Default::default(), KeptTable { fresh: true, evening: Evening::default() });
        Self { archive, table: table.to_string(), game: None, last, has_failed: false, kept }
    }

    /// Prepares to save a table that has been saved before. Also returns its current game. A damaged game stays in the
    /// library, and another one begins.
    pub fn reopen(archive: Arc<dyn Archive>, table: &StoredTable) -> Result<(Self, Option<LibraryGame>)> {
        let mut storage = Self::new(archive, &table.id);
        let Some(number) = table.game else { return Ok((storage, None)) };
        let Some(text) = storage.archive.saved_game(number)? else { return Ok((storage, None)) };
        let saved = parse(&*storage.archive, RowPlace::Table(table.number), &table.saved)?;
        storage.kept = saved.unwrap_or(KeptTable { fresh: false, evening: Evening::default() });
        let game = parse(&*storage.archive, RowPlace::Game(number), &text)?;
        match game {
            Some(_) => storage.game = Some(number),
            None => storage.kept.fresh = true,
        }
        Ok((storage, game))
    }

    /// Makes the next save begin another game of the library. The game with which the table began is replaced if nobody
    /// `has_moved` in it.
    pub fn begin(&mut self, has_moved: bool) {
        if !self.kept.fresh || has_moved {
            self.game = None;
        }
        self.kept.fresh = false;
    }

    /// Makes the next save put another game of the library on the table.
    pub fn put_back(&mut self, game: i64) {
        // Everything is saved then, even if both games have the same contents.
        (self.game, self.last, self.kept.fresh) = (Some(game), Default::default(), false);
    }

    pub(crate) const fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Saves the table and its game if anything has changed since the last time. `summary` describes the game.
    pub fn save(
        &mut self,
        summary: impl FnOnce() -> GameSummary,
        game: &KeptGame<SavedGame, &Seating>,
    ) -> Result<(), ArchiveError> {
        // Until everything is saved.
        self.has_failed = true;
        let texts = (serde_json::to_string(&self.kept)?, serde_json::to_string(game)?);
        if self.game.is_none() || texts != self.last {
            self.game = Some(self.archive.save(&self.table, &texts.0, self.game, &summary(), &texts.1)?);
            self.last = texts;
        }
        self.has_failed = false;
        Ok(())
    }
}
