//! `merge`: joins the results of the parts of a plan.

use super::{DONE, UNDECIDED};
use crate::merge::merge;
use crate::plan::change::fingerprint;
use crate::run::write_summary;
use crate::store::{digest, load};
use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// What to join.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The folder of the tournament, with the results of its parts.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// More files of results, such as those of other machines.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Joins and says what came of it; the exit code says whether all games are there.
///
/// # Errors
/// A file is unreadable or belongs to another plan; the results before stay as they were.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<u8> {
    let plan = super::plan(&arguments.folder)?;
    let merged = merge(&arguments.folder, &plan, &fingerprint(&plan), &arguments.files)?;
    write_summary(&arguments.folder, &plan)?;
    writeln!(out, "{} games from {} files, {} of them double", merged.games, merged.files.len(), merged.duplicates)?;
    if !merged.different.is_empty() {
        let ids = merged.different.join(" ");
        writeln!(out, "{} were played twice and differently, the first one counts: {ids}", merged.different.len())?;
    }
    writeln!(out, "missing: {}", merged.missing)?;
    writeln!(out, "digest: {}", digest(&load(&arguments.folder)?))?;
    Ok(if merged.missing == 0 { DONE } else { UNDECIDED })
}
