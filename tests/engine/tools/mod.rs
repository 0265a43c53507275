//! The parts for people and for programs, with the real binary: client, demo, play, openings, examples and scripts.
mod client;
pub mod common;
mod demo;
mod openings;
mod play;
mod programs;
