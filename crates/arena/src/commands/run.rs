//! `run`: plays a plan and prints its table.

use super::{DONE, FAULTS, H0, UNDECIDED};
use crate::plan::change::depends_on_results;
use crate::plan::{Flags, read};
use crate::report::{Summary, text};
use crate::run::{EndReason, Progress, prepare, run as play};
use crate::statistics::{Decision, Tracker};
use crate::store::{RESULTS, Shard, load_file};
use anyhow::{Result, ensure};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What to play.
#[derive(Args, Debug)]
// A script gives its usual flags, and its caller may give them again.
#[command(args_override_self = true)]
pub struct Arguments {
    /// The plan, a TOML file; without one the flags are the plan.
    #[arg(value_name = "PLAN")]
    plan: Option<PathBuf>,

    /// Only say how many games there are and how long they may take.
    #[arg(long)]
    dry_run: bool,

    /// Only print the folder of the results, for scripts.
    #[arg(long, conflicts_with = "dry_run")]
    print_folder: bool,

    /// Play part I of N of the plan, such as 2/8; `merge` joins the parts.
    #[arg(long, value_name = "I/N", value_parser = Shard::read)]
    shard: Option<Shard>,

    /// Exit with 3 when any engine did anything wrong.
    #[arg(long)]
    strict: bool,

    /// No progress on standard error.
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    flags: Flags,
}

/// Plays; the exit code.
///
/// # Errors
/// The plan is wrong, an engine cannot start, the referee breaks down, the disk does not obey.
pub fn run(arguments: &Arguments, program: &Path, out: &mut dyn Write) -> Result<u8> {
    let (plan, places) = read(arguments.plan.as_deref(), &arguments.flags)?;
    ensure!(
        arguments.shard.is_none() || !depends_on_results(&plan),
        "--shard: a knockout and a Swiss tournament have no parts: their rounds follow from all results"
    );
    if arguments.print_folder {
        writeln!(out, "{}", plan.run.out.display())?;
        return Ok(DONE);
    }
    let mut prepared = prepare(plan, &places, program)?;
    if arguments.dry_run {
        return super::estimate::print(&mut prepared, arguments.shard, out);
    }
    let plan = prepared.plan.clone();
    let ended = play(prepared, arguments.shard, &mut Progress::new(arguments.quiet))?;
    let file = arguments.shard.map_or(RESULTS.to_string(), Shard::file);
    let records = load_file(&plan.run.out.join(file))?;
    write!(out, "{}", text(&Summary::of(&plan, &records)))?;
    let faults = records.iter().any(|record| !record.faults.is_empty());
    Ok(match (ended, Tracker::of(&plan, &records).decision()) {
        _ if arguments.strict && faults => FAULTS,
        (EndReason::Decided, Decision::H0) => H0,
        (EndReason::Decided, _) => DONE,
        (EndReason::Complete, _) if plan.stop.is_none() || arguments.shard.is_some() => DONE,
        (EndReason::Complete | EndReason::Stopped, _) => UNDECIDED,
    })
}
