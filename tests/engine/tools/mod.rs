//! Tests that run the executable through the client library, with the subcommands `demo`, `play` and `openings`, and
//! from the example scripts.
mod client;
pub mod common;
mod demo;
mod openings;
mod play;
mod programs;
