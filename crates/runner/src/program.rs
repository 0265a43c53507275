//! How to start an engine process, and how long to wait for its answers.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The command that starts an engine, and the engine options to set.
///
/// ```
/// use speltafel_runner::Program;
///
/// let options = [("Hash".to_string(), "64".to_string())].into();
/// let program = Program { command: "speltafel".into(), options, ..Program::default() };
/// assert!(program.args.is_empty() && program.dir.is_none());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Program {
    /// The path of the program. A name without a slash is looked up in `PATH`.
    pub command: PathBuf,
    /// The arguments.
    pub args: Vec<String>,
    /// The working directory; `None` for the current one.
    pub dir: Option<PathBuf>,
    /// The options to set after the handshake, by name.
    pub options: BTreeMap<String, String>,
    /// Environment variables to add.
    pub env: BTreeMap<String, String>,
}

/// How long to wait for an engine's answers, in milliseconds.
///
/// ```
/// use speltafel_runner::Timeouts;
///
/// let timeouts = Timeouts { ready: 5_000, ..Timeouts::default() };
/// assert_eq!((timeouts.handshake, timeouts.ready), (10_000, 5_000));
/// assert_eq!((timeouts.stop, timeouts.thinking), (10_000, 600_000));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Timeouts {
    /// Timeout from the start of the process to `ugiok`.
    pub handshake: u64,
    /// Timeout for `readyok` and for answers to queries.
    pub ready: u64,
    /// Timeout for `bestmove` after `stop`.
    pub stop: u64,
    /// Timeout for `bestmove` if the search has no time limit.
    pub thinking: u64,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { handshake: 10_000, ready: 60_000, stop: 10_000, thinking: 600_000 }
    }
}
