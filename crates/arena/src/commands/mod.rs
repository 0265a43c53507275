//! What the commands of `speltafel-arena` do: each reads its arguments, calls the arena, and prints.

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
use std::path::{Path, PathBuf};
use ugi::record::Record;

/// Exit code: all is done, or the first participant is better (H1).
pub const DONE: u8 = 0;
/// Exit code: the first participant is not better (H0).
pub const H0: u8 = 1;
/// Exit code: nothing is decided, or something is missing.
pub const UNDECIDED: u8 = 2;
/// Exit code: there were faults, and `--strict` asked for none.
pub const FAULTS: u8 = 3;
/// Exit code: it could not be done.
pub const FAILED: u8 = 4;

/// Games of a tournament, as people name them.
#[derive(Args, Debug)]
pub struct GameSelection {
    /// The folder of the tournament.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// The ids of the games; none: all of them.
    #[arg(value_name = "ID")]
    ids: Vec<String>,
}

impl GameSelection {
    /// The plan, and the games in the order of their ids.
    ///
    /// # Errors
    /// There is no such tournament, or no game with one of the ids.
    fn load(&self) -> Result<(Plan, Vec<Record>)> {
        let (plan, records) = tournament(&self.folder)?;
        if self.ids.is_empty() {
            return Ok((plan, records));
        }
        let find = |id: &String| records.iter().find(|record| record.id == *id).cloned();
        let found = self.ids.iter().map(|id| find(id).with_context(|| format!("there is no game {id}")));
        Ok((plan, found.collect::<Result<_>>()?))
    }
}

/// Plan and games of a folder.
///
/// # Errors
/// It holds no tournament, or its files are unreadable.
pub fn tournament(folder: &Path) -> Result<(Plan, Vec<Record>)> {
    let plan = plan(folder)?;
    Ok((plan, load(folder)?))
}

/// The plan of a folder.
///
/// # Errors
/// It holds no tournament, or its plan is unreadable.
pub fn plan(folder: &Path) -> Result<Plan> {
    load_plan(folder)?.with_context(|| format!("{}: there is no tournament in this folder", folder.display()))
}
