//! Records of every game, replayed, with the real binary as the referee.
#![cfg(unix)]

mod random;
mod replay;
