//! When something happens by itself: clocks are shown every second, and flags fall.

use super::game::TableGame;
use super::seating::Seating;
use crate::clocks::Clocks;
use crate::seat::Seat;
use std::time::{Duration, Instant};

/// Between two messages about clocks.
const SECOND: Duration = Duration::from_secs(1);

/// When the clocks were shown last.
pub struct Ticker(Instant);

impl Ticker {
    /// They count as shown now.
    pub fn new() -> Self {
        Self(Instant::now())
    }

    /// When something happens next.
    pub fn due(&self, game: &TableGame, seating: &Seating) -> Option<Instant> {
        let told = game.clocks().and_then(Clocks::running).map(|_| self.0 + SECOND);
        let falls = next_flag_fall(game, seating).map(|(_, falls)| falls);
        [told, falls].into_iter().flatten().min()
    }

    /// Is it time to show the clocks again?
    pub fn take_tick(&mut self, now: Instant) -> bool {
        let due = now >= self.0 + SECOND;
        if due {
            self.0 = now;
        }
        due
    }
}

/// The person whose clock runs, and when the flag falls. That of an engine falls where its move is waited for: there it
/// can be told from one that hangs.
pub fn next_flag_fall(game: &TableGame, seating: &Seating) -> Option<(usize, Instant)> {
    let clocks = game.clocks()?;
    let seat = clocks.running().filter(|seat| seating.seats().get(*seat).is_some_and(Seat::is_person))?;
    Some((seat, clocks.flag_time()?))
}
