//! A recorded game with the boards of all its positions.

use crate::referee::RefereeConfig;
use anyhow::{Context, Result};
use runner::record::{Record, SearchReport, score_value};
use serde::Serialize;
use serde_json::Value;
use ugi::{History, Query, QueryAnswer, position_queries};

/// A recorded game, as sent to the page.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RecordView {
    /// The index of the tournament (zero-based).
    pub source: usize,
    /// The id of the game, as in the record.
    pub id: String,
    pub game: String,
    /// The answer to `query cells`.
    pub cells: Value,
    /// The participant in each seat.
    pub names: Vec<String>,
    /// The tokens of the master history.
    pub tokens: Vec<String>,
    /// The answers to `query board` before the first token and after each one.
    pub boards: Vec<Value>,
    /// The score that the mover reported for each token, from its own point of view: hundredths of a point, or `#N` for
    /// a mate in N plies, where N is negative if the mover loses.
    pub scores: Vec<Option<Value>>,
    /// The seat that chose each token (1-based); 0 for none. The list is empty for old records.
    pub movers: Vec<usize>,
    pub result: String,
    pub reason: String,
    /// The points of each seat.
    pub points: Vec<i64>,
}

/// Replays a recorded game and queries all its boards. `source` is the index of the tournament.
///
/// # Errors
/// Returns an error if the referee fails or rejects the game.
pub fn load_record_view(referee: &RefereeConfig, source: usize, record: &Record) -> Result<RecordView> {
    let mut client = referee.open()?;
    client.set_rules(&record.game, &record.options)?;
    let mut history = History::new(&record.base, &[]);
    let mut lines = position_queries(history.line(), &[Query::Cells, Query::Board]);
    for token in &record.moves {
        history.push(token);
        lines.extend(position_queries(history.line(), &[Query::Board]));
    }
    let read = |answer: QueryAnswer| -> Result<Value> {
        let text = answer.map_err(|code| anyhow::anyhow!("the referee answers with error {code}"))?;
        serde_json::from_str(&text).context("the answer of the referee is not valid JSON")
    };
    let mut answers = client.ask_all(&lines)?.answers.into_iter().map(read).collect::<Result<Vec<_>>>()?;
    let cells = answers.remove(0);
    let score = |report: &Option<SearchReport>| report.as_ref()?.score.map(score_value);
    Ok(RecordView {
        source,
        id: record.id.clone(),
        game: record.game.clone(),
        cells,
        names: record.participants(),
        tokens: record.moves.clone(),
        boards: answers,
        scores: record.reports.iter().map(score).collect(),
        movers: record.movers.clone(),
        result: record.result.clone(),
        reason: record.reason.clone(),
        points: record.scores.clone(),
    })
}
