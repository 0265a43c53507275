//! Converts the result of a program to its exit code and its error message.

use anyhow::{Error, Result};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Returns the exit code for `result`. If `result` is an error, writes the name `program`, the error and its causes to
/// standard error.
///
/// An error from a closed output pipe, as with `| head`, counts as success, and nothing is written. A failure to write
/// to standard error is ignored.
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

/// Returns whether `error` was caused by a closed output pipe.
#[must_use]
pub fn is_closed_pipe(error: &Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
