//! Steal time is the time for which a hypervisor does not run the cores of a virtual machine (`steal` in proc_stat(5)).
//! A move that is late only because of steal time is forgiven. Only Linux counts steal time; elsewhere it is zero.

use crate::running_time;
use std::time::{Duration, Instant};

/// Minimum interval between two restarts of the measurement, and between the last restart and the flag. If the timer is
/// updated often, steal time that occurred more than about twice this interval before the flag is not forgiven, because
/// the engine had time to react.
const WINDOW: Duration = Duration::from_millis(500);
/// Maximum steal time that is forgiven. The limit is needed because a counter may jump, for example when a virtual
/// machine moves to another host.
const MAX_FORGIVEN: Duration = Duration::from_secs(2);

/// The source of a machine's steal time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StealClock {
    /// Returns the steal time of each core since boot, in ticks.
    pub ticks: fn() -> Vec<u64>,
    /// Returns the number of ticks per second.
    pub frequency: fn() -> f64,
}

impl StealClock {
    /// The source for machines without steal counters.
    pub const NONE: Self = Self { ticks: Vec::new, frequency: || 100.0 };

    /// The source for this machine; [`StealClock::NONE`] on systems other than Linux.
    pub const fn of_machine() -> Self {
        #[cfg(target_os = "linux")]
        return Self { ticks: steal_ticks, frequency: || procfs::ticks_per_second() as f64 };
        #[cfg(not(target_os = "linux"))]
        Self::NONE
    }
}

#[cfg(target_os = "linux")]
fn steal_ticks() -> Vec<u64> {
    use procfs::CurrentSI;
    let cores = procfs::KernelStats::current().map(|stats| stats.cpu_time).unwrap_or_default();
    cores.iter().map(|core| core.steal.unwrap_or(0)).collect()
}

/// Measures the steal time of the last moments before a time limit ends (the flag), and after it.
#[derive(Clone, Debug)]
pub(crate) struct StealTimer {
    clock: StealClock,
    /// The time after which the measurement is no longer restarted.
    until: Instant,
    /// The time of the last restart, and the ticks of each core at that time.
    window_start: (Instant, Vec<u64>),
}

impl StealTimer {
    /// Starts a timer for a time limit that ends after the duration `flag`. `clock` is the source of the steal time.
    pub fn for_flag(flag: Duration, clock: StealClock) -> Self {
        let now = running_time::now();
        Self { clock, until: now + flag.saturating_sub(WINDOW), window_start: (now, (clock.ticks)()) }
    }

    /// Restarts the measurement about every 500 ms until 500 ms before the flag. Call this often. If the caller itself
    /// did not run until shortly before the flag, the measurement is not restarted, and the steal time meanwhile
    /// counts.
    pub fn update(&mut self) {
        let now = running_time::now();
        if now < self.until && now > self.window_start.0 + WINDOW {
            self.window_start = (now, (self.clock.ticks)());
        }
    }

    /// Returns the steal time since the last restart on the core with the most steal time, but at most two seconds.
    ///
    /// The core on which the process ran is unknown, so the largest value is the upper bound for a process that stayed
    /// on one core. The system counts whole ticks, usually of 10 ms. If the count is not zero, one tick is added for
    /// rounding.
    pub fn so_far(&self) -> Duration {
        let ticks = max_steal_ticks(&self.window_start.1, &(self.clock.ticks)());
        if ticks == 0 {
            return Duration::ZERO;
        }
        Duration::from_secs_f64(((ticks + 1) as f64 / (self.clock.frequency)()).min(MAX_FORGIVEN.as_secs_f64()))
    }

    /// Returns how long to wait for a move after the flag: two seconds, or zero if the machine has never had steal
    /// time.
    ///
    /// The wait is necessary because the system counts a core's steal time only when the core runs again, and the late
    /// move arrives at the same time.
    pub fn grace(&self) -> Duration {
        let has_steal_time = (self.clock.ticks)().iter().any(|&ticks| ticks > 0);
        if has_steal_time { MAX_FORGIVEN } else { Duration::ZERO }
    }
}

/// Returns the largest increase of any core's counter. A counter that falls counts as unchanged. If the number of cores
/// changes, the counters cannot be matched, because they have no names, and the result is zero.
fn max_steal_ticks(before: &[u64], after: &[u64]) -> u64 {
    let increases = before.iter().zip(after).map(|(before, after)| after.saturating_sub(*before));
    if before.len() == after.len() { increases.max().unwrap_or(0) } else { 0 }
}

/// Returns a note on steal time to append to a message about a late move; empty if there was no steal time.
pub(crate) fn steal_note(steal: Duration) -> String {
    if steal.is_zero() {
        return String::new();
    }
    format!("; {} ms of steal time on this machine", steal.as_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(ticks: fn() -> Vec<u64>) -> StealClock {
        StealClock { ticks, ..StealClock::NONE }
    }

    #[test]
    fn the_core_with_the_most_steal_time_counts() {
        assert_eq!(max_steal_ticks(&[5, 7], &[5, 7]), 0);
        assert_eq!(max_steal_ticks(&[5, 7], &[8, 9]), 3);
        assert_eq!(max_steal_ticks(&[5, 7], &[4, 8]), 1, "a counter has fallen");
        assert_eq!(max_steal_ticks(&[5, 7, 9000], &[5, 9000]), 0, "the middle core was removed");
        assert_eq!(max_steal_ticks(&[], &[3]), 0);
    }

    #[test]
    fn one_tick_is_added_and_two_seconds_are_the_maximum() {
        let mut timer = StealTimer::for_flag(Duration::ZERO, clock(|| vec![40, 70_000]));
        assert_eq!(timer.so_far(), Duration::ZERO);
        timer.window_start.1 = vec![40, 69_990];
        assert_eq!(timer.so_far(), Duration::from_secs_f64(11.0 / 100.0));
        timer.window_start.1 = vec![40, 7];
        assert_eq!((timer.so_far(), timer.grace()), (MAX_FORGIVEN, MAX_FORGIVEN));
        assert_eq!(StealTimer::for_flag(Duration::ZERO, clock(|| vec![0, 0])).grace(), Duration::ZERO);
    }

    #[test]
    fn steal_time_long_before_the_flag_does_not_count() {
        let measured = |until: Duration, ago: Duration| {
            let mut timer = StealTimer::for_flag(Duration::ZERO, clock(|| vec![40]));
            let now = Instant::now();
            (timer.until, timer.window_start) = (now + until, (now.checked_sub(ago).unwrap(), vec![20]));
            timer.update();
            timer.so_far()
        };
        let [hour, window, moment] = [Duration::from_secs(3600), 2 * WINDOW, Duration::ZERO];
        assert_eq!(measured(hour, window), Duration::ZERO, "the measurement is restarted");
        assert!(measured(hour, moment) > Duration::ZERO, "the measurement has just started");
        assert!(measured(Duration::ZERO, window) > Duration::ZERO, "the flag is near");
    }

    #[test]
    fn a_note_names_the_steal_time() {
        assert_eq!(steal_note(Duration::from_millis(110)), "; 110 ms of steal time on this machine");
        assert_eq!(steal_note(Duration::ZERO), "");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_system_reports_every_core() {
        assert!(!(StealClock::of_machine().ticks)().is_empty());
    }
}
