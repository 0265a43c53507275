//! `status`: how far a tournament is.

use super::{DONE, UNDECIDED};
use crate::report::progress_line;
use crate::schedule::{Fixture, known_fixtures};
use crate::statistics::Tracker;
use crate::store::{RESULTS, Shard, digest, load_file};
use anyhow::Result;
use clap::Args;
use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

/// Which tournament.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The folder of the tournament.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Only part I of N of it, as played by `run --shard I/N`.
    #[arg(long, value_name = "I/N", value_parser = Shard::read)]
    shard: Option<Shard>,
}

/// Prints it; the exit code says whether all games have been played.
///
/// # Errors
/// There is no tournament, or its files are unreadable.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<u8> {
    let plan = super::plan(&arguments.folder)?;
    let records = load_file(&arguments.folder.join(arguments.shard.map_or(RESULTS.to_string(), Shard::file)))?;
    let sides = records.first().map_or(2, |record| record.teams.len());
    let known = known_fixtures(&plan, sides, &records);
    let ours = |fixture: &&Fixture| arguments.shard.is_none_or(|shard| shard.has(fixture.block));
    let wanted = known.fixtures.iter().filter(ours).count();
    let ids: HashSet<&str> = records.iter().map(|record| record.id.as_str()).collect();
    let mut missing = known.fixtures.iter().filter(ours).filter(|fixture| !ids.contains(fixture.id.as_str()));
    let first = missing.next();
    let more = if known.more { " so far" } else { "" };
    writeln!(out, "{}: {} of {}{more} games of {}", plan.name, records.len(), wanted, plan.game.name)?;
    if let Some(first) = first {
        writeln!(out, "missing: {}, the first is {}", missing.count() + 1, first.id)?;
    }
    let faults: usize = records.iter().map(|record| record.faults.len()).sum();
    writeln!(out, "faults: {faults}")?;
    writeln!(out, "{}", progress_line(&Tracker::of(&plan, &records)))?;
    writeln!(out, "digest: {}", digest(&records))?;
    Ok(if first.is_none() && !known.more { DONE } else { UNDECIDED })
}
