//! Limits on what is kept. Nothing is deleted by itself: beyond the limits, no other game begins.

use super::database::Store;
use super::error::StoreError;

/// Limits on what is kept.
struct Limits {
    /// The number of games of a table.
    games: u64,
    /// The size of the games of a table in bytes.
    bytes: u64,
    /// The size of everything in the database in bytes.
    database: u64,
}

/// An evening of 20 games takes about a megabyte.
const LIMITS: Limits = Limits { games: 5_000, bytes: 256 << 20, database: 4 << 30 };

impl Store {
    /// Checks that there is room for another game of this table. The game with which a limit is exceeded is still
    /// saved.
    pub fn require_room(&self, table: &str) -> Result<(), StoreError> {
        self.require(table, &LIMITS)
    }

    fn require(&self, table: &str, limits: &Limits) -> Result<(), StoreError> {
        let kept = "SELECT count(*), ifnull(sum(bytes), 0) FROM games WHERE table_id = ?1";
        let used = "SELECT (page_count - freelist_count) * page_size
                    FROM pragma_page_count, pragma_freelist_count, pragma_page_size";
        self.with(|connection| {
            let (games, bytes): (u64, u64) =
                connection.query_row(kept, [table], |row| Ok((row.get(0)?, row.get(1)?)))?;
            if games >= limits.games || bytes >= limits.bytes {
                return Err(StoreError::TableFull);
            }
            let database: u64 = connection.query_row(used, [], |row| row.get(0))?;
            if database < limits.database { Ok(()) } else { Err(StoreError::ServerFull) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use room::GameSummary;

    #[test]
    fn a_table_has_room_again_when_games_are_deleted() {
        const FAR: u64 = u64::MAX;
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let save = |table, game: &str| store.save(table, "{}", None, &GameSummary::default(), game).unwrap();
        // The size is that in bytes: a character of the game takes two.
        let first = save("one", &"\u{e9}".repeat(50_000));
        save("one", "{}");
        save("two", "{}");
        let room = |table, games, bytes, database| {
            let error = store.require(table, &Limits { games, bytes, database }).err();
            error.map(|error| error.to_string().split(' ').nth(1).unwrap().to_string())
        };
        let of_table = |games, bytes| room("one", games, bytes, FAR).is_none();
        assert_eq!([of_table(2, FAR), of_table(3, FAR)], [false, true]);
        assert_eq!([of_table(FAR, 100_002), of_table(FAR, 100_003)], [false, true]);
        assert_eq!(room("two", 2, 100_000, FAR), None, "every table has its own limits");
        assert_eq!(room("one", 2, FAR, 1), Some("table".to_string()));
        assert_eq!(room("two", FAR, FAR, 100_000), Some("server".to_string()));
        assert!(store.delete_game(first).unwrap());
        assert_eq!(room("one", 2, 100_000, 100_000), None);
    }

    #[test]
    fn games_are_counted_without_reading_them() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let plan = "EXPLAIN QUERY PLAN SELECT count(*), sum(bytes) FROM games WHERE table_id = 'one'";
        let found: String =
            store.with(|connection| Ok(connection.query_row(plan, [], |row| row.get("detail"))?)).unwrap();
        assert!(found.contains("COVERING INDEX kept"), "{found}");
    }
}
