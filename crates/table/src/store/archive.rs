//! The data folder as the archive of rooms.

use super::database::Store;
use super::error::StoreError;
use room::{Archive, ArchiveError, GameFilter, GameSummary, ListedGame, RowPlace};
use std::fmt;

impl Archive for Store {
    fn name(&self) -> String {
        self.file().to_string()
    }

    fn require_room(&self, table: &str) -> Result<(), ArchiveError> {
        Ok(Self::require_room(self, table)?)
    }

    fn save(
        &self,
        table: &str,
        saved: &str,
        number: Option<i64>,
        summary: &GameSummary,
        game: &str,
    ) -> Result<i64, ArchiveError> {
        Ok(Self::save(self, table, saved, number, summary, game)?)
    }

    fn delete_table(&self, table: &str) -> Result<(), ArchiveError> {
        Ok(Self::delete_table(self, table)?)
    }

    fn games(
        &self,
        table: Option<&str>,
        filter: &GameFilter,
        may_see: &dyn Fn(&ListedGame) -> bool,
    ) -> Result<(Vec<ListedGame>, bool), ArchiveError> {
        Ok(Self::games(self, table, filter, may_see)?)
    }

    fn game(&self, id: i64) -> Result<Option<(ListedGame, Vec<u8>)>, ArchiveError> {
        Ok(Self::game(self, id)?)
    }

    fn saved_game(&self, id: i64) -> Result<Option<Vec<u8>>, ArchiveError> {
        Ok(Self::saved_game(self, id)?)
    }

    fn adopt_game(&self, id: i64, table: &str) -> Result<bool, ArchiveError> {
        Ok(Self::adopt_game(self, id, table)?)
    }

    fn delete_game(&self, id: i64) -> Result<bool, ArchiveError> {
        Ok(Self::delete_game(self, id)?)
    }

    fn reveal(&self, game: &str, positions: &[String], shared: bool) -> Result<(), ArchiveError> {
        Ok(Self::reveal(self, game, positions, shared)?)
    }

    fn has_revealed(&self, game: &str) -> Result<bool, ArchiveError> {
        Ok(Self::has_revealed(self, game)?)
    }

    fn revealed(&self, game: &str, positions: &[String]) -> Result<Option<bool>, ArchiveError> {
        Ok(Self::revealed(self, game, positions)?)
    }

    fn set_aside(&self, row: RowPlace<'_>, error: &dyn fmt::Display) -> Result<(), ArchiveError> {
        Ok(Self::set_aside(self, row, error)?)
    }
}

impl From<StoreError> for ArchiveError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::TableFull => Self::TableFull,
            StoreError::ServerFull => Self::ServerFull,
            error => Self::Failed(error.to_string()),
        }
    }
}
