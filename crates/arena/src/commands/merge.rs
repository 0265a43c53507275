//! `merge`: joins the results of a plan's parts.

use super::ending;
use crate::merge::merge;
use crate::plan::change::fingerprint;
use crate::redo::set_aside;
use crate::report::{SummaryBuilder, progress_line};
use crate::run::write_summary;
use crate::statistics::Decision;
use crate::store::{ResultsDigest, load};
use anyhow::Result;
use base::counted::counted;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  speltafel-arena merge match
  speltafel-arena merge match other/results-2-of-2.jsonl";

/// The arguments of `merge`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The result folder that contains the results of the parts
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Additional result files, such as those from other machines
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Set these joined games aside, so that the next wave plays them again; `faults` and `stopped` as for `run`
    #[arg(long, value_name = "ID", num_args = 1..)]
    redo: Vec<String>,
}

/// Joins the results and prints the numbers of joined, duplicate and missing games. The exit code is that of a `run` of
/// the whole plan that ended with these results.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<u8> {
    let (folder, mut plan) = (&arguments.folder, super::plan(&arguments.folder)?);
    // The folder may have been moved.
    plan.run.out.clone_from(folder);
    let mut merged = merge(folder, &plan, &fingerprint(&plan), &arguments.files)?;
    if !arguments.redo.is_empty() {
        let (_, counts) = set_aside(&plan, None, &arguments.redo)?;
        writeln!(out, "{counts}")?;
        merged = merge(folder, &plan, &fingerprint(&plan), &arguments.files)?;
    }
    let (mut results, mut digest) = (SummaryBuilder::new(&plan), ResultsDigest::default());
    for record in load(folder, None)? {
        let record = record?;
        results.add(&record);
        digest.add(&record, results.tracker());
    }
    write_summary(folder, &results)?;
    let (games, files) = (counted(merged.games, "game"), counted(merged.files.len(), "file"));
    writeln!(out, "{games} from {files}, {}", counted(merged.duplicates, "duplicate"))?;
    if !merged.different.is_empty() {
        let (count, ids) = (counted(merged.different.len(), "different duplicate"), merged.different.join(", "));
        writeln!(out, "{count}, of each the first record counts: {ids}")?;
    }
    if merged.stale > 0 {
        let games = counted(merged.stale, "game");
        writeln!(out, "{games} left out: the results of earlier rounds give other pairings")?;
    }
    let tracker = results.tracker();
    match tracker.decision() {
        Decision::Undecided => writeln!(out, "missing: {}", merged.missing)?,
        Decision::H0 | Decision::H1 => writeln!(out, "{}", progress_line(tracker))?,
    }
    writeln!(out, "digest: {}", digest.finish(tracker))?;
    Ok(ending(tracker, merged.missing == 0))
}
