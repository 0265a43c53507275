//! `export`: games for people and for other programs.

use super::{DONE, GameSelection};
use crate::export::{export, plain};
use crate::referee;
use anyhow::Result;
use clap::{Args, ValueEnum};
use std::io::Write;

/// Which games, and how.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    games: GameSelection,

    /// The format.
    #[arg(long, value_enum, default_value_t = ExportFormat::Plain)]
    format: ExportFormat,
}

/// How a game is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ExportFormat {
    /// A transcript for people, of any game
    Plain,
    /// What people exchange games of this kind in, such as PDN
    Portable,
}

/// Prints the games.
///
/// # Errors
/// There is no such tournament or game, the referee breaks down, or it has no interchange format for the game.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<u8> {
    let (plan, games) = arguments.games.load()?;
    match arguments.format {
        ExportFormat::Plain => games.iter().try_for_each(|record| write!(out, "{}", plain(record)))?,
        ExportFormat::Portable => {
            let mut client = referee::start_for_records(&plan.referee)?;
            for record in &games {
                write!(out, "{}", export(record, &plan.name, &mut client)?)?;
            }
        }
    }
    Ok(DONE)
}
