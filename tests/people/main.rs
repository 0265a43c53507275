//! The parts for people and for programs, with the real binary: client, demo, play, openings, examples and scripts.
#![allow(clippy::unwrap_used)]

mod client;
mod common;
mod demo;
mod openings;
mod play;
mod programs;
