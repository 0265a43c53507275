//! `tune`: plays a tuning and prints its parameters.

use super::run::{Arguments, play};
use crate::plan::PARAMETERS;
use anyhow::Result;
use std::io::Write;
use std::path::Path;

/// The examples of the command.
pub const EXAMPLES: &str = "\
Examples:
  speltafel-arena tune plan.toml
  speltafel-arena tune --game checkers --games 20000 --nodes 2000 --out tuned \\
    --participant name=engine --tune-parameter \"name=Margin min=20 max=200\"";

/// Plays the tuning and returns the exit code.
pub fn run(arguments: &Arguments, program: &Path, out: &mut dyn Write) -> Result<u8> {
    let (plan, mut source) = arguments.read()?;
    if plan.tune.is_none() && source.is_whole() {
        source.error(PARAMETERS, "is missing: a tuning needs a parameter");
    }
    play(arguments, plan, source, program, out)
}
