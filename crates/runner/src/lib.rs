//! Runs engines that speak UGI, for tournaments and for the table: processes with deadlines, a guard that kills leftover
//! engines, the classification of errors, the conformance check, and the records of finished games.
#![deny(clippy::unwrap_used, clippy::panic)]

#[cfg(unix)]
mod check;
#[cfg(unix)]
mod connect;
mod dialogue;
#[cfg(unix)]
mod engine;
mod error;
mod format;
#[cfg(unix)]
mod guard;
mod infos;
mod locate;
#[cfg(unix)]
mod process;
mod program;
pub mod record;
pub mod replay;
pub mod results;
#[cfg(unix)]
mod steal_time;

#[cfg(unix)]
pub use check::{CheckConfig, check};
#[cfg(unix)]
pub use connect::{open, open_referee};
pub use dialogue::{Dialogue, Log};
#[cfg(unix)]
pub use engine::{EngineError, EngineProcess, MoveReply};
pub use error::RunnerError;
#[cfg(unix)]
pub use guard::Guard;
pub use locate::{find_engine, install_hint};
#[cfg(unix)]
pub use process::Process;
pub use program::{Program, Timeouts};
