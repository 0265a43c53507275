//! A finished game in the list of a tournament's games.

use crate::record::Record;
use serde::Serialize;
use ugi::Seat;

/// What the list of a tournament's games shows of one of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ListedRecord {
    /// The id, as in the game record.
    pub id: String,
    /// The name of the game.
    pub game: String,
    /// The participant in each seat.
    pub names: Vec<String>,
    /// The seats of each side.
    pub teams: Vec<Vec<Seat>>,
    /// The result, such as `p1win`.
    pub result: String,
    /// The answer to `query reason`.
    pub reason: String,
    /// Why the game ended, as in [`Record::ending`].
    pub ending: String,
    /// The number of tokens.
    pub plies: usize,
    /// The rank of each seat.
    pub ranks: Vec<u32>,
    /// The number of faults.
    pub faults: usize,
}

impl From<&Record> for ListedRecord {
    fn from(record: &Record) -> Self {
        Self {
            id: record.id.clone(),
            game: record.played.game.clone(),
            names: record.played.seats.clone(),
            teams: record.teams.clone(),
            result: record.played.result.clone(),
            reason: record.played.reason.clone(),
            ending: record.ending().to_string(),
            plies: record.played.moves.len(),
            ranks: record.played.ranks.clone(),
            faults: record.faults.len(),
        }
    }
}
