//! The `speltafel` program: runs the engine's command line and protocol with the registered games.

use base::exit::is_closed_pipe;
use speltafel::registry::{GameCommand, REGISTRY};
use std::io::{Error, ErrorKind};
use std::process::ExitCode;

fn main() -> ExitCode {
    kit::run_with(&REGISTRY, |command: GameCommand, out, err| {
        // The conversion would hide the type of the error, by which a closed pipe is recognised.
        command.run(out, err).map_err(|error| match is_closed_pipe(&error) {
            true => Error::from(ErrorKind::BrokenPipe).into(),
            false => error.into(),
        })
    })
}
