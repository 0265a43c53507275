//! How a program ends.

use anyhow::{Error, Result};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// The exit code of a program. An error is reported on standard error with its causes; that nobody can read it there does
/// not change the code. Output that nobody reads any more, as with `| head`, is no error.
#[must_use]
pub fn exit_code(program: &str, result: Result<()>) -> ExitCode {
    match result {
        Err(error) if !is_closed_pipe(&error) => {
            let _ = writeln!(io::stderr(), "{program}: {error:#}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Was the output closed by its reader?
#[must_use]
pub fn is_closed_pipe(error: &Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
