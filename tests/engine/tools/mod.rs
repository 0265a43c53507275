//! Tests of the tools with the real executable: client, demo, play, openings, example scripts.
mod client;
pub mod common;
mod demo;
mod openings;
mod play;
mod programs;
