//! The clocks of the seats. The functions take the current time as an argument.

use serde::{Deserialize, Serialize};
use std::time::Duration;
use ugi::{Go, Seat};

/// The time control, which is the same for every seat. Times are in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    /// The time at the start of the game. If it is 0, the clocks begin with the increment.
    pub base: u64,
    /// The increment after each move.
    #[serde(default)]
    pub inc: u64,
}

impl TimeControl {
    /// Returns the time before the first move.
    pub const fn start(self) -> Duration {
        Duration::from_millis(if self.base == 0 { self.inc } else { self.base })
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clocks {
    time: TimeControl,
    left: Vec<Duration>,
    /// The seat whose clock runs, and the time at which that clock started. A saved clock stands at that time.
    #[serde(skip)]
    running: Option<(Seat, Duration)>,
}

impl Clocks {
    /// Creates the stopped clocks of a game that begins.
    pub fn new(time: TimeControl, seats: usize) -> Self {
        Self { time, left: vec![time.start(); seats], running: None }
    }

    /// Returns these clocks with exactly this number of seats.
    pub fn for_seats(mut self, seats: usize) -> Self {
        self.left.resize(seats, self.time.start());
        self
    }

    pub fn time(&self) -> TimeControl {
        self.time
    }

    /// Returns all seats in order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.left.len())
    }

    /// Returns the seat whose clock runs.
    pub fn running(&self) -> Option<Seat> {
        self.running.map(|(seat, _)| seat)
    }

    pub fn left(&self, seat: Seat, now: Duration) -> Duration {
        let left = self.left.get(seat.index()).copied().unwrap_or_default();
        match self.running {
            Some((running, since)) if running == seat => left.saturating_sub(now.saturating_sub(since)),
            _ => left,
        }
    }

    /// Runs the clock of a seat and stops the others. If `seat` is `None`, all clocks stop.
    pub fn run(&mut self, seat: Option<Seat>, now: Duration) {
        if self.running() == seat {
            return;
        }
        if let Some((before, _)) = self.running {
            self.left[before.index()] = self.left(before, now);
        }
        self.running = seat.filter(|seat| seat.index() < self.left.len()).map(|seat| (seat, now));
    }

    /// Stops the clocks and adds the increment to the clock of the seat that has moved.
    pub fn moved(&mut self, seat: Seat, now: Duration) {
        self.run(None, now);
        if let Some(left) = self.left.get_mut(seat.index()) {
            *left = left.saturating_add(Duration::from_millis(self.time.inc));
        }
    }

    /// Returns the time at which the flag of the running clock falls.
    pub fn flag_time(&self) -> Option<Duration> {
        let (seat, since) = self.running?;
        since.checked_add(self.left[seat.index()])
    }

    /// Returns search limits that contain the remaining time and the increment of every seat.
    pub fn go(&self, now: Duration) -> Go {
        let mut go = Go::default();
        for seat in self.seats() {
            // Engines get at least 1 ms, even if the flag is about to fall.
            go.time.insert(seat, self.left(seat, now).max(Duration::from_millis(1)));
            go.increment.insert(seat, Duration::from_millis(self.time.inc));
        }
        go
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn clocks_without_a_base_begin_with_the_increment() {
        let (start, time) = (Duration::from_secs(1000), TimeControl { base: 0, inc: 50 });
        let mut clocks = Clocks::new(time, 2);
        clocks.run(Some(Seat::P1), start);
        assert_eq!(clocks.flag_time(), Some(start + ms(50)));
        clocks.moved(Seat::P1, start + ms(20));
        assert_eq!(clocks.left(Seat::P1, start), ms(80));
    }

    #[test]
    fn clocks_of_a_damaged_game_never_fall() {
        let start = Duration::from_secs(1000);
        let saved =
            r#"{"time":{"base":1000,"inc":18446744073709551615},"left":[{"secs":18446744073709551615,"nanos":0}]}"#;
        let mut clocks: Clocks = serde_json::from_str(saved).unwrap();
        clocks.run(Some(Seat::P1), start);
        assert_eq!(clocks.flag_time(), None);
        clocks.moved(Seat::P1, start + ms(20));
        assert_eq!(clocks.left(Seat::P1, start), Duration::MAX);
    }

    #[test]
    fn clocks_run_stop_and_get_increments() {
        let start = Duration::from_secs(1000);
        let mut clocks = Clocks::new(TimeControl { base: 1000, inc: 50 }, 2);
        assert_eq!(clocks.flag_time(), None);
        clocks.run(Some(Seat::P1), start);
        assert_eq!(clocks.left(Seat::P1, start + ms(300)), ms(700));
        assert_eq!(clocks.flag_time(), Some(start + ms(1000)));
        // A call for the clock that is already running changes nothing.
        clocks.run(Some(Seat::P1), start + ms(200));
        clocks.moved(Seat::P1, start + ms(400));
        assert_eq!((clocks.running(), clocks.left(Seat::P1, start + ms(900))), (None, ms(650)));
        clocks.run(Some(Seat::P2), start + ms(900));
        assert_eq!(clocks.go(start + ms(1000)).to_string(), "go p1time 650 p2time 900 p1inc 50 p2inc 50");
        assert_eq!(clocks.left(Seat::P2, start + ms(5000)), ms(0));
        assert_eq!(clocks.go(start + ms(5000)).time[&Seat::P2], ms(1));
        clocks.run(None, start + ms(1000));
        assert_eq!((clocks.flag_time(), clocks.left(Seat::P2, start + ms(5000))), (None, ms(900)));
    }
}
