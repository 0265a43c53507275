//! Time that a hypervisor takes from the cores of a virtual machine (`steal` in proc_stat(5)): whoever is late by it is late
//! through no fault of its own. Knows no game and no engine; where nothing is told of it, as outside Linux, nothing is stolen.

use std::time::{Duration, Instant};

/// What is stolen twice so long before a flag, or earlier, makes nobody late: who sees the clock again can still answer.
const WINDOW: Duration = Duration::from_millis(500);
/// More is never forgiven: a count may jump, as when a machine is moved to another host.
const MAX_FORGIVEN: Duration = Duration::from_secs(2);

/// Where the stolen time of a machine is read.
#[derive(Clone, Copy, Debug)]
pub struct StealClock {
    /// The stolen ticks of each core since the machine started.
    pub ticks: fn() -> Vec<u64>,
    /// Ticks per second.
    pub frequency: fn() -> f64,
}

impl StealClock {
    /// A machine from which nothing is stolen.
    pub const NONE: Self = Self { ticks: Vec::new, frequency: || 100.0 };
}

/// Notes what is stolen shortly before a flag and after it.
#[derive(Clone, Debug)]
pub struct StealTimer {
    clock: StealClock,
    /// Up to here it is begun again and again.
    until: Instant,
    /// Ticks of each core when it was last begun.
    window_start: (Instant, Vec<u64>),
}

impl StealTimer {
    /// For a flag that falls `flag` from now.
    #[must_use]
    pub fn for_flag(flag: Duration, clock: StealClock) -> Self {
        let now = Instant::now();
        Self { clock, until: now + flag.saturating_sub(WINDOW), window_start: (now, (clock.ticks)()) }
    }

    /// To be called often: what was stolen up to now is forgotten where the flag is still far. Where nobody could call it
    /// for a while, as the core was away, nothing is.
    pub fn update(&mut self) {
        let now = Instant::now();
        if now < self.until && now > self.window_start.0 + WINDOW {
            self.window_start = (now, (self.clock.ticks)());
        }
    }

    /// What the core that lost most has lost: a process may have been on any of them, so this is the most that it
    /// may have waited. Counted in whole ticks of the system, mostly 10 ms; a tick more may have gone where any has. At
    /// most two seconds.
    #[must_use]
    pub fn so_far(&self) -> Duration {
        let most = max_lost_ticks(&self.window_start.1, &(self.clock.ticks)());
        if most == 0 {
            return Duration::ZERO;
        }
        Duration::from_secs_f64(((most + 1) as f64 / (self.clock.frequency)()).min(MAX_FORGIVEN.as_secs_f64()))
    }

    /// How long to wait behind the flag before a move is given up: what is stolen from a core is not counted before the
    /// core comes back, and with it the move. Nothing where nothing was ever stolen.
    #[must_use]
    pub fn grace(&self) -> Duration {
        let ever = (self.clock.ticks)().iter().any(|&ticks| ticks > 0);
        if ever { MAX_FORGIVEN } else { Duration::ZERO }
    }
}

/// The most ticks that one core has lost between two looks. A count may fall. Where cores come or go nobody knows which is
/// which, for they are told without names: nothing is lost.
fn max_lost_ticks(before: &[u64], after: &[u64]) -> u64 {
    let losses = before.iter().zip(after).map(|(before, after)| after.saturating_sub(*before));
    if before.len() == after.len() { losses.max().unwrap_or(0) } else { 0 }
}

/// What is added to a message about a late move.
#[must_use]
pub fn steal_note(stolen: Duration) -> String {
    if stolen.is_zero() {
        return String::new();
    }
    format!("; {} ms were stolen from the machine", stolen.as_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(ticks: fn() -> Vec<u64>) -> StealClock {
        StealClock { ticks, ..StealClock::NONE }
    }

    #[test]
    fn the_core_that_lost_most_counts() {
        assert_eq!(max_lost_ticks(&[5, 7], &[5, 7]), 0);
        assert_eq!(max_lost_ticks(&[5, 7], &[8, 9]), 3);
        assert_eq!(max_lost_ticks(&[5, 7], &[4, 8]), 1, "a count has fallen");
        assert_eq!(max_lost_ticks(&[5, 7, 9000], &[5, 9000]), 0, "the core in the middle has gone");
        assert_eq!(max_lost_ticks(&[], &[3]), 0);
    }

    #[test]
    fn a_tick_more_than_was_seen_may_have_gone_but_no_more_than_two_seconds() {
        let mut watch = StealTimer::for_flag(Duration::ZERO, clock(|| vec![40, 70_000]));
        assert_eq!(watch.so_far(), Duration::ZERO);
        watch.window_start.1 = vec![40, 69_990];
        assert_eq!(watch.so_far(), Duration::from_secs_f64(11.0 / 100.0));
        watch.window_start.1 = vec![40, 7];
        assert_eq!((watch.so_far(), watch.grace()), (MAX_FORGIVEN, MAX_FORGIVEN));
        assert_eq!(StealTimer::for_flag(Duration::ZERO, clock(|| vec![0, 0])).grace(), Duration::ZERO);
    }

    #[test]
    fn steal_long_before_the_flag_does_not_count() {
        let begun = |until: Duration, ago: Duration| {
            let mut watch = StealTimer::for_flag(Duration::ZERO, clock(|| vec![40]));
            let now = Instant::now();
            (watch.until, watch.window_start) = (now + until, (now.checked_sub(ago).unwrap(), vec![20]));
            watch.update();
            watch.so_far()
        };
        let [hour, window, moment] = [Duration::from_secs(3600), 2 * WINDOW, Duration::ZERO];
        assert_eq!(begun(hour, window), Duration::ZERO, "it is begun again");
        assert!(begun(hour, moment) > Duration::ZERO, "it has just been begun");
        assert!(begun(Duration::ZERO, window) > Duration::ZERO, "the flag is near");
    }
}
