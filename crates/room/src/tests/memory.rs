//! An archive in memory.

use crate::archive::{Archive, ArchiveError, GameFilter, GameSummary, ListedGame, RowPlace};
use crate::tests::local_referee::Switch;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard};

/// The games by number, each with its contents.
type Games = BTreeMap<i64, (ListedGame, Vec<u8>)>;

/// Keeps the games of one table. It keeps nothing while the switch says so.
#[derive(Default)]
pub struct Memory {
    games: Mutex<Games>,
    /// The number of the current game, and what is kept of the table.
    table: Mutex<Option<(i64, Vec<u8>)>>,
    /// The positions that somebody has seen, and whether people at different browsers have.
    revealed: Mutex<BTreeMap<(String, String), bool>>,
    pub switch: Switch,
}

impl Memory {
    fn games(&self) -> Result<MutexGuard<'_, Games>, ArchiveError> {
        if self.switch.fails() {
            return Err(ArchiveError::Failed("the disk is full".to_string()));
        }
        Ok(self.games.lock().unwrap())
    }

    /// Returns the number of the current game, and what is kept of the table.
    pub fn table(&self) -> Option<(i64, Vec<u8>)> {
        self.table.lock().unwrap().clone()
    }

    /// Returns the number of tokens of the newest game.
    pub fn kept(&self) -> usize {
        self.games.lock().unwrap().values().next_back().map_or(0, |(game, _)| game.summary.moves)
    }
}

impl Archive for Memory {
    fn name(&self) -> String {
        "memory".to_string()
    }

    fn require_room(&self, _: &str) -> Result<(), ArchiveError> {
        Ok(())
    }

    fn save(
        &self,
        table: &str,
        saved: &str,
        number: Option<i64>,
        summary: &GameSummary,
        game: &str,
    ) -> Result<i64, ArchiveError> {
        let mut games = self.games()?;
        let id = number.unwrap_or(games.len() as i64);
        games.values_mut().for_each(|(game, _)| game.current = false);
        *self.table.lock().unwrap() = Some((id, saved.into()));
        let listed = ListedGame { id, table: table.to_string(), current: true, summary: summary.clone() };
        games.insert(id, (listed, game.into()));
        Ok(id)
    }

    fn delete_table(&self, _: &str) -> Result<(), ArchiveError> {
        self.games().map(drop)
    }

    fn games(
        &self,
        _: Option<&str>,
        filter: &GameFilter,
        may_see: &dyn Fn(&ListedGame) -> bool,
    ) -> Result<(Vec<ListedGame>, bool), ArchiveError> {
        let fits = |game: &&ListedGame| filter.fits(&game.summary) && may_see(game);
        Ok((self.games()?.values().rev().map(|(game, _)| game).filter(fits).cloned().collect(), false))
    }

    fn game(&self, id: i64) -> Result<Option<(ListedGame, Vec<u8>)>, ArchiveError> {
        Ok(self.games()?.get(&id).cloned())
    }

    fn saved_game(&self, id: i64) -> Result<Option<Vec<u8>>, ArchiveError> {
        Ok(self.game(id)?.map(|(_, saved)| saved))
    }

    fn adopt_game(&self, _: i64, _: &str) -> Result<bool, ArchiveError> {
        Ok(false)
    }

    fn delete_game(&self, id: i64) -> Result<bool, ArchiveError> {
        Ok(self.games()?.remove(&id).is_some())
    }

    fn reveal(&self, game: &str, positions: &[String], shared: bool) -> Result<(), ArchiveError> {
        let mut all = self.revealed.lock().unwrap();
        for position in positions {
            *all.entry((game.to_string(), position.clone())).or_default() |= shared;
        }
        Ok(())
    }

    fn has_revealed(&self, game: &str) -> Result<bool, ArchiveError> {
        Ok(self.revealed.lock().unwrap().keys().any(|(other, _)| other == game))
    }

    fn revealed(&self, game: &str, positions: &[String]) -> Result<Option<bool>, ArchiveError> {
        let all = self.revealed.lock().unwrap();
        Ok(positions.iter().filter_map(|position| all.get(&(game.to_string(), position.clone())).copied()).max())
    }

    fn set_aside(&self, row: RowPlace<'_>, error: &dyn fmt::Display) -> Result<(), ArchiveError> {
        panic!("{row}: {error}")
    }
}
