//! `status`: prints how many games of a tournament have been played.

use super::{DONE, UNDECIDED};
use crate::report::progress_line;
use crate::schedule::{Fixture, known_fixtures};
use crate::statistics::Tracker;
use crate::store::{Shard, digest, load};
use anyhow::Result;
use clap::Args;
use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Example:
  speltafel-arena status match";

/// The arguments of `status`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The result folder
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Print the status of part I of N, as played by `run --shard I/N`
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
}

/// Prints the status. The exit code reports whether games are missing.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<u8> {
    let plan = super::plan(&arguments.folder)?;
    let records = load(&arguments.folder, arguments.shard)?;
    let sides = records.first().map_or(2, |record| record.teams.len());
    let known = known_fixtures(&plan, sides, &records);
    let in_shard = |fixture: &&Fixture| arguments.shard.is_none_or(|shard| shard.has(fixture.block));
    let planned = known.fixtures.iter().filter(in_shard).count();
    let ids: HashSet<&str> = records.iter().map(|record| record.id.as_str()).collect();
    let mut missing = known.fixtures.iter().filter(in_shard).filter(|fixture| !ids.contains(fixture.id.as_str()));
    let first = missing.next();
    let more = if known.more { " so far" } else { "" };
    writeln!(out, "{}: {} of {}{more} games of {}", plan.name, records.len(), planned, plan.game.name)?;
    if let Some(first) = first {
        writeln!(out, "missing: {}, the first is {}", missing.count() + 1, first.id)?;
    }
    let faults: usize = records.iter().map(|record| record.faults.len()).sum();
    writeln!(out, "faults: {faults}")?;
    writeln!(out, "{}", progress_line(&Tracker::of(&plan, &records)))?;
    writeln!(out, "digest: {}", digest(&records))?;
    Ok(if first.is_none() && !known.more { DONE } else { UNDECIDED })
}
