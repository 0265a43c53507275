//! The commands of `speltafel-arena`. Each command reads its arguments, calls the library and prints the results.

pub mod check;
pub mod dry_run;
pub mod export;
pub mod merge;
pub mod replay;
pub mod report;
pub mod run;
pub mod status;
pub mod tune;

use super::plan::Plan;
use super::statistics::{Decision, Tracker};
use super::store::{Shard, load, load_plan};
use anyhow::{Context, Result};
use clap::Args;
use runner::record::Record;
use std::collections::HashMap;
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
    /// Calls `each` with the selected games: in the order of their ids on the command line, or all games in the order
    /// of the results if no ids are given.
    fn for_each(&self, mut each: impl FnMut(Record) -> Result<()>) -> Result<()> {
        let mut records = load(&self.folder, None)?;
        if self.ids.is_empty() {
            return records.try_for_each(|record| each(record?));
        }
        let mut found: HashMap<String, Record> = HashMap::new();
        for record in records {
            let record = record?;
            if self.ids.contains(&record.id) {
                found.insert(record.id.clone(), record);
            }
        }
        self.ids.iter().try_for_each(|id| {
            let record = found.get(id).with_context(|| format!("no finished game has the id {id}"))?;
            each(record.clone())
        })
    }
}

/// The part of a plan that a command is for.
#[derive(Args, Clone, Copy, Debug)]
pub struct PartSelection {
    /// Only part I of N, such as 2/8, of the games that follow from the joined results; `merge` joins the parts
    #[arg(long, value_name = "I/N", group = "parts")]
    shard: Option<Shard>,

    /// The number of the attempt at the missing games: each attempt gives them to other parts
    #[arg(long, value_name = "K", default_value_t = 1, requires = "parts")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    attempt: u32,
}

impl PartSelection {
    /// Returns the part; `None` for the whole plan.
    fn shard(self) -> Option<Shard> {
        self.shard.map(|shard| Shard { attempt: self.attempt.into(), ..shard })
    }
}

/// Returns the exit code of a tournament: the result of its sequential test, if it has one, or whether it is complete.
fn ending(tracker: &Tracker, is_complete: bool) -> u8 {
    match tracker.decision() {
        Decision::H0 => H0,
        Decision::H1 => DONE,
        Decision::Undecided if is_complete && tracker.sequential().is_none() => DONE,
        Decision::Undecided => UNDECIDED,
    }
}

/// Reads the plan of the tournament in a folder.
pub fn plan(folder: &Path) -> Result<Plan> {
    load_plan(folder)?.with_context(|| format!("{}: there is no tournament in this folder", folder.display()))
}
