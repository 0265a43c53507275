//! The limits of the moves of a game: they are the arguments of `go`, and decide whether a move is late.

use super::plan::{ClockPer, MoveLimits};
use game::Clocks;
use std::time::Duration;
use ugi::{Go, Seat};

/// The limits of a game in progress. The caller measures the time of each move.
#[derive(Clone, Debug)]
pub struct GameLimits {
    clocks: Clocks,
    /// The limits of each seat, and the time by which its moves may be late.
    seats: Vec<(MoveLimits, Duration)>,
}

impl GameLimits {
    /// Creates the limits at the start of a game. `seats` contains the limits and the time margin of each seat, `side`
    /// the zero-based side.
    pub fn new(clock_per: ClockPer, seats: Vec<(MoveLimits, Duration)>, side: &[usize]) -> Self {
        let times = seats.iter().map(|(limits, _)| limits.clock.map(|clock| clock.0)).collect();
        let clock = match clock_per {
            ClockPer::Seat => (0..seats.len()).collect(),
            ClockPer::Team => side.to_vec(),
        };
        Self { clocks: Clocks::new(times, clock), seats }
    }

    /// Returns the arguments of `go` for a move of `seat`. If this seat has a clock, they include the times of all
    /// clocks.
    pub fn go(&self, seat: Seat) -> Go {
        let (limits, _) = &self.seats[seat.index()];
        let mut go = self.clocks.go(seat, Duration::ZERO);
        (go.move_time, go.depth, go.nodes) = (limits.movetime, limits.depth, limits.nodes);
        go
    }

    /// Returns the time after `go` at which `seat` exceeds its limit and margin; `None` if `seat` has no time limit.
    pub fn flag(&self, seat: Seat) -> Option<Duration> {
        let (limits, margin) = &self.seats[seat.index()];
        Some(self.left(seat).or(limits.movetime)?.saturating_add(*margin))
    }

    /// Ends a move by `seat` and returns whether it is late. `elapsed` includes `steal`, the steal time of the machine.
    /// Like the margin, steal time extends the limit, but it is not added back to the clock.
    pub fn press(&mut self, seat: Seat, elapsed: Duration, steal: Duration) -> bool {
        if self.flag(seat).is_some_and(|flag| elapsed > flag.saturating_add(steal)) {
            return true;
        }
        self.clocks.run(Some(seat), Duration::ZERO);
        self.clocks.moved(seat, elapsed);
        false
    }

    /// Returns the time left on the clock of `seat`; `None` if it has none.
    pub fn left(&self, seat: Seat) -> Option<Duration> {
        self.clocks.left(seat, Duration::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Clock;
    use game::TimeControl;
    use runner::record::ClockScale;

    const SEATS: [Seat; 4] = [Seat::P1, Seat::P2, Seat::new(2), Seat::new(3)];

    fn limits(per: ClockPer, thinking: &MoveLimits) -> GameLimits {
        GameLimits::new(per, [10, 10, 10, 0].map(|margin| (thinking.clone(), ms(margin))).to_vec(), &[0, 1, 0, 1])
    }

    fn clock(base: u64, increment: u64, moves: Option<u32>) -> MoveLimits {
        MoveLimits {
            clock: Some(Clock(TimeControl { base: ms(base), increment: ms(increment), moves })),
            ..MoveLimits::default()
        }
    }

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn partners_share_a_clock_only_if_the_plan_says_so() {
        let mut seats = limits(ClockPer::Seat, &clock(100, 1, None));
        assert!(!seats.press(SEATS[0], ms(40), ms(0)));
        assert_eq!(
            seats.go(SEATS[1]).to_string(),
            "go p1time 61 p2time 100 p3time 100 p4time 100 p1inc 1 p2inc 1 p3inc 1 p4inc 1"
        );
        let mut teams = limits(ClockPer::Team, &clock(100, 0, None));
        assert!(!teams.press(SEATS[0], ms(40), ms(0)) && !teams.press(SEATS[2], ms(50), ms(0)));
        assert_eq!(teams.go(SEATS[0]).time.into_values().collect::<Vec<_>>(), [10, 100, 10, 100].map(ms));
        assert!(teams.press(SEATS[2], ms(21), ms(0)), "10 ms left and 10 ms of margin");
    }

    #[test]
    fn the_margin_forgives_but_is_not_given_back() {
        let mut limits = limits(ClockPer::Seat, &clock(100, 5, None));
        assert!(!limits.press(SEATS[2], ms(109), ms(0)));
        assert_eq!(limits.left(SEATS[2]), Some(ms(5)));
        assert_eq!(limits.go(SEATS[2]).time[&SEATS[2]], ms(5));
        assert_eq!(limits.flag(SEATS[2]), Some(ms(15)));
        assert!(limits.press(SEATS[2], ms(16), ms(0)));
    }

    #[test]
    fn each_seat_has_its_own_margin() {
        let mut limits = limits(ClockPer::Seat, &clock(100, 0, None));
        assert_eq!([SEATS[2], SEATS[3]].map(|seat| limits.flag(seat)), [Some(ms(110)), Some(ms(100))]);
        assert!(!limits.press(SEATS[2], ms(101), ms(0)) && limits.press(SEATS[3], ms(101), ms(0)));
    }

    #[test]
    fn steal_time_forgives_as_the_margin_does() {
        let mut limits = limits(ClockPer::Seat, &clock(100, 5, None));
        assert!(limits.press(SEATS[0], ms(141), ms(30)) && !limits.press(SEATS[0], ms(139), ms(30)));
        assert_eq!(limits.go(SEATS[0]).time[&Seat::P1], ms(5));
    }

    #[test]
    fn limits_are_scaled() {
        let scale = |factor| Some(ClockScale { nodes: 1, factor });
        let limits = clock(1000, 10, Some(40)).scaled(scale(1.5));
        assert_eq!(limits, clock(1500, 15, Some(40)));
        assert_eq!(clock(3, 0, None).scaled(scale(0.25)), clock(1, 0, None));
        assert_eq!(clock(0, 50, None).scaled(scale(2.0)), clock(0, 100, None));
        let fixed = MoveLimits { movetime: Some(ms(100)), nodes: Some(7), ..MoveLimits::default() };
        assert_eq!(fixed.scaled(scale(0.5)), MoveLimits { movetime: Some(ms(50)), ..fixed });
    }

    #[test]
    fn other_limits_have_no_clock() {
        let nodes = limits(ClockPer::Seat, &MoveLimits { nodes: Some(7), ..MoveLimits::default() });
        assert_eq!((nodes.go(SEATS[2]).to_string(), nodes.flag(SEATS[2])), ("go nodes 7".to_string(), None));
        assert_eq!(nodes.left(SEATS[2]), None);
        let mut fixed = limits(ClockPer::Seat, &MoveLimits { movetime: Some(ms(20)), ..MoveLimits::default() });
        assert_eq!(fixed.go(SEATS[0]).to_string(), "go movetime 20");
        assert!(!fixed.press(SEATS[0], ms(30), ms(0)) && fixed.press(SEATS[0], ms(31), ms(0)));
    }
}
