//! Runs engines that speak UGI, for tournaments and for the table: processes with deadlines, a guard that kills leftover
//! engines, the classification of errors, the conformance check, and the records of finished games.
#![deny(clippy::unwrap_used, clippy::panic)]

#[cfg(unix)]
pub mod check;
#[cfg(unix)]
pub mod connect;
pub mod dialogue;
#[cfg(unix)]
pub mod engine;
#[cfg(unix)]
pub mod guard;
pub mod locate;
#[cfg(unix)]
pub mod process;
pub mod program;
pub mod record;
pub mod results;
#[cfg(unix)]
pub mod steal_time;
