//! `merge`: joins the results of a plan's parts.

use super::{DONE, UNDECIDED};
use crate::merge::merge;
use crate::plan::change::fingerprint;
use crate::run::write_summary;
use crate::store::{ResultsDigest, load};
use anyhow::Result;
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
}

/// Joins the results and prints the numbers of joined, duplicate and missing games. The exit code reports whether games
/// are missing.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<u8> {
    let plan = super::plan(&arguments.folder)?;
    let merged = merge(&arguments.folder, &plan, &fingerprint(&plan), &arguments.files)?;
    write_summary(&arguments.folder, &plan)?;
    writeln!(out, "{} games from {} files, {} duplicates", merged.games, merged.files.len(), merged.duplicates)?;
    if !merged.different.is_empty() {
        let ids = merged.different.join(" ");
        writeln!(out, "{} duplicates differ, the first record of each counts: {ids}", merged.different.len())?;
    }
    writeln!(out, "missing: {}", merged.missing)?;
    let mut digest = ResultsDigest::default();
    for record in load(&arguments.folder, None)? {
        digest.add(&record?);
    }
    writeln!(out, "digest: {}", digest.finish())?;
    Ok(if merged.missing == 0 { DONE } else { UNDECIDED })
}
