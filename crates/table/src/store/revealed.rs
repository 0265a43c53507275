//! Positions of hidden deals whose hands have been seen.

use super::database::Store;
use super::error::StoreError;

impl Store {
    /// Records positions of hidden deals that have been seen, as pairs of game name and position text.
    pub fn reveal(&self, game: &str, positions: &[String]) -> Result<(), StoreError> {
        self.with(|connection| {
            let transaction = connection.transaction()?;
            let mut query = transaction.prepare("INSERT OR IGNORE INTO revealed VALUES (?1, ?2)")?;
            for position in positions {
                query.execute([game, position])?;
            }
            drop(query);
            Ok(transaction.commit()?)
        })
    }

    /// Returns whether any position of this game has been recorded with [`Store::reveal`].
    pub fn has_revealed(&self, game: &str) -> Result<bool, StoreError> {
        self.with(|connection| Ok(connection.prepare("SELECT 1 FROM revealed WHERE game = ?1")?.exists([game])?))
    }

    /// Returns whether one of these positions has been recorded with [`Store::reveal`].
    pub fn is_revealed(&self, game: &str, positions: &[String]) -> Result<bool, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare("SELECT 1 FROM revealed WHERE game = ?1 AND position = ?2")?;
            for position in positions {
                if query.exists([game, position])? {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }
}
