//! The command line of `speltafel-arena`. The commands themselves are in [`crate::commands`].

use crate::commands;
use base::exit::is_closed_pipe;
use base::manual::{self, HELP_WIDTH};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use runner::Guard;
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

/// Play tournaments between UGI engines and compute their ratings
#[derive(Parser)]
#[command(version, max_term_width = HELP_WIDTH, disable_help_subcommand = true, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: ArenaCommand,
}

const EXAMPLES: &str = "\
Examples:
  speltafel-arena run plan.toml --concurrency 4
  speltafel-arena report plan --html page.html
  speltafel-arena check -- ./engine

Exit codes:
  0    done, or H1 accepted
  1    H0 accepted
  2    undecided, stopped, or games are missing
  3    faults under --strict, differences in a replay, or a failed check
  4    an error: a wrong command line or plan, an engine that does not start, an
       I/O error
  130  interrupted twice";

#[derive(Subcommand)]
enum ArenaCommand {
    /// Play a tournament, or only its missing games if it was already begun
    Run(Box<commands::run::Arguments>),
    /// Tune options of an engine by SPSA: the engine plays itself with changed values
    #[command(after_help = commands::tune::EXAMPLES, mut_arg("shard", |shard| shard.hide(true)))]
    #[command(mut_arg("attempt", |attempt| attempt.hide(true)), mut_arg("print_parts", |parts| parts.hide(true)))]
    Tune(Box<commands::run::Arguments>),
    /// Print how many games have been played, the score and the digest
    Status(commands::status::Arguments),
    /// Print the tables of a tournament, or write a report page
    Report(commands::report::Arguments),
    /// Play recorded games through the referee and print every difference
    Replay(commands::replay::Arguments),
    /// Print games as transcripts or in the interchange format of the game
    Export(commands::export::Arguments),
    /// Join the results of the parts that `run --shard` played
    Merge(commands::merge::Arguments),
    /// Test whether an engine conforms to the protocol
    Check(commands::check::Arguments),
    /// Write man pages and shell completions to a folder
    Manual(manual::Arguments),
    /// Kill the processes that a killed runner leaves behind
    #[command(hide = true)]
    Guard { mark: String },
}

/// Parses the arguments of the process and runs the command.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let is_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            // A failed write is ignored, because a reader that closes the pipe early is not an error.
            let _ = error.print();
            return if is_help { ExitCode::SUCCESS } else { commands::FAILED.into() };
        }
    };
    match run(arguments.command) {
        Ok(code) => code.into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // A failed write is ignored, because standard error may also be closed.
            let _ = writeln!(io::stderr(), "speltafel-arena: {error:#}");
            commands::FAILED.into()
        }
    }
}

fn run(command: ArenaCommand) -> anyhow::Result<u8> {
    let (program, mut out) = (std::env::current_exe()?, io::stdout().lock());
    match command {
        ArenaCommand::Run(arguments) => commands::run::run(&arguments, &program, &mut out),
        ArenaCommand::Tune(arguments) => commands::tune::run(&arguments, &program, &mut out),
        ArenaCommand::Status(arguments) => commands::status::run(&arguments, &mut out),
        ArenaCommand::Merge(arguments) => commands::merge::run(&arguments, &mut out),
        ArenaCommand::Report(arguments) => commands::report::run(&arguments, &mut out),
        ArenaCommand::Replay(arguments) => commands::replay::run(&arguments, &mut out),
        ArenaCommand::Export(arguments) => commands::export::run(&arguments, &mut out),
        ArenaCommand::Check(arguments) => commands::check::run(&arguments, &program, &mut out),
        ArenaCommand::Manual(arguments) => arguments.write(Arguments::command()).map(|()| commands::DONE),
        ArenaCommand::Guard { mark } => {
            Guard::watch(&mark, BufReader::new(io::stdin()));
            Ok(commands::DONE)
        }
    }
}
