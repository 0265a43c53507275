//! Finds connections whose other end has vanished without closing them, such as a phone out of reach.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

/// The number of pings in a row that may stay without an answer.
const MAX_MISSED: u32 = 2;

/// The pings to one browser.
pub struct Pulse {
    missed: AtomicU32,
}

impl Pulse {
    pub const fn new() -> Self {
        Self { missed: AtomicU32::new(0) }
    }

    /// Creates the timer of the pings.
    pub fn timer(pause: Duration) -> Interval {
        let mut timer = interval_at(Instant::now() + pause, pause);
        timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
        timer
    }

    /// The browser has sent something.
    pub fn heard(&self) {
        self.missed.store(0, Ordering::Relaxed);
    }

    /// Counts a ping. Returns false if the pings before have been missed.
    pub fn beat(&self) -> bool {
        self.missed.fetch_add(1, Ordering::Relaxed) < MAX_MISSED
    }
}

#[cfg(test)]
mod tests {
    use super::Pulse;

    #[test]
    fn two_missed_pings_end_a_connection() {
        let pulse = Pulse::new();
        assert!(pulse.beat() && pulse.beat());
        pulse.heard();
        assert!(pulse.beat() && pulse.beat() && !pulse.beat());
    }
}
