//! The tables of the server, and its own settings.

use super::database::{Store, bytes};
use super::error::StoreError;
use super::games::save_game;
use room::{GameSummary, RowPlace, StoredTable};
use rusqlite::{OptionalExtension, Row, params};

impl Store {
    /// Returns a value of the server itself, as JSON.
    pub fn setting(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let query = "SELECT value FROM settings WHERE name = ?1";
        self.with(|connection| Ok(connection.query_row(query, [name], |row| bytes(row, 0)).optional()?))
    }

    /// Saves a value of the server itself.
    pub fn save_setting(&self, name: &str, value: &str) -> Result<(), StoreError> {
        let query = "INSERT INTO settings VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2";
        self.with(|connection| Ok(_ = connection.execute(query, [name, value])?))
    }

    /// Returns all tables that are not damaged, oldest first.
    pub fn tables(&self) -> Result<Vec<StoredTable>, StoreError> {
        let (tables, damaged) = self.with(|connection| {
            let (mut tables, mut damaged) = (Vec::new(), Vec::new());
            let mut query = connection.prepare("SELECT number, id, keys, game, saved FROM tables ORDER BY number")?;
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                let number = row.get(0)?;
                match stored(number, row).map_err(StoreError::from) {
                    Err(error) if error.is_damage() => damaged.push((number, error)),
                    table => tables.push(table?),
                }
            }
            Ok((tables, damaged))
        })?;
        damaged.iter().try_for_each(|(number, error)| self.set_aside(RowPlace::Table(*number), error))?;
        Ok(tables)
    }

    /// Deletes a table. Its games stay.
    pub fn delete_table(&self, table: &str) -> Result<(), StoreError> {
        self.with(|connection| Ok(_ = connection.execute("DELETE FROM tables WHERE id = ?1", [table])?))
    }

    /// Saves the links and cookies of a table.
    pub fn save_keys(&self, table: &str, keys: &str) -> Result<(), StoreError> {
        let query = "INSERT INTO tables (id, keys) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET keys = ?2";
        self.with(|connection| Ok(_ = connection.execute(query, [table, keys])?))
    }

    /// Saves a table and its current game in one transaction, and returns the number of the game. `number` is that of
    /// the game, or `None` if it is new. `game` is the whole game as JSON.
    pub fn save(
        &self,
        table: &str,
        saved: &str,
        number: Option<i64>,
        summary: &GameSummary,
        game: &str,
    ) -> Result<i64, StoreError> {
        self.with(|connection| {
            let transaction = connection.transaction()?;
            let number = save_game(&transaction, table, number, summary, game)?;
            transaction.execute(
                "INSERT INTO tables (id, game, saved) VALUES (?1, ?2, ?3)
                 ON CONFLICT (id) DO UPDATE SET game = ?2, saved = ?3",
                params![table, number, saved],
            )?;
            transaction.commit()?;
            Ok(number)
        })
    }
}

fn stored(number: i64, row: &Row<'_>) -> rusqlite::Result<StoredTable> {
    Ok(StoredTable { number, id: row.get(1)?, keys: bytes(row, 2)?, game: row.get(3)?, saved: bytes(row, 4)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_there_again_after_reopening() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(store.setting("secret").unwrap(), None);
        store.save_setting("secret", "\"a\"").unwrap();
        store.save_setting("secret", "\"b\"").unwrap();
        store.save_keys("two", "[1]").unwrap();
        let summary = GameSummary { game: "toss".to_string(), ..GameSummary::default() };
        let first = store.save("one", "{}", None, &summary, "\"g\"").unwrap();
        assert_eq!(store.save("one", "{\"a\":1}", Some(first), &summary, "\"h\"").unwrap(), first);
        let second = store.save("two", "{}", None, &summary, "\"i\"").unwrap();
        for (positions, shared) in [(["x", "y"], true), (["v", "x"], false)] {
            store.reveal("toss", &positions.map(str::to_string), shared).unwrap();
        }
        assert!(Store::open(folder.path()).is_err());
        drop(store);
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(store.setting("secret").unwrap().as_deref(), Some(&b"\"b\""[..]));
        let tables: Vec<_> =
            store.tables().unwrap().into_iter().map(|table| (table.id, table.keys, table.game, table.saved)).collect();
        let expected = [("two", "[1]", second, "{}"), ("one", "null", first, "{\"a\":1}")];
        let expected = expected.map(|(id, keys, game, saved)| (id.into(), keys.into(), Some(game), saved.into()));
        assert_eq!(tables, expected);
        store.delete_table("two").unwrap();
        assert_eq!(store.tables().unwrap().len(), 1);
        assert!(store.game(second).unwrap().is_some());
        assert_eq!(store.game(first).unwrap().map(|(_, game)| game).as_deref(), Some(&b"\"h\""[..]));
        let seen = |game, position: &str| store.revealed(game, &["z".to_string(), position.to_string()]).unwrap();
        assert_eq!(
            ["x", "y", "v", "w"].map(|position| seen("toss", position)),
            [Some(true), Some(true), Some(false), None]
        );
        assert_eq!(seen("other", "y"), None);
    }
}
