//! `run`: plays a plan and prints its tables.

use super::{DONE, FAULTS, PartSelection, ending};
use crate::plan::{Flags, Plan, Source, read_with_errors};
use crate::report::text;
use crate::run::{self, EndReason, Progress, parts_to_play, prepare, scale_clocks};
use crate::statistics::Forecast;
use anyhow::{Result, ensure};
use clap::Args;
use runner::running_time;
use std::io::Write;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  speltafel-arena run plan.toml
  speltafel-arena run plan.toml --games 200 --concurrency 4
  speltafel-arena run plan.toml --redo faults
  speltafel-arena run --game jeex --games 100 --nodes 1000 --out match \\
    --participant name=new --participant \"name=old command=./old\"";

/// The arguments of `run`.
#[derive(Args, Debug)]
// If a flag is repeated, the last value is used, so that scripts can put their own flags before the caller's flags.
#[command(args_override_self = true, after_help = EXAMPLES)]
pub struct Arguments {
    /// The plan, a TOML file (default: a plan from flags alone)
    #[arg(value_name = "PLAN")]
    plan: Option<PathBuf>,

    /// Check the plan and the engines, print the number of games, and exit
    #[arg(long)]
    dry_run: bool,

    /// Print the result folder and exit
    #[arg(long, conflicts_with = "dry_run")]
    print_folder: bool,

    #[command(flatten)]
    part: PartSelection,

    /// Print which of N parts have games to play until the next `merge`, one number per line, and exit
    #[arg(long, value_name = "N", group = "parts", conflicts_with_all = ["dry_run", "print_folder"])]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    print_parts: Option<u64>,

    /// Let more than two engines think at once on each core
    #[arg(long)]
    force_concurrency: bool,

    /// Play these finished games again; `faults` stands for all games with a fault, `stopped` for those in which the
    /// runner was stopped during a move with a time limit
    #[arg(long, value_name = "ID", num_args = 1.., conflicts_with_all = ["dry_run", "print_folder", "parts"])]
    redo: Vec<String>,

    /// Exit with code 3 if a game should be repeated: an engine or the referee committed a fault, or the runner was
    /// stopped during a move with a time limit
    #[arg(long)]
    strict: bool,

    /// Print no progress on standard error, only warnings
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    flags: Flags,
}

/// Plays the plan and returns the exit code.
pub fn run(arguments: &Arguments, program: &Path, out: &mut dyn Write) -> Result<u8> {
    let (plan, source) = arguments.read()?;
    ensure!(plan.tune.is_none(), "{}: a tuning is played by `speltafel-arena tune`", source.of("tune"));
    play(arguments, plan, source, program, out)
}

impl Arguments {
    /// Reads the plan. Its errors are left in the source.
    pub fn read(&self) -> Result<(Plan, Source)> {
        read_with_errors(self.plan.as_deref(), &self.flags)
    }
}

/// Plays a tournament or a tuning and returns the exit code.
pub fn play(arguments: &Arguments, plan: Plan, mut source: Source, program: &Path, out: &mut dyn Write) -> Result<u8> {
    let flag =
        if arguments.part.shard.is_some() { Some("--shard") } else { arguments.print_parts.map(|_| "--print-parts") };
    if let Some(flag) = flag {
        ensure!(plan.tune.is_none(), "{flag}: a tuning has no parts, because its values depend on all results");
        ensure!(!plan.secret_seed, "{flag}: the parts of a tournament have the same seed: give it as a number");
    }
    let shard = arguments.part.shard();
    if arguments.print_folder {
        source.finish()?;
        writeln!(out, "{}", plan.run.out.display())?;
        return Ok(DONE);
    }
    if let Some(of) = arguments.print_parts {
        for part in parts_to_play(plan, &mut source, of, arguments.part.attempt.into())? {
            writeln!(out, "{part}")?;
        }
        return Ok(DONE);
    }
    running_time::watch()?;
    let mut prepared = prepare(plan, &mut source, program, arguments.force_concurrency)?;
    scale_clocks(&mut prepared)?;
    if arguments.dry_run {
        Progress::new(arguments.quiet).begin(&prepared.lines, &prepared.warnings);
        return super::dry_run::print(&prepared, shard, out);
    }
    let forecast = Forecast::of(&prepared.plan, prepared.game.teams.len()).map(|forecast| forecast.to_string());
    prepared.lines.extend(forecast.iter().flat_map(|text| text.lines().map(str::to_string)));
    let (ended, results) = run::run(prepared, shard, &arguments.redo, &mut Progress::new(arguments.quiet))?;
    write!(out, "{}", text(&results.summary()))?;
    if arguments.strict && results.disturbed() > 0 {
        return Ok(FAULTS);
    }
    Ok(ending(results.tracker(), ended == EndReason::Complete))
}
