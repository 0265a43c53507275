//! The pace of the table: how long a move is shown before the next one is made.

use std::time::Duration;

/// The longest time that the host can choose. A longer one can only come from a damaged game.
const LONGEST: Duration = Duration::from_millis(u32::MAX as u64);

pub struct Pace {
    /// How long a move is shown in games for which the host chooses no time; zero if moves follow each other at once.
    default: Duration,
    /// The time that the host has chosen.
    chosen: Option<Duration>,
    /// The time until which the last move is shown.
    until: Option<Duration>,
}

impl Pace {
    pub const fn new(default: Duration, chosen: Option<Duration>) -> Self {
        Self { default, chosen, until: None }
    }

    /// Sets how long moves are shown from now on; `None` selects the default.
    pub const fn choose(&mut self, time: Option<Duration>) {
        self.chosen = time;
    }

    pub const fn chosen(&self) -> Option<Duration> {
        self.chosen
    }

    pub fn time(&self) -> Duration {
        self.chosen.unwrap_or(self.default)
    }

    /// Returns whether a move is being shown.
    pub const fn is_showing(&self) -> bool {
        self.until.is_some()
    }

    /// Returns the time until which the last move is shown.
    pub const fn due(&self) -> Option<Duration> {
        self.until
    }

    /// Shows a move from `now` on.
    pub fn show(&mut self, now: Duration) {
        let is_possible = !self.time().is_zero() && self.time() <= LONGEST;
        self.until = now.checked_add(self.time()).filter(|_| is_possible);
    }

    /// Ends the showing of a move.
    pub const fn end(&mut self) {
        self.until = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_shown_for_the_pace() {
        let (start, second) = (Duration::from_secs(1000), Duration::from_secs(1));
        let mut pace = Pace::new(second, None);
        pace.show(start);
        assert_eq!(pace.due(), Some(start + second));
        pace.show(start + second);
        assert_eq!((pace.due(), pace.is_showing()), (Some(start + 2 * second), true));
        pace.end();
        assert!(!pace.is_showing());
        pace.choose(Some(Duration::ZERO));
        pace.show(start);
        assert!(!pace.is_showing());
        pace.choose(Some(Duration::MAX));
        pace.show(start);
        assert!(!pace.is_showing(), "no clock counts this far");
        pace.choose(None);
        assert_eq!(pace.time(), second);
    }

    #[test]
    fn a_damaged_pace_holds_nothing_up() {
        for (time, shows) in [(LONGEST, true), (Duration::from_secs(u64::MAX), false), (Duration::MAX, false)] {
            let mut pace = Pace::new(Duration::ZERO, Some(time));
            pace.show(Duration::ZERO);
            assert_eq!(pace.is_showing(), shows, "{time:?}");
        }
    }
}
