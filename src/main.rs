//! The engine's command line: without a subcommand it speaks the protocol.

use clap::{Parser, Subcommand};
use speltafel::serve::Engine;
use speltafel::serve::output::Output;
use speltafel::settings::Settings;
use speltafel::{demo, dialect, games, openings, play};
use std::io::{self, ErrorKind, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;

/// One engine, five board games, one line protocol.
#[derive(Parser)]
#[command(version, about, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,

    /// The game that is open at first.
    #[arg(long, value_name = "NAME")]
    game: Option<String>,

    /// Protocol lines to obey one after the other, then leave; none: obey standard input.
    #[arg(value_name = "LINE")]
    lines: Vec<String>,
}

/// What people and scripts ask for; everything else is the protocol.
#[derive(Subcommand)]
enum Task {
    /// Show a short game of every game
    Demo(demo::Arguments),
    /// Play against the engine in the terminal
    Play(play::Arguments),
    /// Make balanced openings for a runner
    Openings(openings::Arguments),
    #[command(flatten)]
    OfOneGame(games::Task),
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // Nobody reads any more, as with `| head`: no fault of ours.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("speltafel: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if let Some(task) = &arguments.task {
        return carry_out(task);
    }
    let mut settings = Settings::default();
    if let Some(game) = &arguments.game {
        settings.set("Game", Some(game)).map_err(|fault| anyhow::anyhow!("--game: {}", fault.text))?;
    }
    // Nobody reads any more: there is nothing left to do, and nothing to complain about.
    let out = Arc::new(Output::new(Box::new(io::stdout()), || std::process::exit(0)));
    // The clients of other protocols start a program with the name of theirs (`scan hub`).
    if let [line] = &arguments.lines[..]
        && let Some(dialect) = dialect::opened_by(line)
    {
        return (dialect.speak)(&out, &mut io::stdin().lock());
    }
    let mut engine = Engine::new(settings, out);
    if !arguments.lines.is_empty() {
        return engine.obey_all(&arguments.lines);
    }
    let input = io::stdin();
    if input.is_terminal() {
        eprintln!("speltafel {}: type help for the commands, quit to leave", env!("CARGO_PKG_VERSION"));
    }
    engine.serve(&mut input.lock())
}

fn carry_out(task: &Task) -> anyhow::Result<()> {
    let (program, input, mut out) = (std::env::current_exe()?, io::stdin(), io::stdout());
    match task {
        Task::Demo(arguments) => demo::run(arguments, &program, out.is_terminal(), &mut out),
        Task::Play(arguments) => play::run(arguments, &program, &mut input.lock(), !input.is_terminal(), &mut out),
        Task::Openings(arguments) => openings::run(arguments, &mut out),
        Task::OfOneGame(task) => task.run(&mut out, &mut io::stderr()),
    }
}
