//! Games between toy engines that misbehave and steady ones, through the arena's own referee loop; the conformance
//! test; what is left of processes.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod existing_results;
mod check;
mod commands;
mod common;
mod faults;
mod guard;
mod process;
mod report;
mod starts;
mod third_party_engine;
