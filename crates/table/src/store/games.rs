//! The library: every game that was begun at a table.

use super::database::Store;
use super::error::StoreError;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

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
    pub seats: Vec<SeatSummary>,
}

/// Who had a seat of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SeatSummary {
    /// The name of the person or the engine.
    pub name: String,
    /// If a guest had the seat, the number of his link.
    pub guest: Option<usize>,
}

/// A game of the library.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ListedGame {
    pub id: i64,
    /// The table at which it was played.
    pub table: String,
    /// Whether it is the current game of its table.
    pub current: bool,
    #[serde(flatten)]
    pub summary: GameSummary,
}

impl Store {
    /// Returns a game and its whole contents, as JSON.
    pub fn game(&self, id: i64) -> Result<Option<(ListedGame, String)>, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare(&format!("{LISTED} WHERE games.id = ?1"))?;
            let mut rows = query.query([id])?;
            let Some(row) = rows.next()? else { return Ok(None) };
            let game = listed(row)?;
            let saved = connection.query_row("SELECT saved FROM games WHERE id = ?1", [id], |row| row.get(0));
            Ok(saved.optional()?.map(|saved| (game, saved)))
        })
    }
}

const LISTED: &str = "SELECT games.id, table_id, tables.game IS NOT NULL, games.game, date, result, moves, seats
                      FROM games LEFT JOIN tables ON tables.game = games.id";

fn listed(row: &Row) -> Result<ListedGame, StoreError> {
    let summary = GameSummary {
        game: row.get(3)?,
        date: row.get(4)?,
        result: row.get(5)?,
        moves: row.get(6)?,
        seats: serde_json::from_str(row.get_ref(7)?.as_str().map_err(rusqlite::Error::from)?)?,
    };
    Ok(ListedGame { id: row.get(0)?, table: row.get(1)?, current: row.get(2)?, summary })
}

/// Saves a game, and returns its number. A game without a number is new.
pub(super) fn save_game(
    connection: &Connection,
    table: &str,
    number: Option<i64>,
    summary: &GameSummary,
    saved: &str,
) -> Result<i64, StoreError> {
    let GameSummary { game, date, result, moves, seats } = summary;
    let seats = serde_json::to_string(seats)?;
    connection.execute(
        "INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT DO UPDATE SET game = ?3, date = ?4, result = ?5, moves = ?6, seats = ?7, saved = ?8",
        params![number, table, game, date, result, moves, seats, saved],
    )?;
    Ok(number.unwrap_or_else(|| connection.last_insert_rowid()))
}
