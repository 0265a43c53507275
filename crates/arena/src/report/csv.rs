//! CSV tables: the standings with one row per participant, and the games with one row per game.

use super::summary::Summary;
use crate::statistics::is_void;
use anyhow::{Context, Result};
use runner::record::Record;

/// Returns the standings as CSV, one row per participant in the order of the standings. Unknown values are empty.
pub fn standings_csv(summary: &Summary) -> Result<String> {
    let head = [
        "place",
        "participant",
        "rating",
        "error",
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "anchored",
        "bounded",
        "group",
    ];
    let number = |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.4}"));
    let rows = summary.standings.iter().map(|standing| {
        vec![
            standing.place.to_string(),
            standing.participant.clone(),
            number(standing.rating),
            number(standing.error),
            standing.games.to_string(),
            standing.wins.to_string(),
            standing.draws.to_string(),
            standing.losses.to_string(),
            number(standing.score),
            standing.anchored.to_string(),
            standing.bounded.to_string(),
            standing.group.to_string(),
        ]
    });
    table(&head, rows)
}

/// Returns the games as CSV, one row per game in the order of the records. In the columns `sides`, `payoffs` and
/// `scores`, the values are separated by `:`. The columns `fault` and `offender` contain the kind of the first fault
/// and the participant charged with it. `seconds` is the duration of the game.
pub fn games_csv(records: &[Record]) -> Result<String> {
    let head = [
        "id", "pairing", "block", "seating", "sides", "payoffs", "result", "reason", "scores", "plies", "opening",
        "base", "fault", "offender", "seconds", "host",
    ];
    let join = |items: Vec<String>| items.join(":");
    let rows = records.iter().map(|record| {
        let payoffs = if is_void(record) { Vec::new() } else { record.payoffs() };
        let fault = record.faults.first();
        vec![
            record.id.clone(),
            record.pairing.clone(),
            record.block.to_string(),
            record.seating.to_string(),
            join(record.sides().into_iter().map(str::to_string).collect()),
            join(payoffs.iter().map(f64::to_string).collect()),
            record.result.clone(),
            record.ending().to_string(),
            join(record.scores.iter().map(i64::to_string).collect()),
            record.moves.iter().filter(|token| !token.starts_with('!')).count().to_string(),
            record.opening.to_string(),
            record.base.clone(),
            fault.map_or(String::new(), |fault| fault.kind.word().to_string()),
            fault.map_or(String::new(), |fault| fault.participant.clone()),
            format!("{:.3}", record.run.wall_ms as f64 / 1000.0),
            record.run.host.clone(),
        ]
    });
    table(&head, rows)
}

fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(head)?;
    for row in rows {
        writer.write_record(&row)?;
    }
    let bytes = writer.into_inner().map_err(|error| error.into_error()).context("cannot write the table")?;
    Ok(String::from_utf8(bytes)?)
}
