//! A recorded game with the boards of all its positions.

use super::tournament_list::GameSummary;
use crate::referee::RefereeProgram;
use anyhow::Result;
use runner::record::Record;
use runner::replay::boards;
use serde::Serialize;
use ugi::board::{Board, Cells};

/// A recorded game, as sent to the page.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RecordView {
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The answer to `query cells`.
    pub cells: Cells,
    /// The tokens of the master history.
    pub tokens: Vec<String>,
    /// The answers to `query board` before the first token and after each one.
    pub boards: Vec<Board>,
}

/// Replays a recorded game and queries all its boards.
pub fn load_record_view(program: &RefereeProgram, record: &Record) -> Result<RecordView> {
    let (cells, boards) = boards(record, &mut program.open()?)?;
    Ok(RecordView { summary: record.into(), cells, tokens: record.moves.clone(), boards })
}
