//! The lab's command line.

mod bars;
mod book;
mod databases;
mod train;

use base::exit::exit_code;
use clap::{Parser, Subcommand};
use std::io;
use std::process::ExitCode;

/// Builds what the engine speltafel plays with: endgame databases, opening books, learned evaluations.
#[derive(Parser)]
#[command(version, about, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build, check and measure endgame databases
    #[command(subcommand)]
    Egdb(databases::Task),
    /// Make opening books
    #[command(subcommand)]
    Book(book::Task),
    /// Fit the learned evaluation of a game to games of the engine against itself
    #[command(subcommand)]
    Train(Train),
}

/// The games whose evaluation is learned.
#[derive(Subcommand)]
enum Train {
    /// English draughts: games, a network fitted to them, games of that network, and so on
    Checkers(train::Arguments),
}

fn main() -> ExitCode {
    let (mut out, mut err) = (io::stdout(), io::stderr());
    exit_code(
        "speltafel-lab",
        match &Arguments::parse().task {
            Task::Egdb(task) => task.run(&mut out, &mut err),
            Task::Book(book::Task::Build(arguments)) => arguments.run(&mut out),
            Task::Train(Train::Checkers(arguments)) => train::run(arguments, &mut out, &mut err),
        },
    )
}
