//! The arena's command line. What each command does is in [`crate::commands`].

use crate::commands;
use base::exit::is_closed_pipe;
use base::manual::{self, HELP_WIDTH};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use std::io::{self, BufReader, Write};
use std::process::ExitCode;
use ugi::guard;

/// Tournaments between engines, of any game that the referee knows.
#[derive(Parser)]
#[command(version, about, max_term_width = HELP_WIDTH, disable_help_subcommand = true, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: ArenaCommand,
}

const EXIT_CODES: &str = "Exit codes: 0 done, or H1 accepted; 1 H0 accepted; 2 undecided, stopped or something missing; \
3 faults under --strict, differences in a replay, or a failed check; 4 it could not be done.";

#[derive(Subcommand)]
enum ArenaCommand {
    /// Play a plan; started again it plays only what is missing
    Run(Box<commands::run::Arguments>),
    /// How far a tournament is
    Status(commands::status::Arguments),
    /// Tables of a tournament: text, a page to look at, JSON, CSV
    Report(commands::report::Arguments),
    /// Play recorded games through the referee; fails on any difference
    Replay(commands::replay::Arguments),
    /// Games as transcripts, or in the portable notation of their game
    Export(commands::export::Arguments),
    /// Join the results of the parts of a plan
    Merge(commands::merge::Arguments),
    /// Does an engine speak UGI? Each step by name
    Check(commands::check::Arguments),
    /// Write man pages and shell completions to a folder
    Manual(manual::Arguments),
    /// Ends what a runner leaves behind
    #[command(hide = true)]
    Guard { mark: String },
}

/// Reads the arguments of the process and does what they say.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            // A closed pipe is no error.
            let _ = error.print();
            return if asked { ExitCode::SUCCESS } else { commands::FAILED.into() };
        }
    };
    match run(arguments.command) {
        Ok(code) => code.into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody may read that any more either.
            let _ = writeln!(io::stderr(), "speltafel-arena: {error:#}");
            commands::FAILED.into()
        }
    }
}

fn run(task: ArenaCommand) -> anyhow::Result<u8> {
    let (program, mut out) = (std::env::current_exe()?, io::stdout().lock());
    match task {
        ArenaCommand::Run(arguments) => commands::run::run(&arguments, &program, &mut out),
        ArenaCommand::Status(arguments) => commands::status::run(&arguments, &mut out),
        ArenaCommand::Merge(arguments) => commands::merge::run(&arguments, &mut out),
        ArenaCommand::Report(arguments) => commands::report::run(&arguments, &mut out),
        ArenaCommand::Replay(arguments) => commands::replay::run(&arguments, &mut out),
        ArenaCommand::Export(arguments) => commands::export::run(&arguments, &mut out),
        ArenaCommand::Check(arguments) => commands::check::run(&arguments, &program, &mut out),
        ArenaCommand::Manual(arguments) => arguments.write(Arguments::command()).map(|()| commands::DONE),
        ArenaCommand::Guard { mark } => {
            guard::watch(&mark, BufReader::new(io::stdin()));
            Ok(commands::DONE)
        }
    }
}
