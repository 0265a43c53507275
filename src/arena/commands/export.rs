//! `export`: games for people and for other programs. Knows no game.

use super::{DONE, chosen, tournament};
use crate::arena::export::{export, plain};
use anyhow::Result;
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;

/// Which games, and how.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The folder of the tournament.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// The ids of the games; none: all of them.
    #[arg(value_name = "ID")]
    ids: Vec<String>,

    /// The format.
    #[arg(long, value_enum, default_value_t = Format::Plain)]
    format: Format,
}

/// How a game is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// A transcript for people, of any game
    Plain,
    /// What people exchange games of this kind in, such as PDN
    Portable,
}

/// Prints the games.
///
/// # Errors
/// There is no such tournament or game, or the game has no portable format.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<u8> {
    let (plan, records) = tournament(&arguments.folder)?;
    for record in chosen(&records, &arguments.ids)? {
        match arguments.format {
            Format::Plain => write!(out, "{}", plain(record))?,
            Format::Portable => write!(out, "{}", export(record, &plan.name)?)?,
        }
    }
    Ok(DONE)
}
