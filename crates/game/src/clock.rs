//! The clocks of a game. They do not read the time: it is an argument, counted from any fixed moment.

use serde::{Deserialize, Serialize};
use std::time::Duration;
use ugi::{Go, Seat};

/// The times of a clock. In JSON they are in milliseconds: `{"base":60000,"inc":1000}`.
///
/// See the example of [`Clocks`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TimeControl {
    /// The time at the start of the game. If it is 0, the clock begins with the increment.
    #[serde(with = "milliseconds")]
    pub base: Duration,
    /// The increment after each move.
    #[serde(rename = "inc", default, with = "milliseconds")]
    pub increment: Duration,
    /// After each time this number of moves, the base is added again; `None` if it is for the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
}

impl TimeControl {
    /// Returns the time before the first move.
    #[must_use]
    pub const fn start(self) -> Duration {
        if self.base.is_zero() { self.increment } else { self.base }
    }
}

/// The clocks of a game, one for each seat or for each team.
///
/// ```
/// # extern crate ugi as speltafel_ugi;
/// use speltafel_game::{Clocks, TimeControl};
/// use speltafel_ugi::Seat;
/// use std::time::Duration;
///
/// let [second, ms] = [Duration::from_secs(1), Duration::from_millis(1)];
/// let time = TimeControl { base: 60 * second, increment: second, moves: None };
/// let mut clocks = Clocks::of_seats(time, 2);
/// clocks.run(Some(Seat::P1), 10 * second);
/// assert_eq!(clocks.flag(50 * ms), Some(70 * second + 50 * ms));
/// clocks.moved(Seat::P1, 15 * second);
/// assert_eq!(clocks.left(Seat::P1, 99 * second), Some(56 * second));
/// assert_eq!(clocks.go(Seat::P2, 15 * second).to_string(), "go p1time 56000 p2time 60000 p1inc 1000 p2inc 1000");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clocks {
    /// The times of each seat; `None` for a seat without a clock.
    times: Vec<Option<TimeControl>>,
    /// For each seat, the index of its clock in `left`.
    clock: Vec<usize>,
    /// For each clock, the time left and the number of moves so far.
    left: Vec<(Duration, u32)>,
    /// The seat whose clock runs, and the time at which that clock started. A saved clock stands at that time.
    #[serde(skip)]
    running: Option<(Seat, Duration)>,
}

impl Clocks {
    /// Creates the stopped clocks of a game that begins. Seats with the same number in `clock` share a clock.
    #[must_use]
    pub fn new(times: Vec<Option<TimeControl>>, clock: Vec<usize>) -> Self {
        let mut left = vec![(Duration::ZERO, 0); clock.iter().max().map_or(0, |last| last + 1)];
        for (time, clock) in times.iter().zip(&clock) {
            left[*clock].0 = time.map_or(left[*clock].0, TimeControl::start);
        }
        Self { times, clock, left, running: None }
    }

    /// Creates clocks with the same times for each seat.
    #[must_use]
    pub fn of_seats(time: TimeControl, seats: usize) -> Self {
        Self::new(vec![Some(time); seats], (0..seats).collect())
    }

    /// Returns whether these are the clocks of a game with this number of seats. Clocks that were read from a file may
    /// be damaged.
    #[must_use]
    pub fn fit(&self, seats: usize) -> bool {
        let is_known = self.clock.iter().all(|clock| *clock < self.left.len());
        is_known && [self.times.len(), self.clock.len()] == [seats; 2]
    }

    /// Returns all seats in order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.times.len())
    }

    /// Returns the time control of a seat; `None` if it has no clock.
    #[must_use]
    pub fn time(&self, seat: Seat) -> Option<TimeControl> {
        *self.times.get(seat.index())?
    }

    /// Returns the seat whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Seat> {
        self.running.map(|(seat, _)| seat)
    }

    /// Returns the time left on the clock of a seat; `None` if it has none.
    #[must_use]
    pub fn left(&self, seat: Seat, now: Duration) -> Option<Duration> {
        self.time(seat)?;
        let clock = self.clock[seat.index()];
        let runs = self.running.filter(|(running, _)| self.clock[running.index()] == clock);
        let spent = runs.map_or(Duration::ZERO, |(_, since)| now.saturating_sub(since));
        Some(self.left[clock].0.saturating_sub(spent))
    }

    /// Runs the clock of a seat and stops the others. If `seat` is `None`, or has no clock, all clocks stop.
    pub fn run(&mut self, seat: Option<Seat>, now: Duration) {
        if self.running() == seat {
            return;
        }
        if let Some((before, _)) = self.running
            && let Some(left) = self.left(before, now)
        {
            self.left[self.clock[before.index()]].0 = left;
        }
        self.running = seat.filter(|seat| self.left(*seat, now).is_some()).map(|seat| (seat, now));
    }

    /// Stops the clocks after a move of a seat, and adds its increment and, at the end of a control, its base.
    pub fn moved(&mut self, seat: Seat, now: Duration) {
        self.run(None, now);
        let Some(time) = self.time(seat) else { return };
        let (left, moves) = &mut self.left[self.clock[seat.index()]];
        *moves += 1;
        *left = left.saturating_add(time.increment);
        if time.moves.is_some_and(|control| *moves % control.max(1) == 0) {
            *left = left.saturating_add(time.base);
        }
    }

    /// Returns the time at which the flag of the running clock falls, if it may be late by `margin`.
    #[must_use]
    pub fn flag(&self, margin: Duration) -> Option<Duration> {
        let (seat, since) = self.running?;
        since.checked_add(self.left[self.clock[seat.index()]].0)?.checked_add(margin)
    }

    /// Returns the limits of a search for a seat: the time left and the increment of every seat. They are empty if the
    /// seat has no clock.
    #[must_use]
    pub fn go(&self, seat: Seat, now: Duration) -> Go {
        let mut go = Go::default();
        let Some(own) = self.time(seat) else { return go };
        for (other, time) in self.seats().zip(&self.times) {
            if let Some((time, left)) = time.zip(self.left(other, now)) {
                // Engines get at least 1 ms, even if the flag is about to fall or the margin is in use.
                go.time.insert(other, left.max(Duration::from_millis(1)));
                go.increment.insert(other, time.increment);
            }
        }
        let (_, moves) = self.left[self.clock[seat.index()]];
        go.moves_to_go = own.moves.map(|control| control - moves % control.max(1));
        go
    }
}

