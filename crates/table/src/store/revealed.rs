//! Positions of hidden deals whose hands have been seen.

use super::database::Store;
use super::error::StoreError;
use sha2::{Digest, Sha256};

/// The number of positions that are kept: those of many years. The oldest ones are forgotten.
const MOST: usize = 2_000_000;

impl Store {
    /// Records positions of hidden deals that have been seen, as pairs of game name and position text.
    pub fn reveal(&self, game: &str, positions: &[String]) -> Result<(), StoreError> {
        self.reveal_at_most(MOST, game, positions)
    }

    fn reveal_at_most(&self, most: usize, game: &str, positions: &[String]) -> Result<(), StoreError> {
        self.with(|connection| {
            let transaction = connection.transaction()?;
            let mut query = transaction.prepare("INSERT OR IGNORE INTO revealed (game, position) VALUES (?1, ?2)")?;
            for position in positions {
                query.execute((game, hash(position)))?;
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

    /// Returns whether one of these positions has been recorded with [`Store::reveal`].
    pub fn is_revealed(&self, game: &str, positions: &[String]) -> Result<bool, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare("SELECT 1 FROM revealed WHERE game = ?1 AND position = ?2")?;
            for position in positions {
                if query.exists((game, hash(position)))? {
                    return Ok(true);
                }
            }
            Ok(false)
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
        store.reveal_at_most(3, "x", &texts[..3]).unwrap();
        store.reveal_at_most(3, "x", &texts[1..]).unwrap();
        let kept = texts.map(|text| store.is_revealed("x", &[text]).unwrap());
        assert_eq!(kept, [false, true, true, true]);
    }
}
