//! Why the store failed.

use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why the store failed.
#[derive(Error, Debug)]
pub enum StoreError {
    #[error("the data has version {found}, this program knows versions up to {known}")]
    NewerVersion { found: usize, known: usize },
    #[error("the data has version {found}, this program reads versions from {first} on")]
    OlderVersion { found: usize, first: usize },
    // Without a source, which would say the same again.
    #[error("{0}")]
    Database(rusqlite::Error),
    #[error(transparent)]
    File(#[from] io::Error),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error(
        "cannot copy {row} to {copy}, which is needed to go on: {error}. Move {copy} away, or repair the database."
    )]
    Copy { row: String, copy: PathBuf, error: Box<Self> },
    #[error("the data folder is closed")]
    Closed,
    #[error("the table keeps as many games as it may")]
    TableFull,
    #[error("the server keeps as many games as it may")]
    ServerFull,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

impl StoreError {
    /// Returns whether a row was read, but does not have the values that it should.
    pub fn is_damage(&self) -> bool {
        use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error};
        match self {
            Self::Json(_) => true,
            Self::Database(error) => matches!(
                error,
                FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..) | Utf8Error(..)
            ),
            _ => false,
        }
    }
}
