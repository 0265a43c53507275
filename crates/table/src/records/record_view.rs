//! A recorded game with the boards of all its positions.

use crate::referee_client::RefereeConfig;
use anyhow::Result;
use runner::record::Record;
use runner::replay::boards;
use serde::Serialize;
use ugi::board::{Board, Cells};

/// A recorded game, as sent to the page.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RecordView {
    /// The id of the game, as in the record.
    pub id: String,
    pub game: String,
    /// The answer to `query cells`.
    pub cells: Cells,
    /// The participant in each seat.
    pub names: Vec<String>,
    /// The tokens of the master history.
    pub tokens: Vec<String>,
    /// The answers to `query board` before the first token and after each one.
    pub boards: Vec<Board>,
    pub result: String,
    pub reason: String,
}

/// Replays a recorded game and queries all its boards.
pub fn load_record_view(referee: &RefereeConfig, record: &Record) -> Result<RecordView> {
    let (cells, boards) = boards(record, &mut referee.open()?)?;
    Ok(RecordView {
        id: record.id.clone(),
        game: record.game.clone(),
        cells,
        names: record.participants(),
        tokens: record.moves.clone(),
        boards,
        result: record.result.clone(),
        reason: record.reason.clone(),
    })
}
