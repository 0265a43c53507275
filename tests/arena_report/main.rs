//! Records of every game, replayed and shown, with the real binary as the referee.
#![cfg(unix)]

mod page;
mod random;
mod replay;
