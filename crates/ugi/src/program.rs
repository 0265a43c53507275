//! How the process of an engine is started, and how long it is waited for.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// How a process is started.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Program {
    /// The program, looked up in `PATH` if it has no slash.
    pub command: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory; `None`: that of the runner.
    pub dir: Option<PathBuf>,
    /// Options set after the handshake.
    pub options: BTreeMap<String, String>,
    /// Variables added to its environment.
    pub env: BTreeMap<String, String>,
}

/// How long a silent engine is waited for, milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Timeouts {
    /// From the start to `ugiok`.
    pub handshake: u64,
    /// For `readyok` and for answers to questions.
    pub ready: u64,
    /// For `bestmove` after `stop`.
    pub stop: u64,
    /// For `bestmove` where only nodes or depth limit the search.
    pub thinking: u64,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { handshake: 10_000, ready: 60_000, stop: 10_000, thinking: 600_000 }
    }
}
