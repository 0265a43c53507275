//! Tests for the arena: matches with misbehaving toy engines, the conformance test, the commands, openings, reports and
//! leftover processes.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod affinity;
mod bridges;
mod check;
mod cluster;
mod commands;
mod common;
mod evidence;
mod faults;
mod gate;
mod guard;
mod mixed;
mod pondering;
mod process;
mod ratings;
mod redo;
mod referee;
mod report;
mod start_checks;
mod started_tournaments;
mod starts;
mod stopped;
mod third_party_engine;
mod tuning;
mod waves;
