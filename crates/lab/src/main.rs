//! The command line of `speltafel-lab`.

mod book;
mod databases;
mod progress_bars;
mod train;

use base::exit::exit_code;
use base::manual::{self, HELP_WIDTH};
use clap::{CommandFactory, Parser, Subcommand};
use std::io;
use std::process::ExitCode;

/// Build endgame databases and opening books for speltafel, and train its evaluation
#[derive(Parser)]
#[command(version, about, max_term_width = HELP_WIDTH, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    task: LabCommand,
}

#[derive(Subcommand)]
enum LabCommand {
    /// Build and verify endgame databases
    #[command(subcommand)]
    Egdb(databases::DatabaseCommand),
    /// Build opening books
    #[command(subcommand)]
    Book(book::BookCommand),
    /// Write man pages and shell completions to a folder
    Manual(manual::Arguments),
    /// Train the evaluation of a game by self-play
    #[command(subcommand)]
    Train(TrainCommand),
}

/// The games whose evaluation can be trained.
#[derive(Subcommand)]
enum TrainCommand {
    /// Play games of English draughts, fit a network to them, and repeat with that network
    #[command(after_help = TRAIN_EXAMPLES)]
    Checkers(train::Arguments),
}

const TRAIN_EXAMPLES: &str = "\
Examples:
  speltafel-lab train checkers --output run --threads 2
  speltafel-lab train checkers --output run --games 0 --pdn games.pdn";

fn main() -> ExitCode {
    let (mut out, mut err) = (io::stdout(), io::stderr());
    exit_code(
        "speltafel-lab",
        match &Arguments::parse().task {
            LabCommand::Egdb(task) => task.run(&mut out, &mut err),
            LabCommand::Book(book::BookCommand::Build(arguments)) => arguments.run(&mut out),
            LabCommand::Manual(arguments) => arguments.write(Arguments::command()),
            LabCommand::Train(TrainCommand::Checkers(arguments)) => train::run(arguments, &mut out, &mut err),
        },
    )
}
