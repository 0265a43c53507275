//! `check`: does an engine speak UGI?

pub use crate::check::Arguments;

use super::{DONE, FAULTS};
use crate::check;
use anyhow::Result;
use std::io::Write;
use std::path::Path;
use ugi::guard::Guard;

/// Goes through all steps; the exit code says whether none failed.
///
/// # Errors
/// The guard does not start, or nobody reads the report.
pub fn run(arguments: &Arguments, program: &Path, out: &mut dyn Write) -> Result<u8> {
    let guard = Guard::start(program)?;
    let passed = check::run(arguments, Some(&guard), out);
    guard.dismiss();
    Ok(if passed? { DONE } else { FAULTS })
}
