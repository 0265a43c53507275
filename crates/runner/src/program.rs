//! How to start an engine process, and how long to wait for its answers.

use base::duration;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

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
#[serde(default)]
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

/// How long to wait for an engine's answers.
///
/// ```
/// use speltafel_runner::Timeouts;
/// use std::time::Duration;
///
/// let timeouts = Timeouts { ready: Duration::from_secs(5), ..Timeouts::default() };
/// assert_eq!(timeouts.handshake, Duration::from_secs(10));
/// assert_eq!(timeouts.thinking, Duration::from_secs(600));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Timeouts {
    /// Timeout from the start of the process to `ugiok`.
    #[serde(with = "duration::serde")]
    pub handshake: Duration,
    /// Timeout for `readyok` and for answers to queries.
    #[serde(with = "duration::serde")]
    pub ready: Duration,
    /// Timeout for `bestmove` after `stop`.
    #[serde(with = "duration::serde")]
    pub stop: Duration,
    /// Timeout for `bestmove` if the search has no time limit.
    #[serde(with = "duration::serde")]
    pub thinking: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        let [handshake, ready, stop, thinking] = [10, 60, 10, 600].map(Duration::from_secs);
        Self { handshake, ready, stop, thinking }
    }
}
