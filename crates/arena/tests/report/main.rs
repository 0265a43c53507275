//! Records of every game, replayed and shown, with the real binary as the referee.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod page;
mod random;
mod replay;
