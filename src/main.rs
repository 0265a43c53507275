//! The `speltafel` program: runs the engine's command line and protocol with the registered games.

use speltafel::registry::{GameCommand, REGISTRY};
use std::process::ExitCode;

fn main() -> ExitCode {
    kit::run_with(&REGISTRY, |command: GameCommand, out, err| Ok(command.run(out, err)?))
}
