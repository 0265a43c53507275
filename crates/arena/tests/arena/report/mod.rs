//! Tests for replays and report pages in every game, with the real engine as the referee.

mod page;
mod random;
mod replay;
mod rounds;
