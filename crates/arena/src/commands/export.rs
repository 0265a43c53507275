//! `export`: prints games as transcripts or in an interchange format.

use super::{DONE, GameSelection};
use crate::export::{export, plain};
use crate::referee;
use anyhow::Result;
use clap::{Args, ValueEnum};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  speltafel-arena export match new:old/7/1
  speltafel-arena export match --format portable";

/// The arguments of `export`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    games: GameSelection,

    /// The format of the output
    #[arg(long, value_enum, default_value_t = ExportFormat::Plain)]
    format: ExportFormat,
}

/// An export format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ExportFormat {
    /// A human-readable transcript, for any game
    Plain,
    /// The interchange format of the game, such as PDN for checkers
    Portable,
}

/// Prints the selected games in the chosen format.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<u8> {
    let plan = super::plan(&arguments.games.folder)?;
    match arguments.format {
        ExportFormat::Plain => arguments.games.for_each(|record| Ok(write!(out, "{}", plain(&record))?))?,
        ExportFormat::Portable => {
            let mut client = referee::start_for_records(&plan.referee)?;
            arguments.games.for_each(|record| Ok(write!(out, "{}", export(&record, &plan, &mut client)?)?))?;
        }
    }
    Ok(DONE)
}
