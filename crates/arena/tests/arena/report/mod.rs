//! Records of every game, replayed and reported with the real engine as the referee.

mod page;
mod random;
mod replay;
