//! `status`: prints how many games of a tournament have been played.

use super::{PartSelection, ending};
use crate::plan::change::fingerprint;
use crate::plan::{Plan, Stop};
use crate::report::progress_line;
use crate::schedule::{Fixture, PlayedGames, known_fixtures};
use crate::statistics::{Decision, Tracker};
use crate::store::{ResultsDigest, Shard, load};
use crate::tune::Trajectory;
use crate::wave::{Share, share};
use anyhow::Result;
use base::counted::noun;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

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

    #[command(flatten)]
    part: PartSelection,
}

/// Prints the status. The exit code reports whether games are missing.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<u8> {
    let plan = super::plan(&arguments.folder)?;
    let shard = arguments.part.shard();
    // A part does not have the results of the others, so it has no test.
    let stop = Stop { sprt: plan.stop.sprt.filter(|_| shard.is_none()) };
    let (mut tracker, mut played) = (Tracker::new(&Plan { stop, ..plan.clone() }), PlayedGames::default());
    let (mut digest, mut faults, mut sides) = (ResultsDigest::default(), 0, 2);
    for record in load(&arguments.folder, shard)? {
        let record = record?;
        tracker.add(&record);
        digest.add(&record, &tracker);
        played.add(&record);
        faults += record.faults.len();
        sides = record.teams.len();
    }
    let missing = missing(&arguments.folder, &plan, sides, shard, &played)?;
    let planned = played.len() + missing.games;
    let more = if missing.more { " so far" } else { "" };
    let games = noun(planned, "game");
    writeln!(out, "{}: {} of {planned}{more} {games} of {}", plan.name, played.len(), plan.game.name)?;
    let is_decided = tracker.decision() != Decision::Undecided;
    if let Some(first) = missing.first.filter(|_| !is_decided) {
        writeln!(out, "missing: {}, the first is {first}", missing.games)?;
    }
    writeln!(out, "faults: {faults}")?;
    let tuned = Trajectory::new(&plan).map(|mut trajectory| {
        trajectory.advance(&played);
        trajectory.line()
    });
    writeln!(out, "{}", tuned.unwrap_or_else(|| progress_line(&tracker)))?;
    writeln!(out, "digest: {}", digest.finish(&tracker))?;
    Ok(ending(&tracker, missing.games == 0 && !missing.more))
}

/// Games that are known and have not been played.
struct MissingGames {
    games: usize,
    /// The id of the first of them.
    first: Option<String>,
    /// Whether further games depend on results that are missing.
    more: bool,
}

/// Returns the games of a plan, or of one of its parts in the current wave, that are not among `played`.
fn missing(
    folder: &Path,
    plan: &Plan,
    sides: usize,
    shard: Option<Shard>,
    played: &PlayedGames,
) -> Result<MissingGames> {
    let count = |fixtures: &mut dyn Iterator<Item = Fixture>, more| {
        let mut missing = fixtures.filter(|fixture| !played.contains(fixture));
        let first = missing.next().map(|fixture| fixture.id);
        MissingGames { games: usize::from(first.is_some()) + missing.count(), first, more }
    };
    Ok(match shard {
        Some(shard) => {
            let Share { known, games } = share(folder, plan, sides, &fingerprint(plan), shard)?;
            count(&mut games.iter().filter_map(|&number| known.fixture(plan, number)), false)
        }
        None => {
            let known = known_fixtures(plan, sides, played);
            count(&mut known.fixtures(plan), known.more)
        }
    })
}
