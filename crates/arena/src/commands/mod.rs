//! The commands of `speltafel-arena`. Each command reads its arguments, calls the library and prints the results.

pub mod check;
pub mod estimate;
pub mod export;
pub mod merge;
pub mod replay;
pub mod report;
pub mod run;
pub mod status;

use super::plan::Plan;
use super::store::{load, load_plan};
use anyhow::{Context, Result};
use clap::Args;
use runner::record::Record;
use std::path::{Path, PathBuf};

/// Exit code: done, or H1 accepted (the first participant is stronger).
pub const DONE: u8 = 0;
/// Exit code: H0 accepted (the first participant is not stronger).
pub const H0: u8 = 1;
/// Exit code: undecided, stopped, or games are missing.
pub const UNDECIDED: u8 = 2;
/// Exit code: faults under `--strict`, differences in `replay`, or a failed `check`.
pub const FAULTS: u8 = 3;
/// Exit code: an error.
pub const FAILED: u8 = 4;

/// A result folder and the ids of the selected games.
#[derive(Args, Debug)]
pub struct GameSelection {
    /// The result folder
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Ids of games (default: all games)
    #[arg(value_name = "ID")]
    ids: Vec<String>,
}

impl GameSelection {
    /// Returns the plan and the selected games: in the order of their ids on the command line, or all games in the
    /// order of the results if no ids are given.
    fn load(&self) -> Result<(Plan, Vec<Record>)> {
        let (plan, records) = tournament(&self.folder)?;
        if self.ids.is_empty() {
            return Ok((plan, records));
        }
        let find = |id: &String| records.iter().find(|record| record.id == *id).cloned();
        let found = self.ids.iter().map(|id| find(id).with_context(|| format!("no finished game has the id {id}")));
        Ok((plan, found.collect::<Result<_>>()?))
    }
}

/// Reads the plan and the games of a folder.
pub fn tournament(folder: &Path) -> Result<(Plan, Vec<Record>)> {
    let plan = plan(folder)?;
    Ok((plan, load(folder, None)?))
}

/// Reads the plan of the tournament in a folder.
pub fn plan(folder: &Path) -> Result<Plan> {
    load_plan(folder)?.with_context(|| format!("{}: there is no tournament in this folder", folder.display()))
}
