//! A recorded game with the boards of all its positions.

use crate::referee_client::RefereeConfig;
use anyhow::{Context, Result, anyhow};
use runner::record::Record;
use serde::Serialize;
use serde::de::DeserializeOwned;
use ugi::board::{Board, Cells};
use ugi::{History, Query, QueryAnswer, position_queries};

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
    let mut client = referee.open()?;
    client.set_rules(&record.game, &record.options)?;
    let mut history = History::new(&record.base, &[]);
    let mut lines = position_queries(history.line(), &[Query::Cells, Query::Board]);
    for token in &record.moves {
        history.push(token);
        lines.extend(position_queries(history.line(), &[Query::Board]));
    }
    let mut answers = client.ask_all(&lines)?.answers.into_iter();
    let cells = read_json(answers.next().context("the referee does not answer `query cells`")?)?;
    let boards = answers.map(read_json).collect::<Result<_>>()?;
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

fn read_json<T: DeserializeOwned>(answer: QueryAnswer) -> Result<T> {
    let text = answer.map_err(|code| anyhow!("the referee answers with error {code}"))?;
    serde_json::from_str(&text).context("the answer of the referee is not valid JSON")
}
