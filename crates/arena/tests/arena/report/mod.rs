//! Records of every game, replayed and shown, with the real binary as the referee.

mod page;
mod random;
mod replay;
