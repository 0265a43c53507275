//! CSV tables: the standings with one row per participant, the matches of rounds, the results of partners, the
//! parameters of a tuning, and the games with one row per game.

use super::rounds::Match;
use super::standings::Standing;
use super::summary::{Cell, Summary};
use crate::plan::Parameter;
use crate::statistics::is_void;
use crate::tune::{TunedParameter, Tuning};
use anyhow::{Context, Result};
use runner::record::Record;
use std::io::Write;
use ugi::may_be_move;

/// Writes the standings as CSV, one row per participant in the order of the standings. Unknown values are empty.
pub fn standings_csv(summary: &Summary, out: &mut dyn Write) -> Result<()> {
    let number = |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.4}"));
    let result = |standing: &Standing| summary.matches.iter().find(|one| one.index == standing.index);
    let tie_breaks = |standing: &Standing| result(standing).and_then(|one| one.tie_breaks);
    let row = |standing: &Standing| {
        [
            ("place", standing.place.to_string()),
            ("participant", standing.participant.clone()),
            ("rating", number(standing.rating)),
            ("error", number(standing.error)),
            ("games", standing.games.to_string()),
            ("wins", standing.wins.to_string()),
            ("draws", standing.draws.to_string()),
            ("losses", standing.losses.to_string()),
            ("score", number(standing.score)),
            ("anchored", standing.anchored.to_string()),
            ("bounded", standing.bounded.to_string()),
            ("group", standing.group.to_string()),
            ("points", number(result(standing).map(|one| one.points))),
            ("buchholz", number(tie_breaks(standing).map(|breaks| breaks.buchholz))),
            ("sonneborn_berger", number(tie_breaks(standing).map(|breaks| breaks.sonneborn_berger))),
        ]
    };
    table(summary.standings.iter().map(|standing| Ok(row(standing))), out)
}

/// Writes the matches of a knockout or Swiss tournament as CSV, one row per match. A bye has no second participant.
pub fn rounds_csv(summary: &Summary, out: &mut dyn Write) -> Result<()> {
    let row = |round: usize, one: &Match| {
        let text = |list: &[String], index: usize| list.get(index).cloned().unwrap_or_default();
        let points: Vec<String> = one.points.iter().map(f64::to_string).collect();
        [
            ("round", (round + 1).to_string()),
            ("first", text(&one.participants, 0)),
            ("second", text(&one.participants, 1)),
            ("first_points", text(&points, 0)),
            ("second_points", text(&points, 1)),
            ("finished", one.finished.to_string()),
            ("winner", one.winner.clone().unwrap_or_default()),
            ("decided_by", one.decided_by.map_or(String::new(), |by| by.word().to_string())),
            ("third_place", one.third_place.to_string()),
        ]
    };
    let rows = summary.rounds.iter().enumerate().flat_map(|(round, list)| list.iter().map(move |one| (round, one)));
    table(rows.map(|(round, one)| Ok(row(round, one))), out)
}

/// Writes the results of partners at mixed tables as CSV, one row per pair of participants that were partners.
pub fn partners_csv(summary: &Summary, out: &mut dyn Write) -> Result<()> {
    let name = |index: usize| summary.standings[index].participant.clone();
    let row = |one: usize, other: usize, cell: &Cell| {
        [
            ("participant", name(one)),
            ("partner", name(other)),
            ("games", cell.games.to_string()),
            ("points", cell.points.to_string()),
            ("score", format!("{:.4}", cell.score())),
        ]
    };
    let cells = summary.partners.iter().enumerate().flat_map(|(one, cells)| {
        let above = cells.iter().enumerate().skip(one + 1);
        above.filter_map(move |(other, cell)| Some((one, other, cell.as_ref()?)))
    });
    table(cells.map(|(one, other, cell)| Ok(row(one, other, cell))), out)
}

/// Writes the parameters of a tuning as CSV, one row per parameter. An unknown spread is empty.
pub fn parameters_csv(tuning: &Tuning, out: &mut dyn Write) -> Result<()> {
    let row = |one: &TunedParameter| {
        let Parameter { name, min, max, start, c_end, r_end } = &one.parameter;
        [
            ("name", name.clone()),
            ("value", one.value.to_string()),
            ("spread", one.spread.map_or(String::new(), |spread| spread.to_string())),
            ("last", one.last.to_string()),
            ("min", min.to_string()),
            ("max", max.to_string()),
            ("start", start.to_string()),
            ("c_end", c_end.to_string()),
            ("r_end", r_end.to_string()),
        ]
    };
    table(tuning.parameters.iter().map(|one| Ok(row(one))), out)
}

/// Writes the games as CSV, one row per game in the order of the records. In the columns `sides`, `payoffs` and
/// `scores`, the values are separated by `:`. The columns `fault` and `offender` contain the kind of the first fault
/// and the participant charged with it. `seconds` is the duration of the game.
pub fn games_csv(records: impl Iterator<Item = Result<Record>>, out: &mut dyn Write) -> Result<()> {
    let join = |items: Vec<String>| items.join(":");
    let row = |record: &Record| {
        let payoffs = if is_void(record) { Vec::new() } else { record.payoffs() };
        let fault = record.faults.first();
        [
            ("id", record.id.clone()),
            ("pairing", record.pairing.clone()),
            ("block", record.block.to_string()),
            ("seating", record.seating.to_string()),
            ("sides", join(record.side_names())),
            ("payoffs", join(payoffs.iter().map(f64::to_string).collect())),
            ("result", record.played.result.clone()),
            ("reason", record.ending().to_string()),
            ("scores", join(record.played.scores.iter().map(i64::to_string).collect())),
            ("plies", record.played.moves.iter().filter(|token| may_be_move(token)).count().to_string()),
            ("opening", record.played.opening.to_string()),
            ("base", record.played.base.clone()),
            ("fault", fault.map_or(String::new(), |fault| fault.kind.word().to_string())),
            ("offender", fault.map_or(String::new(), |fault| fault.participant.clone())),
            ("seconds", format!("{:.3}", record.run.wall_ms as f64 / 1000.0)),
            ("host", record.run.host.clone()),
        ]
    };
    table(records.map(|record| record.map(|record| row(&record))), out)
}

/// Writes a table. Each row is a list of column names and values.
fn table<const N: usize>(
    rows: impl Iterator<Item = Result<[(&'static str, String); N]>>,
    out: &mut dyn Write,
) -> Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    for (number, row) in rows.enumerate() {
        let row = row?;
        if number == 0 {
            writer.write_record(row.iter().map(|(name, _)| name)).map_err(unwrapped)?;
        }
        writer.write_record(row.iter().map(|(_, value)| value)).map_err(unwrapped)?;
    }
    writer.flush().context("cannot write the table")
}

/// Returns the error of the output itself, by which a closed pipe is recognised.
fn unwrapped(error: csv::Error) -> anyhow::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        other => anyhow::anyhow!("cannot write the table: {other:?}"),
    }
}
