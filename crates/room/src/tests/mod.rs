//! Rooms without sockets, threads and engines: the tests carry out the effects.

mod engines;
mod failures;
mod house;
mod library;
pub mod local_referee;
mod memory;
