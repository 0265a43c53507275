//! The version of the database, and the steps that bring a database of an earlier version to the current one.

use super::error::StoreError;
use rusqlite::Connection;

/// The version of a database that has gone through the first step. Databases of earlier versions are older than the
/// first release.
const FIRST: usize = 2;

/// The steps, oldest first. Each raises the version by one. A step never changes after a release; a change of the
/// schema is a new step at the end.
pub const MIGRATIONS: &[&str] = &["
    -- Values of the server itself, such as its secret, each as JSON.
    CREATE TABLE settings (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- `keys` are the links and cookies as JSON, `game` is the current game, and `saved` is everything else as JSON.
    CREATE TABLE tables (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        keys TEXT NOT NULL DEFAULT 'null',
        game INTEGER,
        saved TEXT NOT NULL DEFAULT 'null'
    ) STRICT;
    -- `seats` is a JSON array, and `saved` is the whole game as JSON. AUTOINCREMENT: the number of a deleted game is not
    -- used again. `bytes` is the size of `saved`; with the index, the size of all games is known without reading them.
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        table_id TEXT NOT NULL,
        game TEXT NOT NULL,
        date TEXT NOT NULL,
        result TEXT NOT NULL,
        moves INTEGER NOT NULL,
        seats TEXT NOT NULL,
        saved TEXT NOT NULL,
        bytes INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX kept ON games (table_id, bytes);
    -- The hashes of positions of hidden deals that have been played, the oldest first. `shared` is whether people at
    -- different browsers have seen the hands.
    CREATE TABLE revealed (
        number INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        position BLOB NOT NULL,
        shared INTEGER NOT NULL,
        UNIQUE (game, position)
    ) STRICT;
"];

/// Brings a database to the version of these steps. If a step fails, the database keeps its version and contents.
pub fn migrate(connection: &mut Connection, migrations: &[&str]) -> Result<(), StoreError> {
    let transaction = connection.transaction()?;
    let version: usize = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let last = FIRST - 1 + migrations.len();
    let done = match version {
        0 => 0,
        1..FIRST => return Err(StoreError::OlderVersion { found: version, first: FIRST }),
        _ => version - (FIRST - 1),
    };
    let missing = migrations.get(done..).ok_or(StoreError::NewerVersion { found: version, known: last })?;
    for step in missing {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", last)?;
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [&str; 3] = [
        "CREATE TABLE t (a INTEGER) STRICT; INSERT INTO t VALUES (7);",
        "ALTER TABLE t ADD COLUMN b INTEGER NOT NULL DEFAULT 0;",
        "UPDATE t SET b = a + 1; SELECT no_such_function(1);",
    ];

    fn version(connection: &Connection) -> usize {
        connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
    }

    fn columns(connection: &Connection) -> (i64, i64) {
        connection.query_row("SELECT a, b FROM t", [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap()
    }

    #[test]
    fn an_earlier_version_is_migrated_with_its_contents() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, &STEPS[..1]).unwrap();
        assert_eq!(version(&connection), FIRST);
        migrate(&mut connection, &STEPS[..2]).unwrap();
        migrate(&mut connection, &STEPS[..2]).unwrap();
        assert_eq!((version(&connection), columns(&connection)), (FIRST + 1, (7, 0)));
        // A step that fails leaves the contents and the version.
        assert!(matches!(migrate(&mut connection, &STEPS), Err(StoreError::Database(_))));
        assert_eq!((version(&connection), columns(&connection)), (FIRST + 1, (7, 0)));
    }

    #[test]
    fn a_newer_version_is_an_error() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, &STEPS[..2]).unwrap();
        let error = migrate(&mut connection, &STEPS[..1]).unwrap_err();
        assert_eq!(error.to_string(), "the data has version 3, this program knows versions up to 2");
        assert_eq!(columns(&connection), (7, 0));
    }

    #[test]
    fn an_unreleased_version_is_left_alone() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.pragma_update(None, "user_version", 1).unwrap();
        let error = migrate(&mut connection, &STEPS[..1]).unwrap_err();
        assert_eq!(error.to_string(), "the data has version 1, this program reads versions from 2 on");
        assert_eq!(version(&connection), 1);
    }
}
