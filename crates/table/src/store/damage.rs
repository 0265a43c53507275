//! Damaged rows: those that can be read from the database, but not understood. Each is copied to a second database in
//! the data folder before the server goes on without it.

use super::database::Store;
use super::error::StoreError;
use super::warning::warn;
use base::files::ensure_file_or_new;
use room::RowPlace;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql};
use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The name of the database with the copies.
const DAMAGED: &str = "damaged.sqlite";

/// Returns the name of the table in the database, the name of its key, and the key of the row.
fn key<'a>(row: &'a RowPlace<'_>) -> (&'static str, &'static str, &'a dyn ToSql) {
    match row {
        RowPlace::Setting(name) => ("settings", "name", name),
        RowPlace::Table(number) => ("tables", "number", number),
        RowPlace::Game(id) => ("games", "id", id),
    }
}

impl Store {
    /// Copies a row that cannot be understood because of `error`, byte for byte. Warns, unless the same row was copied
    /// before.
    pub(super) fn set_aside(&self, row: RowPlace<'_>, error: &dyn fmt::Display) -> Result<(), StoreError> {
        let copy = self.file.with_file_name(DAMAGED);
        let copied = self.with(|connection| copy_row(connection, row, &copy)).map_err(|error| StoreError::Copy {
            row: row.to_string(),
            copy: copy.clone(),
            error: Box::new(error),
        })?;
        if copied {
            warn(&format!(
                "{row} in {} is damaged: {error}. It was copied to the table {} of {}, and everything else works. To get \
                 it back, restore a backup.",
                self.file.display(),
                key(&row).0,
                copy.display()
            ));
        }
        Ok(())
    }
}

/// Copies a row to the database `copy`, unless the same row is there. Returns whether it was copied.
fn copy_row(connection: &mut Connection, row: RowPlace<'_>, copy: &Path) -> Result<bool, StoreError> {
    let (table, name, key) = key(&row);
    ensure_file_or_new(copy)?;
    let path = ToSqlOutput::Borrowed(ValueRef::Text(copy.as_os_str().as_bytes()));
    connection.execute("ATTACH ?1 AS damaged", [path])?;
    let copied = (|| {
        connection.execute_batch(&format!(
            "CREATE TABLE IF NOT EXISTS damaged.{table} AS SELECT * FROM main.{table} WHERE false"
        ))?;
        let insert = format!(
            "INSERT INTO damaged.{table}
             SELECT * FROM main.{table} WHERE {name} = ?1 EXCEPT SELECT * FROM damaged.{table}"
        );
        connection.execute(&insert, [key])
    })();
    connection.execute("DETACH damaged", [])?;
    Ok(copied? > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use room::{GameFilter, GameSummary, parse};
    use rusqlite::types::Value;

    fn change(store: &Store, statement: &str) {
        store.with(|connection| Ok(connection.execute_batch(statement)?)).unwrap();
    }

    /// Returns all rows of a table in a database of the data folder.
    fn rows(store: &Store, file: &str, table: &str) -> Vec<Vec<Value>> {
        let connection = Connection::open(store.file.with_file_name(file)).unwrap();
        let mut query = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = query.column_count();
        let row = |row: &rusqlite::Row<'_>| (0..columns).map(|column| row.get(column)).collect();
        query.query_map([], row).unwrap().collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn a_damaged_row_is_copied_once_and_the_others_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        for table in ["one", "two", "three"] {
            store.save(table, "{}", None, &GameSummary::default(), "{}").unwrap();
        }
        let listed = || {
            let (games, _) = store.games(None, &GameFilter::default(), |_| true).unwrap();
            games.into_iter().map(|game| game.id).collect::<Vec<_>>()
        };
        assert_eq!(listed(), [3, 2, 1]);
        change(&store, "UPDATE games SET seats = '[{\"name\"' WHERE id = 1; UPDATE games SET moves = -1 WHERE id = 3");
        assert_eq!((listed(), listed()), (vec![2], vec![2]));
        assert_eq!(store.game(1).unwrap(), None);
        let damaged = rows(&store, DAMAGED, "games");
        assert_eq!(damaged, [2, 0].map(|index| rows(&store, "speltafel.sqlite", "games")[index].clone()));
        // Text that is not Unicode is copied too.
        change(&store, "UPDATE tables SET id = CAST(x'c3' AS TEXT) WHERE number = 2");
        let ids: Vec<String> = store.tables().unwrap().into_iter().map(|table| table.id).collect();
        assert_eq!(ids, ["one", "three"]);
        let copied = Connection::open(store.file.with_file_name(DAMAGED)).unwrap();
        let id: Vec<u8> = copied.query_row("SELECT CAST(id AS BLOB) FROM tables", [], |row| row.get(0)).unwrap();
        assert_eq!(id, [0xc3]);
    }

    #[test]
    fn nothing_changes_if_the_row_cannot_be_copied() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        store.save_setting("a", "{").unwrap();
        std::fs::create_dir(store.file.with_file_name(DAMAGED)).unwrap();
        let error = parse::<u8>(&store, RowPlace::Setting("a"), b"{").unwrap_err();
        assert!(error.to_string().contains("is not a regular file"), "{error}");
        std::fs::remove_dir(store.file.with_file_name(DAMAGED)).unwrap();
        // The file is no database, or its tables have other columns.
        let other = folder.path().join("other.sqlite");
        Connection::open(&other).unwrap().execute_batch("CREATE TABLE settings (other)").unwrap();
        for contents in [b"text".to_vec(), std::fs::read(other).unwrap()] {
            std::fs::write(store.file.with_file_name(DAMAGED), contents).unwrap();
            let error = parse::<u8>(&store, RowPlace::Setting("a"), b"{").unwrap_err().to_string();
            assert!(error.starts_with("cannot copy the setting a to ") && error.contains(DAMAGED), "{error}");
        }
        std::fs::remove_file(store.file.with_file_name(DAMAGED)).unwrap();
        assert_eq!(parse::<u8>(&store, RowPlace::Setting("a"), b"{").unwrap(), None);
        assert_eq!(rows(&store, DAMAGED, "settings"), rows(&store, "speltafel.sqlite", "settings"));
    }
}
