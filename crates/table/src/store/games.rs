//! The library: every game that was begun at a table.

use super::database::{Store, bytes};
use super::error::StoreError;
use room::{GameFilter, GameSummary, ListedGame, RowPlace};
use rusqlite::{Connection, OptionalExtension, Row, params};

/// The maximum number of games in an answer.
const MOST_LISTED: usize = 200;

impl Store {
    /// Returns the newest games to which the filter and `may_see` apply, and whether there are more. `table` is the
    /// table at which they were played; `None` stands for all tables.
    pub fn games(
        &self,
        table: Option<&str>,
        filter: &GameFilter,
        may_see: impl Fn(&ListedGame) -> bool,
    ) -> Result<(Vec<ListedGame>, bool), StoreError> {
        let (games, has_more, damaged) = self.with(|connection| {
            let mut query =
                connection.prepare(&format!("{LISTED} WHERE table_id = ?1 OR ?1 IS NULL ORDER BY games.id DESC"))?;
            let mut rows = query.query([table])?;
            let (mut games, mut damaged) = (Vec::new(), Vec::new());
            while let Some(row) = rows.next()? {
                let game = match listed(row) {
                    Err(error) if error.is_damage() => {
                        damaged.push((row.get(0)?, error));
                        continue;
                    }
                    game => game?,
                };
                if filter.fits(&game.summary) && may_see(&game) {
                    if games.len() == MOST_LISTED {
                        return Ok((games, true, damaged));
                    }
                    games.push(game);
                }
            }
            Ok((games, false, damaged))
        })?;
        damaged.iter().try_for_each(|(id, error)| self.set_aside(RowPlace::Game(*id), error))?;
        Ok((games, has_more))
    }

    /// Returns a game and its whole contents, as JSON.
    pub fn game(&self, id: i64) -> Result<Option<(ListedGame, Vec<u8>)>, StoreError> {
        let listed = self.with(|connection| {
            let mut query = connection.prepare(&format!("{LISTED} WHERE games.id = ?1"))?;
            let mut rows = query.query([id])?;
            rows.next()?.map(listed).transpose()
        });
        let listed = match listed {
            Err(error) if error.is_damage() => {
                self.set_aside(RowPlace::Game(id), &error)?;
                None
            }
            listed => listed?,
        };
        let Some(listed) = listed else { return Ok(None) };
        Ok(self.saved_game(id)?.map(|saved| (listed, saved)))
    }

    /// Returns the whole contents of a game, as JSON.
    pub fn saved_game(&self, id: i64) -> Result<Option<Vec<u8>>, StoreError> {
        let query = "SELECT saved FROM games WHERE id = ?1";
        self.with(|connection| Ok(connection.query_row(query, [id], |row| bytes(row, 0)).optional()?))
    }

    /// Moves a game to a table, unless the table at which it was played still exists. Returns whether it was moved.
    pub fn adopt_game(&self, id: i64, table: &str) -> Result<bool, StoreError> {
        let query = "UPDATE games SET table_id = ?2 WHERE id = ?1 AND table_id NOT IN (SELECT id FROM tables)";
        self.with(|connection| Ok(connection.execute(query, params![id, table])? > 0))
    }

    /// Deletes a game, unless it is the current game of a table. Returns whether it was deleted.
    pub fn delete_game(&self, id: i64) -> Result<bool, StoreError> {
        let query = "DELETE FROM games WHERE id = ?1 AND id NOT IN (SELECT game FROM tables WHERE game IS NOT NULL)";
        self.with(|connection| Ok(connection.execute(query, [id])? > 0))
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
        seats: serde_json::from_slice(&bytes(row, 7)?)?,
    };
    Ok(ListedGame { id: row.get(0)?, table: row.get(1)?, current: row.get(2)?, summary })
}

