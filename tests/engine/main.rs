//! Tests for the executable over pipes: dialogues, command line arguments, subcommands, opening books, bridges, fair
//! play, options, memory and raw bytes.
#![allow(clippy::unwrap_used)]

mod arguments;
mod book;
#[cfg(unix)]
mod bridge;
mod common;
mod dialogues;
mod draughts;
mod fair_play;
#[cfg(target_os = "linux")]
mod memory;
mod options;
mod raw;
mod tools;
