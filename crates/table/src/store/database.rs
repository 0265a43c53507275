//! The database file: opening, copying and closing it.

use super::error::StoreError;
use super::folder::{default_folder, keep_files_private, lock_folder};
use super::schema::{MIGRATIONS, migrate};
use anyhow::{Context, Error, Result, ensure};
use base::files::{ensure_file, ensure_file_or_new};
use rusqlite::{Connection, Row};
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
    /// The path of the database.
    pub(super) file: PathBuf,
    _lock: File,
}

/// Copies the database to a new file, even while a server uses it. `folder` is the data folder; `None` selects that of
/// the platform.
pub fn back_up(folder: Option<PathBuf>, copy: &Path) -> Result<()> {
    keep_files_private();
    Store::back_up(&folder.map_or_else(default_folder, Ok)?, copy)
}

impl Store {
    /// Opens the data folder. Creates it if it does not exist.
    pub fn open(folder: &Path) -> Result<Self> {
        let lock = lock_folder(folder).with_context(|| format!("data folder {}", folder.display()))?;
        let file = folder.join(DATABASE);
        let open = || -> Result<Connection, StoreError> {
            for suffix in ["", "-wal", "-shm", "-journal"] {
                ensure_file_or_new(&folder.join(format!("{DATABASE}{suffix}")))?;
            }
            let mut connection = Connection::open(&file)?;
            connection.busy_timeout(BUSY_TIMEOUT)?;
            // With these settings, a transaction is on the disk when it returns. `fullfsync` is for macOS only.
            connection.pragma_update(None, "journal_mode", "wal")?;
            connection.pragma_update(None, "synchronous", "full")?;
            connection.pragma_update(None, "fullfsync", true)?;
            migrate(&mut connection, MIGRATIONS)?;
            Ok(connection)
        };
        let connection = open().map_err(|error| with_path(error, &file))?;
        Ok(Self { connection: Mutex::new(Some(connection)), file, _lock: lock })
    }

    /// Returns the path of the database, for messages.
    pub fn file(&self) -> std::path::Display<'_> {
        self.file.display()
    }

    /// Copies the database of a data folder to a new file, even while a server uses the folder.
    fn back_up(folder: &Path, copy: &Path) -> Result<()> {
        let database = folder.join(DATABASE);
        ensure_file(&database).with_context(|| database.display().to_string())?;
        ensure!(!copy.exists(), "{}: the file exists already", copy.display());
        let name = copy.to_str().context("the name of the copy is not Unicode")?;
        let open = || {
            let connection = Connection::open(&database)?;
            connection.busy_timeout(BUSY_TIMEOUT)?;
            // Reads the file, so that an error of `VACUUM` is one of the copy.
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
            Ok(connection)
        };
        let connection = open().map_err(|error: rusqlite::Error| with_path(error.into(), &database))?;
        let copied = connection.execute("VACUUM INTO ?1", [name]);
        copied.map(drop).map_err(|error| with_path(error.into(), copy))
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

/// Returns the bytes of a text, which need not be Unicode if the database is damaged.
pub(super) fn bytes(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<u8>> {
    Ok(row.get_ref(column)?.as_bytes()?.to_vec())
}

/// Adds the path of a database to an error, unless it contains the path.
fn with_path(error: StoreError, path: &Path) -> Error {
    let path = path.display().to_string();
    if error.to_string().contains(&path) { error.into() } else { Error::from(error).context(path) }
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

    #[test]
    fn what_is_no_database_is_left_alone_and_named_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(DATABASE);
        let text = "not a database, but a text that is longer than the header of one: ".repeat(9);
        std::fs::write(&file, &text).unwrap();
        let error = format!("{:#}", Store::open(folder.path()).err().unwrap());
        assert_eq!(error, format!("{}: file is not a database", file.display()));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        let backed_up = Store::back_up(folder.path(), &folder.path().join("copy"));
        assert_eq!(format!("{:#}", backed_up.unwrap_err()), error);
        std::fs::remove_file(&file).unwrap();
        std::fs::create_dir(&file).unwrap();
        let error = format!("{:#}", Store::open(folder.path()).err().unwrap());
        assert_eq!(error, format!("{}: is not a regular file", file.display()));
    }
}
