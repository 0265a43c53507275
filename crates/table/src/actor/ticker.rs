//! Timed events: the clock message every second, and flag falls.

use super::game::TableGame;
use super::seating::Seating;
use crate::clocks::Clocks;
use crate::player::Player;
use std::time::{Duration, Instant};
use ugi::Seat;

/// The time between two clock messages.
const SECOND: Duration = Duration::from_secs(1);

/// Determines when the next timed event is due. Contains the time of the last clock message, initially the time of
/// creation.
pub struct Ticker(Instant);

impl Ticker {
    /// Creates a ticker. The first clock message is due after one second.
    pub fn new() -> Self {
        Self(Instant::now())
    }

    /// Returns the time of the next timed event, if there is one.
    pub fn due(&self, game: &TableGame, seating: &Seating) -> Option<Instant> {
        let clock_message = game.clocks().and_then(Clocks::running).map(|_| self.0 + SECOND);
        let flag_fall = next_flag_fall(game, seating).map(|(_, flag_fall)| flag_fall);
        [clock_message, flag_fall].into_iter().flatten().min()
    }

    /// Returns whether a clock message is due at the time `now`. If so, the message counts as sent.
    pub fn take_tick(&mut self, now: Instant) -> bool {
        let due = now >= self.0 + SECOND;
        if due {
            self.0 = now;
        }
        due
    }
}

/// If the running clock belongs to a person, returns the seat and the time of the flag fall. An engine's
/// clock is watched by its worker, which can distinguish a late move from an engine that hangs.
pub fn next_flag_fall(game: &TableGame, seating: &Seating) -> Option<(Seat, Instant)> {
    let clocks = game.clocks()?;
    let seat = clocks.running().filter(|seat| seating.player(*seat).is_some_and(Player::is_person))?;
    Some((seat, clocks.flag_time()?))
}
