//! A clock that stands still while this program is stopped: by Ctrl-Z or another signal, by a frozen container, or
//! because the machine sleeps. Nobody can answer or be answered during that time, so it counts against nobody.
//!
//! A thread reads the clocks ten times a second. If far more time has passed since the last reading, no thread of the
//! program ran.

use rustix::time::{ClockId, clock_gettime};
use std::io;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The interval at which the thread reads the clocks.
const INTERVAL: Duration = Duration::from_millis(100);
/// After a longer time without a reading, the program was stopped. Shorter delays also happen on a busy machine.
const LONGEST_GAP: Duration = Duration::from_secs(1);

static DETECTOR: OnceLock<Mutex<StopDetector>> = OnceLock::new();

/// Starts the thread that notices when this program is stopped. Until then, [`now`] is [`Instant::now`]. Later calls do
/// nothing.
///
/// # Errors
/// Returns an error if the thread cannot be started.
///
/// ```
/// use speltafel_runner::running_time;
///
/// running_time::watch()?;
/// let start = running_time::now();
/// assert!(running_time::now() >= start);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn watch() -> io::Result<()> {
    if DETECTOR.set(Mutex::new(StopDetector::new(Reading::take()))).is_ok() {
        let read = || {
            loop {
                thread::sleep(INTERVAL);
                let _ = now();
            }
        };
        thread::Builder::new().name("running time".to_string()).spawn(read)?;
    }
    Ok(())
}

/// Returns the current time, less the time for which this program was stopped.
#[must_use]
pub fn now() -> Instant {
    read(StopDetector::now).unwrap_or_else(Instant::now)
}

/// Returns for how long this program has been stopped since [`watch`] was called.
#[must_use]
pub fn stopped() -> Duration {
    read(|detector| detector.stopped).unwrap_or_default()
}

/// Reads the clocks, and returns what the detector then says; `None` if the program is not watched.
fn read<T>(what: impl FnOnce(&StopDetector) -> T) -> Option<T> {
    let mut detector = DETECTOR.get()?.lock().unwrap_or_else(PoisonError::into_inner);
    // The clocks are read under the lock, so that the readings are in order.
    detector.add(Reading::take());
    Some(what(&detector))
}

/// One reading of two clocks.
#[derive(Clone, Copy)]
struct Reading {
    /// Stands while the machine sleeps.
    awake: Instant,
    /// Runs on while the machine sleeps, if the system has such a clock.
    total: Duration,
}

impl Reading {
    fn take() -> Self {
        #[cfg(target_os = "linux")]
        const CLOCK: ClockId = ClockId::Boottime;
        #[cfg(not(target_os = "linux"))]
        const CLOCK: ClockId = ClockId::Monotonic;
        let total = clock_gettime(CLOCK);
        Self { awake: Instant::now(), total: Duration::try_from(total).unwrap_or_default() }
    }
}

/// Finds the times at which nothing read the clocks.
struct StopDetector {
    last: Reading,
    /// The time for which the program was stopped while the machine was awake.
    stopped_awake: Duration,
    /// The time for which the program was stopped.
    stopped: Duration,
}

impl StopDetector {
    const fn new(first: Reading) -> Self {
        Self { last: first, stopped_awake: Duration::ZERO, stopped: Duration::ZERO }
    }

    /// Adds a reading. After a stop, all time since the last reading counts as stopped, because nobody knows when in
    /// between the stop began.
    fn add(&mut self, reading: Reading) {
        let gap = reading.total.saturating_sub(self.last.total);
        if gap > LONGEST_GAP {
            self.stopped += gap;
            self.stopped_awake += reading.awake.saturating_duration_since(self.last.awake);
        }
        self.last = reading;
    }

    /// Returns the time of the last reading, less the time for which the program was stopped.
    fn now(&self) -> Instant {
        self.last.awake.checked_sub(self.stopped_awake).unwrap_or(self.last.awake)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// Returns the time that passed and the time of stops, in milliseconds, after readings of the clock that stands
    /// while the machine sleeps and of the one that does not.
    fn after(readings: &[(u64, u64)]) -> (u128, u128) {
        let start = Instant::now();
        let reading = |&(awake, total): &(u64, u64)| Reading { awake: start + ms(awake), total: ms(total) };
        let mut detector = StopDetector::new(reading(&(0, 0)));
        readings.iter().for_each(|clocks| detector.add(reading(clocks)));
        (detector.now().duration_since(start).as_millis(), detector.stopped.as_millis())
    }

    #[test]
    fn time_without_readings_does_not_count() {
        assert_eq!(after(&[(100, 100), (200, 200)]), (200, 0));
        assert_eq!(after(&[(100, 100), (4200, 4200), (4300, 4300)]), (200, 4100), "stopped by a signal");
        assert_eq!(after(&[(100, 100), (150, 60_150), (250, 60_250)]), (200, 60_050), "the machine slept");
        assert_eq!(after(&[(100, 100), (1100, 1100)]), (1100, 0), "only late");
        assert_eq!(after(&[(100, 100), (1101, 1101), (2200, 2200)]), (100, 2100), "twice");
    }

    #[test]
    fn a_clock_that_is_set_back_changes_nothing() {
        assert_eq!(after(&[(100, 100), (200, 40), (300, 140)]), (300, 0));
    }
}
