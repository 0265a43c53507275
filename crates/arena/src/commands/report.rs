//! `report`: what came of a tournament, as text, as a page, as JSON or CSV.

use super::{DONE, tournament};
use crate::referee;
use crate::report::{Summary, games_csv, html, json, standings_csv, text};
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;

/// What to print.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The folder of the tournament.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Write a page for the browser, complete in one file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Games that the page shows board by board, besides those with faults and the first of each pairing.
    #[arg(long, value_name = "ID", num_args = 1.., requires = "html")]
    games: Vec<String>,

    /// Print everything as JSON instead.
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print a table as CSV instead: one row a participant, or one a game.
    #[arg(long, value_name = "TABLE", value_enum)]
    csv: Option<CsvTable>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CsvTable {
    Standings,
    Games,
}

/// Prints it.
///
/// # Errors
/// There is no such tournament or game, or a file cannot be written.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<u8> {
    let (plan, records) = tournament(&arguments.folder)?;
    ensure!(!records.is_empty(), "{}: no game has ended yet", arguments.folder.display());
    let summary = Summary::of(&plan, &records);
    if let Some(path) = &arguments.html {
        html::write(
            &plan,
            &records,
            &summary,
            &mut referee::start_for_records(&plan.referee)?,
            &arguments.games,
            path,
        )?;
    }
    match arguments.csv {
        Some(CsvTable::Games) => write!(out, "{}", games_csv(&records)?)?,
        Some(CsvTable::Standings) => write!(out, "{}", standings_csv(&summary)?)?,
        None if arguments.json => writeln!(out, "{}", json(&summary)?)?,
        None if arguments.html.is_none() => write!(out, "{}", text(&summary))?,
        None => {}
    }
    Ok(DONE)
}
