//! Where a room keeps its table and the games of its library.

use crate::keys::Holder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// Keeps tables, games, and the positions of hidden deals that somebody has seen. What a function has kept is not lost
/// when the program ends after it.
pub trait Archive: Send + Sync {
    /// Returns the name of the archive, for messages.
    fn name(&self) -> String;

    /// Checks that another game may begin at a table.
    fn require_room(&self, table: &str) -> Result<(), ArchiveError>;

    /// Keeps a table and its current game, together. `number` is that of a game that is kept already. Returns the
    /// number of the game.
    fn save(
        &self,
        table: &str,
        saved: &str,
        number: Option<i64>,
        summary: &GameSummary,
        game: &str,
    ) -> Result<i64, ArchiveError>;

    /// Forgets a table. Its games stay in the library.
    fn delete_table(&self, table: &str) -> Result<(), ArchiveError>;

    /// Returns the newest games to which the filter and `may_see` apply, and whether there are more. `table` is the
    /// table at which they were played; `None` stands for all tables.
    fn games(
        &self,
        table: Option<&str>,
        filter: &GameFilter,
        may_see: &dyn Fn(&ListedGame) -> bool,
    ) -> Result<(Vec<ListedGame>, bool), ArchiveError>;

    /// Returns a game, and its contents as it was saved.
    fn game(&self, id: i64) -> Result<Option<(ListedGame, Vec<u8>)>, ArchiveError>;

    /// Returns the contents of a game as it was saved.
    fn saved_game(&self, id: i64) -> Result<Option<Vec<u8>>, ArchiveError>;

    /// Gives a game whose table is deleted to another table. Returns false if its table exists.
    fn adopt_game(&self, id: i64, table: &str) -> Result<bool, ArchiveError>;

    /// Forgets a game. Returns false if it is the current game of a table.
    fn delete_game(&self, id: i64) -> Result<bool, ArchiveError>;

    /// Keeps positions whose hands somebody has seen. `shared` is whether people at different browsers have.
    fn reveal(&self, game: &str, positions: &[String], shared: bool) -> Result<(), ArchiveError>;

    /// Returns whether any position of a game has been revealed.
    fn has_revealed(&self, game: &str) -> Result<bool, ArchiveError>;

    /// If any of these positions was revealed, returns whether people at different browsers have seen its hands.
    fn revealed(&self, game: &str, positions: &[String]) -> Result<Option<bool>, ArchiveError>;

    /// Keeps a copy of a row that cannot be understood because of `error`.
    fn set_aside(&self, row: RowPlace<'_>, error: &dyn fmt::Display) -> Result<(), ArchiveError>;
}

/// Parses JSON that was read from a row. If that fails, sets the row aside, and returns `None`.
pub fn parse<T: DeserializeOwned>(
    archive: &dyn Archive,
    row: RowPlace<'_>,
    json: &[u8],
) -> Result<Option<T>, ArchiveError> {
    match serde_json::from_slice(json) {
        Ok(value) => Ok(Some(value)),
        Err(error) => archive.set_aside(row, &error).map(|()| None),
    }
}

/// Why an archive does not keep or find something.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The table keeps as many games as it may.
    #[error("the table keeps as many games as it may")]
    TableFull,
    /// The server keeps as many games as it may.
    #[error("the server keeps as many games as it may")]
    ServerFull,
    /// It has failed, with this explanation.
    #[error("{0}")]
    Failed(String),
}

impl From<serde_json::Error> for ArchiveError {
    fn from(error: serde_json::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

/// The place of a row.
#[derive(Clone, Copy, Debug)]
pub enum RowPlace<'a> {
    /// A value of the server itself, by its name.
    Setting(&'a str),
    /// A table, by its number.
    Table(i64),
    /// A game, by its id.
    Game(i64),
}

impl fmt::Display for RowPlace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setting(name) => write!(f, "the setting {name}"),
            Self::Table(number) => write!(f, "table {number}"),
            Self::Game(id) => write!(f, "game {id}"),
        }
    }
}

/// A table as it was saved.
pub struct StoredTable {
    /// The number of the row.
    pub number: i64,
    /// The part of the table's addresses that names it.
    pub id: String,
    /// The links and cookies, as JSON.
    pub keys: Vec<u8>,
    /// The number of the current game.
    pub game: Option<i64>,
    /// Everything else, as JSON.
    pub saved: Vec<u8>,
}

/// What the library lists about a game. Nothing in it is hidden from anybody.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct GameSummary {
    /// The name of the game, as in `query games`.
    pub game: String,
    /// The day on which it began, `YYYY.MM.DD`, or an empty text.
    pub date: String,
    /// The result, or `none` if the game is not over.
    pub result: String,
    /// The number of tokens.
    pub moves: usize,
    /// Who had each seat.
    pub seats: Vec<SeatSummary>,
}

/// Who had a seat of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SeatSummary {
    /// The name of the person or the engine.
    pub name: String,
    /// If a guest had the seat, who that was.
    pub guest: Option<Holder>,
    /// The index of the seat's team in the order of `query teams`, once the game is over.
    pub team: Option<usize>,
}

impl GameSummary {
    /// Returns whether this guest had a seat.
    pub fn has_guest(&self, guest: Holder) -> bool {
        self.seats.iter().any(|seat| seat.guest == Some(guest))
    }
}

/// A game of the library.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ListedGame {
    /// The number of the game.
    pub id: i64,
    /// The table at which it was played.
    pub table: String,
    /// Whether it is the current game of its table.
    pub current: bool,
    /// What was played.
    #[serde(flatten)]
    pub summary: GameSummary,
}

/// Which games to list. An empty text matches every game; case does not matter.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(default)]
pub struct GameFilter {
    /// The name of the game.
    pub game: String,
    /// A part of a player's name.
    pub name: String,
    /// The beginning of the date.
    pub date: String,
    /// The result.
    pub result: String,
    /// Words, each of which must be part of one of the fields above.
    pub text: String,
}

impl GameFilter {
    /// Returns whether a game fits.
    pub fn fits(&self, game: &GameSummary) -> bool {
        let names = || game.seats.iter().map(|seat| seat.name.as_str());
        let has = |text: &str, part: &str| text.to_lowercase().contains(&part.to_lowercase());
        let fields: Vec<&str> = names().chain([&game.game, &game.date, &game.result].map(String::as_str)).collect();
        (self.game.is_empty() || self.game == game.game)
            && (self.result.is_empty() || self.result == game.result)
            && game.date.starts_with(&self.date)
            && (self.name.is_empty() || names().any(|name| has(name, &self.name)))
            && self.text.split_whitespace().all(|word| fields.iter().any(|field| has(field, word)))
    }
}
