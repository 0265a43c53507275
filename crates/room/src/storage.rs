//! Where the table and its current game are saved.

use super::evening::Evening;
use super::game::{SavedGame, TableGame};
use super::seating::{SavedSeats, Seating};
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
    /// Whether nobody has begun a game at this table: its game is the one with which the server started.
    is_fresh: bool,
    /// Whether the last attempt to save failed.
    has_failed: bool,
    /// The evening that was saved, until the actor takes it.
    pub evening: Evening,
}

/// The contents of a saved table, apart from its keys and its game.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedTable {
    fresh: bool,
    evening: Evening,
}

/// A table to save, as in [`SavedTable`].
#[derive(Serialize)]
struct TableToSave<'a> {
    fresh: bool,
    evening: &'a Evening,
}

/// A game of the library, with the seats and permissions that it had.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LibraryGame {
    pub(crate) game: SavedGame,
    pub(crate) seats: SavedSeats,
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

/// A game that can go on.
pub struct RestoredGame {
    pub game: TableGame,
    pub seating: Seating,
    pub shared: bool,
    pub analysis: (bool, bool),
    pub absence: AbsenceRules,
    pub pace: Option<Duration>,
    pub holders: Vec<Option<Holder>>,
}

impl LibraryGame {
    /// Restores the game and its seats. `engine` is the name of the default engine.
    pub fn restore(self, program: &StartReferee, engine: &str) -> Result<RestoredGame> {
        let Self { game, seats, shared, analysis, absence, pace, holders } = self;
        let game = TableGame::restore(program, game, &|seat| seats.is_person(seat))?;
        let seating = Seating::restore(seats, game.seats, engine);
        Ok(RestoredGame { game, seating, shared, analysis, absence, pace, holders })
    }
}

impl Storage {
    /// Prepares to save a new table.
    pub fn new(archive: Arc<dyn Archive>, table: &str) -> Self {
        let last = Default::default();
        let evening = Evening::default();
        Self { archive, table: table.to_string(), game: None, last, is_fresh: true, has_failed: false, evening }
    }

    /// Prepares to save a table that has been saved before. Also returns its current game. A damaged game stays in the
    /// library, and another one begins.
    pub fn reopen(archive: Arc<dyn Archive>, table: &StoredTable) -> Result<(Self, Option<LibraryGame>)> {
        let mut storage = Self::new(archive, &table.id);
        let Some(number) = table.game else { return Ok((storage, None)) };
        let Some(text) = storage.archive.saved_game(number)? else { return Ok((storage, None)) };
        let saved = parse(&*storage.archive, RowPlace::Table(table.number), &table.saved)?;
        let SavedTable { fresh, evening } = saved.unwrap_or_default();
        storage.evening = evening;
        let game = parse(&*storage.archive, RowPlace::Game(number), &text)?;
        if game.is_some() {
            (storage.game, storage.is_fresh) = (Some(number), fresh);
        }
        Ok((storage, game))
    }

    /// Makes the next save begin another game of the library. The game with which the table began is replaced if nobody
    /// `has_moved` in it.
    pub fn begin(&mut self, has_moved: bool) {
        if !self.is_fresh || has_moved {
            self.game = None;
        }
        self.is_fresh = false;
    }

    /// Makes the next save put another game of the library on the table.
    pub fn put_back(&mut self, game: i64) {
        // Everything is saved then, even if both games have the same contents.
        (self.game, self.last, self.is_fresh) = (Some(game), Default::default(), false);
    }

    pub(crate) const fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Saves the table and its game if anything has changed since the last time. `summary` describes the game.
    pub fn save(
        &mut self,
        summary: impl FnOnce() -> GameSummary,
        game: &LibraryGame,
        evening: &Evening,
    ) -> Result<(), ArchiveError> {
        // Until everything is saved.
        self.has_failed = true;
        let table = TableToSave { fresh: self.is_fresh, evening };
        let texts = (serde_json::to_string(&table)?, serde_json::to_string(game)?);
        if self.game.is_none() || texts != self.last {
            self.game = Some(self.archive.save(&self.table, &texts.0, self.game, &summary(), &texts.1)?);
            self.last = texts;
        }
        self.has_failed = false;
        Ok(())
    }
}
