//! Replays and reports records of every game, with the real engine as the referee.

mod page;
mod random;
mod replay;
