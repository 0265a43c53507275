//! Positions of hidden deals whose hands have been seen.

use super::database::Store;
use super::error::StoreError;
use rusqlite::OptionalExtension;
use sha2::{Digest, Sha256};

/// The number of positions that are kept: those of many years. The oldest ones are forgotten.
const MOST: usize = 2_000_000;

impl Store {
    /// Records position texts of a hidden deal whose hands have been seen, by people at different browsers if `shared`.
    pub fn reveal(&self, game: &str, positions: &[String], shared: bool) -> Result<(), StoreError> {
        self.reveal_at_most(MOST, game, positions, shared)
    }

    fn reveal_at_most(&self, most: usize, game: &str, positions: &[String], shared: bool) -> Result<(), StoreError> {
        self.with(|connection| {
            let transaction = connection.transaction()?;
            let insert = "INSERT INTO revealed (game, position, shared) VALUES (?1, ?2, ?3)
                ON CONFLICT DO UPDATE SET shared = max(shared, excluded.shared)";
            let mut query = transaction.prepare(insert)?;
            for position in positions {
                query.execute((game, hash(position), shared))?;
            }
            drop(query);
            let forget = "DELETE FROM revealed WHERE number <= (SELECT max(number) FROM revealed) - ?1";
            transaction.execute(forget, [most])?;
            Ok(transaction.commit()?)
        })
    }

    /// Returns whether any position of this game has been recorded with [`Store::reveal`].
    pub fn has_revealed(&self, game: &str) -> Result<bool, StoreError> {
        self.with(|connection| Ok(connection.prepare("SELECT 1 FROM revealed WHERE game = ?1")?.exists([game])?))
    }

    /// Returns whether people at different browsers have seen one of these positions, or `None` if nobody has seen any
    /// of them, as far as [`Store::reveal`] knows.
    pub fn revealed(&self, game: &str, positions: &[String]) -> Result<Option<bool>, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare("SELECT shared FROM revealed WHERE game = ?1 AND position = ?2")?;
            let mut found = None;
            for position in positions {
                found = found.max(query.query_row((game, hash(position)), |row| row.get(0)).optional()?);
            }
            Ok(found)
        })
    }
}

/// Returns 128 bits that stand for a position, so that a long text takes no more room than a short one.
fn hash(position: &str) -> [u8; 16] {
    let mut hash = [0; 16];
    hash.copy_from_slice(&Sha256::digest(position)[..16]);
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_positions_are_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let texts = ["a", "b", "c", "d"].map(String::from);
        store.reveal_at_most(3, "x", &texts[..3], true).unwrap();
        store.reveal_at_most(3, "x", &texts[1..], false).unwrap();
        let kept = texts.map(|text| store.revealed("x", &[text]).unwrap());
        assert_eq!(kept, [None, Some(true), Some(true), Some(false)]);
    }
}
