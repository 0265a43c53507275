//! `check`: whether an engine speaks UGI.

use super::{DONE, FAULTS};
use anyhow::Result;
use clap::Args;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use ugi::check::{CheckConfig, check};
use ugi::guard::Guard;
use ugi::program::Program;

/// Which engine, and how patiently.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Milliseconds that any answer may take.
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub patience: u64,

    /// The value of option `Game`, where the engine declares it.
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,

    /// An option that is set after the handshake; may be given often.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = base::pairs::pair)]
    pub options: Vec<(String, String)>,

    /// The engine and its arguments.
    #[arg(value_name = "ENGINE", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub engine: Vec<String>,
}

/// Goes through all steps; the exit code says whether none failed.
///
/// # Errors
/// The guard does not start, or nobody reads the report.
pub fn run(arguments: &Arguments, program: &Path, out: &mut dyn Write) -> Result<u8> {
    let guard = Guard::start(program)?;
    let (command, args) = arguments.engine.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
    let program = Program {
        command: PathBuf::from(command),
        args: args.to_vec(),
        dir: None,
        options: arguments.options.iter().cloned().collect(),
        env: BTreeMap::new(),
    };
    let (game, patience) = (arguments.game.as_deref(), Duration::from_millis(arguments.patience));
    let passed = check(&CheckConfig { program: &program, game, timeout: patience, guard: Some(&guard) }, out);
    guard.shut_down();
    Ok(if passed? { DONE } else { FAULTS })
}
