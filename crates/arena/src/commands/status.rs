//! `status`: prints how many games of a tournament have been played.

use super::{DONE, UNDECIDED};
use crate::report::progress_line;
use crate::schedule::{Fixture, PlayedGames, known_fixtures};
use crate::statistics::Tracker;
use crate::store::{ResultsDigest, Shard, load};
use anyhow::Result;
use clap::Args;
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
    let (mut tracker, mut played) = (Tracker::new(&plan), PlayedGames::default());
    let (mut digest, mut faults, mut sides) = (ResultsDigest::default(), 0, 2);
    for record in load(&arguments.folder, arguments.shard)? {
        let record = record?;
        tracker.add(&record);
        played.add(&record);
        digest.add(&record);
        faults += record.faults.len();
        sides = record.teams.len();
    }
    let known = known_fixtures(&plan, sides, &played);
    let is_in_shard = |block| arguments.shard.is_none_or(|shard| shard.has(block));
    let planned = known.count(&plan, is_in_shard);
    let is_missing = |fixture: &Fixture| is_in_shard(fixture.block) && !played.contains(fixture);
    let mut missing = known.fixtures(&plan).filter(is_missing);
    let first = missing.next();
    let more = if known.more { " so far" } else { "" };
    writeln!(out, "{}: {} of {planned}{more} games of {}", plan.name, played.len(), plan.game.name)?;
    if let Some(first) = &first {
        writeln!(out, "missing: {}, the first is {}", missing.count() + 1, first.id)?;
    }
    writeln!(out, "faults: {faults}")?;
    writeln!(out, "{}", progress_line(&tracker))?;
    writeln!(out, "digest: {}", digest.finish())?;
    Ok(if first.is_none() && !known.more { DONE } else { UNDECIDED })
}
