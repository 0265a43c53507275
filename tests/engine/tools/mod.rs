//! Tests of the client library and of the subcommands `demo`, `play` and `openings`, and of the example scripts, with
//! the executable.
mod client;
pub mod common;
mod demo;
mod openings;
mod play;
mod programs;