/// Saves a game, and returns its number. A game without a number is new. Whoever gets a seat after the end of a game
/// has not played it.
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
        "INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT DO UPDATE SET game = ?3, date = ?4, result = ?5, moves = ?6,
             seats = iif(result = 'none' OR ?5 = 'none', ?7, seats), saved = ?8, bytes = ?9",
        params![number, table, game, date, result, moves, seats, saved, saved.len()],
    )?;
    Ok(number.unwrap_or_else(|| connection.last_insert_rowid()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use room::SeatSummary;

    fn summary(game: &str, date: &str, result: &str, names: &[&str]) -> GameSummary {
        let seats = names.iter().map(|name| SeatSummary { name: name.to_string(), ..SeatSummary::default() }).collect();
        GameSummary { game: game.into(), date: date.into(), result: result.into(), moves: 3, seats }
    }

    fn filled() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        for (table, summary) in [
            ("one", summary("keezen", "2026.01.02", "p1p3win", &["Anna", "Bob", "", "Cor"])),
            ("two", summary("jeex", "2026.01.03", "none", &["Éva", "speltafel"])),
            ("one", summary("jeex", "2025.12.31", "draw", &["Bob", "anna"])),
        ] {
            store.save(table, "{}", None, &summary, "{}").unwrap();
        }
        (folder, store)
    }

    #[test]
    fn games_are_found_by_each_field_newest_first() {
        let (_folder, store) = filled();
        let find = |filter: &str| {
            let filter = serde_json::from_str(filter).unwrap();
            let (games, more) = store.games(None, &filter, |_| true).unwrap();
            assert!(!more);
            games.iter().map(|game| game.id).collect::<Vec<_>>()
        };
        assert_eq!(find("{}"), [3, 2, 1]);
        assert_eq!(find(r#"{"game":"jeex"}"#), [3, 2]);
        assert_eq!(find(r#"{"name":"ANNA"}"#), [3, 1]);
        assert_eq!(find(r#"{"name":"éva"}"#), [2]);
        assert_eq!(find(r#"{"date":"2026"}"#), [2, 1]);
        assert_eq!(find(r#"{"result":"draw"}"#), [3]);
        assert_eq!(find(r#"{"text":"bob keez"}"#), [1]);
        assert_eq!(find(r#"{"text":"bob","game":"jeex","name":"x"}"#), [0; 0]);
        let (games, _) = store.games(None, &GameFilter::default(), |game| game.table == "one").unwrap();
        assert_eq!(store.games(Some("one"), &GameFilter::default(), |_| true).unwrap(), (games.clone(), false));
        assert_eq!(games.iter().map(|game| (game.id, game.current)).collect::<Vec<_>>(), [(3, true), (1, false)]);
        assert_eq!(games[1].summary, summary("keezen", "2026.01.02", "p1p3win", &["Anna", "Bob", "", "Cor"]));
    }

    #[test]
    fn a_long_list_is_cut_off() {
        let (_folder, store) = filled();
        let fill = |connection: &mut Connection| {
            let transaction = connection.transaction()?;
            for _ in 0..MOST_LISTED {
                save_game(&transaction, "one", None, &summary("a", "", "none", &[]), "{}")?;
            }
            Ok(transaction.commit()?)
        };
        store.with(fill).unwrap();
        let (games, more) = store.games(None, &GameFilter::default(), |_| true).unwrap();
        assert_eq!((games.len(), more), (MOST_LISTED, true));
    }

    #[test]
    fn a_current_game_cannot_be_deleted() {
        let (_folder, store) = filled();
        assert_eq!([1, 2, 3, 4].map(|id| store.delete_game(id).unwrap()), [true, false, false, false]);
        assert_eq!(store.game(1).unwrap(), None);
        // Both tables with games still exist.
        assert!(![2, 3].map(|id| store.adopt_game(id, "three").unwrap()).contains(&true));
        store.delete_table("two").unwrap();
        assert!(store.adopt_game(2, "one").unwrap() && !store.adopt_game(2, "three").unwrap());
        let (adopted, _) = store.game(2).unwrap().unwrap();
        assert_eq!((adopted.table.as_str(), adopted.current), ("one", false));
        // The number is not used again.
        assert_eq!(store.save("one", "{}", None, &GameSummary::default(), "").unwrap(), 4);
    }
}
