//! One recorded game to look at, with its boards from a referee. Knows no tournament.

use crate::referee::RefereeConfig;
use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::Value;
use ugi::Query;
use ugi::client::{QueryAnswer, position_queries};
use ugi::history::History;
use ugi::record::{Record, SearchReport, score_value};

/// A recorded game to look at.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RecordView {
    /// The number of its tournament.
    pub source: usize,
    /// Its id.
    pub id: String,
    /// Which game.
    pub game: String,
    /// `query cells`.
    pub cells: Value,
    /// The entrant in each seat.
    pub names: Vec<String>,
    /// The master history.
    pub tokens: Vec<String>,
    /// `query board` before the first token and after each: one more than tokens.
    pub boards: Vec<Value>,
    /// What was said of each token: a score in hundredths or `#N` from the mover's side.
    pub scores: Vec<Option<Value>>,
    /// Who chose each token, from 1; 0: nobody.
    pub movers: Vec<usize>,
    /// How it ended.
    pub result: String,
    /// Why.
    pub reason: String,
    /// Points of each seat.
    pub points: Vec<i64>,
}

/// The boards of a game, from a referee.
///
/// # Errors
/// The referee breaks down, or does not take the game.
pub fn load_record_view(bench: &RefereeConfig, source: usize, record: &Record) -> Result<RecordView> {
    let mut client = bench.open()?;
    client.set_rules(&record.game, &record.options)?;
    let mut history = History::new(&record.base, &[]);
    let mut lines = position_queries(history.line(), &[Query::Cells, Query::Board]);
    for token in &record.moves {
        history.push(token);
        lines.extend(position_queries(history.line(), &[Query::Board]));
    }
    let read = |answer: QueryAnswer| -> Result<Value> {
        let text = answer.map_err(|code| anyhow::anyhow!("the referee: error {code}"))?;
        serde_json::from_str(&text).context("the referee's answer is no JSON")
    };
    let mut answers = client.ask_all(&lines)?.answers.into_iter().map(read).collect::<Result<Vec<_>>>()?;
    let cells = answers.remove(0);
    let score = |said: &Option<SearchReport>| said.as_ref()?.score.map(score_value);
    Ok(RecordView {
        source,
        id: record.id.clone(),
        game: record.game.clone(),
        cells,
        names: record.participants(),
        tokens: record.moves.clone(),
        boards: answers,
        scores: record.said.iter().map(score).collect(),
        movers: record.movers.clone(),
        result: record.result.clone(),
        reason: record.reason.clone(),
        points: record.scores.clone(),
    })
}