/// Durations as whole milliseconds.
mod milliseconds {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::time::Duration;

    pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_millis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn time(base: u64, increment: u64, moves: Option<u32>) -> TimeControl {
        TimeControl { base: ms(base), increment: ms(increment), moves }
    }

    /// Plays a move that takes this time.
    fn play(clocks: &mut Clocks, seat: Seat, spent: u64) {
        clocks.run(Some(seat), ms(0));
        clocks.moved(seat, ms(spent));
    }

    #[test]
    fn clocks_run_stop_and_get_increments() {
        let mut clocks = Clocks::of_seats(time(1000, 50, None), 2);
        assert_eq!(clocks.flag(ms(0)), None);
        clocks.run(Some(Seat::P1), ms(100));
        assert_eq!((clocks.left(Seat::P1, ms(400)), clocks.flag(ms(10))), (Some(ms(700)), Some(ms(1110))));
        // A call for the clock that is already running changes nothing.
        clocks.run(Some(Seat::P1), ms(300));
        clocks.moved(Seat::P1, ms(500));
        assert_eq!((clocks.running(), clocks.left(Seat::P1, ms(900))), (None, Some(ms(650))));
        clocks.run(Some(Seat::P2), ms(900));
        assert_eq!(clocks.go(Seat::P2, ms(1000)).to_string(), "go p1time 650 p2time 900 p1inc 50 p2inc 50");
        assert_eq!(clocks.left(Seat::P2, ms(5000)), Some(ms(0)));
        assert_eq!(clocks.go(Seat::P2, ms(5000)).time[&Seat::P2], ms(1));
        clocks.run(None, ms(1000));
        assert_eq!((clocks.flag(ms(0)), clocks.left(Seat::P2, ms(5000))), (None, Some(ms(900))));
    }

    #[test]
    fn a_clock_without_a_base_begins_with_the_increment() {
        let mut clocks = Clocks::of_seats(time(0, 50, None), 2);
        play(&mut clocks, Seat::P1, 20);
        assert_eq!([Seat::P1, Seat::P2].map(|seat| clocks.left(seat, ms(0))), [Some(ms(80)), Some(ms(50))]);
    }

    #[test]
    fn partners_share_a_clock() {
        let (mut clocks, seats) = (Clocks::new(vec![Some(time(100, 0, None)); 4], vec![0, 1, 0, 1]), Seat::all(4));
        play(&mut clocks, Seat::P1, 40);
        play(&mut clocks, Seat::new(2), 50);
        assert_eq!(seats.filter_map(|seat| clocks.left(seat, ms(0))).collect::<Vec<_>>(), [10, 100, 10, 100].map(ms));
    }

    #[test]
    fn a_time_control_fills_the_clock_up() {
        let mut clocks = Clocks::of_seats(time(100, 0, Some(2)), 2);
        for expected in [(Some(2), 100), (Some(1), 70), (Some(2), 140)] {
            let go = clocks.go(Seat::P1, ms(0));
            assert_eq!((go.moves_to_go, go.time[&Seat::P1]), (expected.0, ms(expected.1)));
            play(&mut clocks, Seat::P1, 30);
        }
    }

    #[test]
    fn a_seat_without_a_clock_has_no_flag() {
        let mut clocks = Clocks::new(vec![None, Some(time(100, 0, None))], vec![0, 1]);
        clocks.run(Some(Seat::P1), ms(0));
        assert_eq!((clocks.running(), clocks.left(Seat::P1, ms(9)), clocks.flag(ms(0))), (None, None, None));
        assert_eq!(clocks.go(Seat::P1, ms(0)).to_string(), "go");
    }

    #[test]
    fn clocks_of_a_damaged_game_never_fall() {
        let mut clocks = Clocks::of_seats(TimeControl { increment: Duration::MAX, ..time(1000, 0, None) }, 2);
        clocks.left[0].0 = Duration::MAX;
        clocks.run(Some(Seat::P1), ms(5));
        assert_eq!(clocks.flag(ms(0)), None);
        clocks.moved(Seat::P1, ms(25));
        assert_eq!(clocks.left(Seat::P1, ms(0)), Some(Duration::MAX));
    }
}
