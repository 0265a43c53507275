//! `check`: tests whether an engine conforms to the protocol.

use super::{DONE, FAULTS};
use anyhow::Result;
use clap::Args;
use runner::{CheckConfig, Guard, Program, check, running_time};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  speltafel-arena check -- ./engine
  speltafel-arena check --game checkers --option Hash=16 -- ./engine";

/// The arguments of `check`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Maximum time per answer, such as 500ms or 10s
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = base::duration::parse)]
    pub patience: Duration,

    /// The game, for an engine with an option `Game`
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,

    /// An option to set after the handshake; may be given repeatedly
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = base::pairs::pair)]
    pub options: Vec<(String, String)>,

    /// The engine and its arguments
    #[arg(value_name = "ENGINE", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub engine: Vec<String>,
}

/// Runs all steps and prints the report. The exit code reports whether a step failed. `program` is the path of this
/// program, which also runs as the guard.
pub fn run(arguments: &Arguments, program: &Path, out: &mut dyn Write) -> Result<u8> {
    running_time::watch()?;
    let guard = Guard::start(program)?;
    let mut words = arguments.engine.iter();
    let command = words.next().map(PathBuf::from).unwrap_or_default();
    let options = arguments.options.iter().cloned().collect();
    let program = Program { command, args: words.cloned().collect(), options, ..Program::default() };
    let (game, patience) = (arguments.game.as_deref(), arguments.patience);
    let passed = check(&CheckConfig { program: &program, game, timeout: patience, guard: Some(&guard) }, out);
    guard.shut_down();
    Ok(if passed? { DONE } else { FAULTS })
}
