//! The `speltafel` program: runs the engine's command line and protocol with the registered games.

use anyhow::anyhow;
use base::exit::exit_code;
use speltafel::registry::{GameCommand, REGISTRY};
use std::process::ExitCode;

/// Former subcommands that are now part of `speltafel-lab`.
const LAB_SUBCOMMANDS: [&str; 6] = ["egdb build", "egdb verify", "egdb longest", "egdb play", "book build", "train"];

/// Returns the former subcommand with which the command line begins, if any.
fn requested_lab_subcommand() -> Option<&'static str> {
    let words: Vec<String> = std::env::args_os().skip(1).take(2).map(|word| word.to_string_lossy().into()).collect();
    LAB_SUBCOMMANDS.into_iter().find(|name| name.split(' ').eq(words.iter().take(name.split(' ').count())))
}

fn main() -> ExitCode {
    if let Some(name) = requested_lab_subcommand() {
        let error = anyhow!("{name} is now speltafel-lab {name}; install it with cargo install speltafel-lab");
        return exit_code("speltafel", Err(error));
    }
    kit::run_with(&REGISTRY, |command: GameCommand, out, err| command.run(out, err))
}
