//! Tests of the real executable over pipes: recorded dialogues, the dialogues of `protocol.md`, raw bytes.
#![allow(clippy::unwrap_used)]

mod arguments;
mod book;
mod common;
mod dialogues;
mod draughts;
mod fair_play;
#[cfg(target_os = "linux")]
mod memory;
mod options;
mod raw;
mod tools;
