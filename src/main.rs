//! The engine: the games of the registry behind one protocol and one command line.

use anyhow::anyhow;
use base::exit::exit_code;
use speltafel::registry::{GameCommand, REGISTRY};
use std::process::ExitCode;

/// Subcommands that `speltafel-lab` has now.
const LAB_SUBCOMMANDS: [&str; 6] = ["egdb build", "egdb verify", "egdb longest", "egdb play", "book build", "train"];

/// The one of them that was asked for.
fn requested_lab_subcommand() -> Option<&'static str> {
    let words: Vec<String> = std::env::args_os().skip(1).take(2).map(|word| word.to_string_lossy().into()).collect();
    LAB_SUBCOMMANDS.into_iter().find(|name| name.split(' ').eq(words.iter().take(name.split(' ').count())))
}

fn main() -> ExitCode {
    if let Some(name) = requested_lab_subcommand() {
        let told = anyhow!("{name} is now speltafel-lab {name}; install it with cargo install speltafel-lab");
        return exit_code("speltafel", Err(told));
    }
    kit::run_with(&REGISTRY, |task: GameCommand, out, err| task.run(out, err))
}
