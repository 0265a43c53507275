//! What the commands of `speltafel-arena` do: each reads its arguments, calls the arena, and prints. Knows no game.

pub mod check;
pub mod estimate;
pub mod export;
pub mod merge;
pub mod replay;
pub mod report;
pub mod run;
pub mod status;

use super::plan::Plan;
use super::record::Record;
use super::store::{load, load_plan};
use anyhow::{Context, Result};
use std::io::ErrorKind;
use std::path::Path;

/// Exit code: all is done, or the first entrant is better (H1).
pub const DONE: u8 = 0;
/// Exit code: the first entrant is not better (H0).
pub const H0: u8 = 1;
/// Exit code: nothing is decided, or something is missing.
pub const UNDECIDED: u8 = 2;
/// Exit code: there were faults, and `--strict` asked for none.
pub const FAULTS: u8 = 3;
/// Exit code: it could not be done.
pub const FAILED: u8 = 4;

/// Nobody reads any more, as with `| head`: no fault of ours.
#[must_use]
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// Plan and games of a folder.
///
/// # Errors
/// It holds no tournament, or its files are unreadable.
pub fn tournament(folder: &Path) -> Result<(Plan, Vec<Record>)> {
    let plan = plan(folder)?;
    Ok((plan, load(folder)?))
}

/// The games with these ids, in this order; all of them where none is asked for.
///
/// # Errors
/// There is no game with one of the ids.
pub fn chosen<'a>(records: &'a [Record], ids: &[String]) -> Result<Vec<&'a Record>> {
    if ids.is_empty() {
        return Ok(records.iter().collect());
    }
    let find = |id: &String| records.iter().find(|record| record.id == *id);
    ids.iter().map(|id| find(id).with_context(|| format!("there is no game {id}"))).collect()
}

/// The plan of a folder.
///
/// # Errors
/// It holds no tournament, or its plan is unreadable.
pub fn plan(folder: &Path) -> Result<Plan> {
    load_plan(folder)?.with_context(|| format!("{}: there is no tournament in this folder", folder.display()))
}
