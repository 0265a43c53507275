//! The engine's command line: without a subcommand it speaks the protocol.

use clap::Parser;
use speltafel::serve::Engine;
use speltafel::serve::output::Output;
use speltafel::settings::Settings;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;

/// One engine, five board games, one line protocol.
#[derive(Parser)]
#[command(version, about, args_conflicts_with_subcommands = true)]
struct Arguments {
    /// The game that is open at first.
    #[arg(long, value_name = "NAME")]
    game: Option<String>,

    /// Protocol lines to obey one after the other, then leave; none: obey standard input.
    #[arg(value_name = "LINE")]
    lines: Vec<String>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("speltafel: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut settings = Settings::default();
    if let Some(game) = &arguments.game {
        settings.set("Game", Some(game)).map_err(|fault| anyhow::anyhow!("--game: {}", fault.text))?;
    }
    // Nobody reads any more: there is nothing left to do, and nothing to complain about.
    let out = Arc::new(Output::new(Box::new(io::stdout()), || std::process::exit(0)));
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
