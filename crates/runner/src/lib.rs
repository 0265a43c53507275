//! Runs engines that speak UGI, for tournaments and for the table: processes with deadlines, a guard that kills
//! leftover engines, and, with the feature `engines`, the classification of errors, the conformance check, and the
//! records of finished games.
#![deny(clippy::unwrap_used, clippy::panic)]

#[cfg(all(unix, feature = "engines"))]
mod check;
#[cfg(unix)]
mod connect;
mod dialogue;
#[cfg(all(unix, feature = "engines"))]
mod engine;
mod error;
#[cfg(feature = "engines")]
mod format;
#[cfg(unix)]
mod guard;
#[cfg(feature = "engines")]
mod infos;
#[cfg(feature = "engines")]
mod listed;
mod locate;
mod log;
#[cfg(unix)]
mod process;
mod program;
#[cfg(feature = "engines")]
pub mod record;
#[cfg(feature = "engines")]
pub mod replay;
#[cfg(feature = "engines")]
pub mod results;
#[cfg(unix)]
pub mod running_time;
#[cfg(all(unix, feature = "engines"))]
mod steal_time;

#[cfg(all(unix, feature = "engines"))]
pub use check::{CheckConfig, check};
#[cfg(unix)]
pub use connect::{open, open_referee};
pub use dialogue::Dialogue;
#[cfg(all(unix, feature = "engines"))]
pub use engine::{EngineError, EngineProcess, MoveReply};
pub use error::RunnerError;
#[cfg(unix)]
pub use guard::Guard;
#[cfg(feature = "engines")]
pub use listed::ListedRecord;
pub use locate::{find_engine, install_hint};
pub use log::Log;
#[cfg(unix)]
pub use process::Process;
pub use program::{Program, Timeouts};
