//! The database file: opening, copying and closing it.

use super::error::StoreError;
use super::folder::{default_folder, lock_folder};
use super::schema::{MIGRATIONS, migrate};
use anyhow::{Context, Result, ensure};
use rusqlite::Connection;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The name of the database in the data folder.
const DATABASE: &str = "speltafel.sqlite";
/// How long a change waits while another program uses the database.
const BUSY_TIMEOUT: Duration = Duration::from_millis(100);

/// The open data folder. Only one process can have it open.
pub struct Store {
    /// `None` after [`Store::close`].
    connection: Mutex<Option<Connection>>,
    _lock: File,
}

/// Copies the database to a new file, even while a server uses it. `folder` is the data folder; `None` selects that of
/// the platform.
pub fn back_up(folder: Option<PathBuf>, copy: &Path) -> Result<()> {
    Store::back_up(&folder.map_or_else(default_folder, Ok)?, copy)
}

impl Store {
    /// Opens the data folder. Creates it if it does not exist.
    pub fn open(folder: &Path) -> Result<Self> {
        let open = || -> Result<Self> {
            let lock = lock_folder(folder)?;
            let mut connection = Connection::open(folder.join(DATABASE))?;
            connection.busy_timeout(BUSY_TIMEOUT)?;
            // With these settings, a transaction is on the disk when it returns. `fullfsync` is for macOS only.
            connection.pragma_update(None, "journal_mode", "wal")?;
            connection.pragma_update(None, "synchronous", "full")?;
            connection.pragma_update(None, "fullfsync", true)?;
            migrate(&mut connection, MIGRATIONS)?;
            Ok(Self { connection: Mutex::new(Some(connection)), _lock: lock })
        };
        open().with_context(|| format!("data folder {}", folder.display()))
    }

    /// Copies the database of a data folder to a new file, even while a server uses the folder.
    fn back_up(folder: &Path, copy: &Path) -> Result<()> {
        let database = folder.join(DATABASE);
        ensure!(database.is_file(), "{}: there is no such file", database.display());
        ensure!(!copy.exists(), "{}: the file exists already", copy.display());
        let name = copy.to_str().context("the name of the copy is not Unicode")?;
        let connection = Connection::open(&database)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.execute("VACUUM INTO ?1", [name]).with_context(|| copy.display().to_string())?;
        Ok(())
    }

    /// Closes the database, after which it consists of one file. Later calls of other functions fail.
    pub fn close(&self) {
        drop(self.connection.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    /// Runs `act` with the database.
    pub(super) fn with<T>(&self, act: impl FnOnce(&mut Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        act(connection.as_mut().ok_or(StoreError::Closed)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_is_one_file_that_can_be_copied() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let [used, copied, closed] = folders.each_ref().map(tempfile::TempDir::path);
        let store = Store::open(used).unwrap();
        store.reveal("a", &["1".to_string()], true).unwrap();
        Store::back_up(used, &copied.join(DATABASE)).unwrap();
        assert!(Store::back_up(used, &copied.join(DATABASE)).is_err(), "a copy is not overwritten");
        assert!(Store::back_up(closed, &copied.join("other")).is_err() && !closed.join(DATABASE).exists());
        store.reveal("b", &["2".to_string()], false).unwrap();
        store.close();
        assert!(matches!(store.has_revealed("a"), Err(StoreError::Closed)));
        std::fs::copy(used.join(DATABASE), closed.join(DATABASE)).unwrap();
        let has = |folder, game| Store::open(folder).unwrap().has_revealed(game).unwrap();
        assert_eq!([has(copied, "a"), has(copied, "b"), has(closed, "a"), has(closed, "b")], [true, false, true, true]);
    }

    #[test]
    fn a_database_of_a_newer_version_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        drop(Store::open(folder.path()).unwrap());
        let connection = Connection::open(folder.path().join(DATABASE)).unwrap();
        connection.pragma_update(None, "user_version", 1000).unwrap();
        let error = format!("{:#}", Store::open(folder.path()).err().unwrap());
        assert!(error.contains("version 1000") && error.contains(folder.path().to_str().unwrap()), "{error}");
    }
}
