//! Tests of replays and report pages for every game, with the real engine as the referee.

mod page;
mod random;
mod replay;
