//! `report`: prints a tournament as text, JSON or CSV, or writes the report page.

use super::DONE;
use crate::referee;
use crate::report::{
    SummaryBuilder, games_csv, html, json, parameters_csv, partners_csv, rounds_csv, standings_csv, text,
};
use crate::store::load;
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  speltafel-arena report match
  speltafel-arena report match --html page.html
  speltafel-arena report match --csv standings";

/// The arguments of `report`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The result folder
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Write a self-contained HTML page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Ids of additional games to show on the page, besides games with faults and the first games of each pairing
    #[arg(long, value_name = "ID", num_args = 1.., requires = "html")]
    games: Vec<String>,

    /// Print the summary as JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print a table as CSV, one row for each participant, match, pair of partners, parameter or game
    #[arg(long, value_name = "TABLE", value_enum)]
    csv: Option<CsvTable>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CsvTable {
    Standings,
    Rounds,
    Partners,
    Parameters,
    Games,
}

/// Prints the report, or writes the page.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<u8> {
    let plan = super::plan(&arguments.folder)?;
    let (mut builder, mut page) = (SummaryBuilder::new(&plan), html::PageBuilder::default());
    for record in load(&arguments.folder, None)? {
        let record = record?;
        builder.add(&record);
        if arguments.html.is_some() {
            page.add(&record);
        }
    }
    ensure!(builder.games() > 0, "{}: no game is finished yet", arguments.folder.display());
    let summary = builder.summary();
    if let Some(path) = &arguments.html {
        let mut referee = referee::start_for_records(&plan.referee)?;
        let records = load(&arguments.folder, None)?;
        page.write(&plan, &summary, records, &mut referee, &arguments.games, path)?;
    }
    match arguments.csv {
        Some(CsvTable::Games) => games_csv(load(&arguments.folder, None)?, out)?,
        Some(CsvTable::Rounds) => {
            ensure!(!summary.rounds.is_empty(), "only a knockout or Swiss tournament has rounds");
            rounds_csv(&summary, out)?;
        }
        Some(CsvTable::Partners) => {
            ensure!(!summary.partners.is_empty(), "only mixed tables have partners");
            partners_csv(&summary, out)?;
        }
        Some(CsvTable::Parameters) => {
            parameters_csv(summary.tuning.as_ref().context("only a tuning has parameters")?, out)?;
        }
        Some(CsvTable::Standings) => standings_csv(&summary, out)?,
        None if arguments.json => writeln!(out, "{}", json(&summary)?)?,
        None if arguments.html.is_none() => write!(out, "{}", text(&summary))?,
        None => {}
    }
    Ok(DONE)
}
