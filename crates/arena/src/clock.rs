//! The clocks of one game, one per seat or one per team. They provide the arguments of `go` and decide whether a move
//! is late. The caller measures the time.

use super::plan::{Clock, ClockPer, MoveLimits};
use std::time::Duration;
use ugi::{Go, Seat};

/// The clocks of a game in progress.
#[derive(Clone, Debug)]
pub struct Clocks {
    /// The limits of each seat, and the time by which its moves may be late.
    limits: Vec<(MoveLimits, Duration)>,
    /// For each seat, the index of its clock in `remaining`.
    clock_of_seat: Vec<usize>,
    /// For each clock, the remaining time and the number of moves made so far.
    remaining: Vec<(Duration, u32)>,
}

impl Clocks {
    /// Creates the clocks at the start of a game. `limits` contains the limits and the time margin of each seat, `side`
    /// the zero-based side.
    pub fn new(clock_per: ClockPer, limits: Vec<(MoveLimits, Duration)>, side: &[usize]) -> Self {
        let clock_of_seat: Vec<usize> = match clock_per {
            ClockPer::Seat => (0..limits.len()).collect(),
            ClockPer::Team => side.to_vec(),
        };
        let clocks = clock_of_seat.iter().max().map_or(0, |last| last + 1);
        let mut remaining = vec![(Duration::ZERO, 0); clocks];
        for (seat, (limits, _)) in limits.iter().enumerate() {
            if let Some(clock) = limits.clock {
                remaining[clock_of_seat[seat]].0 = clock.start();
            }
        }
        Self { limits, clock_of_seat, remaining }
    }

    /// Returns the arguments of `go` for a move of `seat`. If this seat has a clock, they include the
    /// times of all clocks.
    pub fn go(&self, seat: Seat) -> Go {
        let (own, _) = &self.limits[seat.index()];
        let mut go = Go::default();
        (go.move_time, go.depth, go.nodes) = (own.movetime, own.depth, own.nodes);
        if own.clock.is_none() {
            return go;
        }
        for (other, (limits, _)) in Seat::all(self.limits.len()).zip(&self.limits) {
            if let Some(Clock { increment, .. }) = limits.clock {
                // With a time margin, a clock can reach 0 without a loss, but `go` never reports less than 1 ms.
                go.time.insert(other, self.clock(other).0.max(Duration::from_millis(1)));
                go.increment.insert(other, increment);
            }
        }
        let (_, seen) = self.clock(seat);
        go.moves_to_go = own.clock.and_then(|clock| clock.moves).map(|moves| moves - seen % moves.max(1));
        go
    }

    /// Returns the time after `go` at which `seat` exceeds its limit and margin; `None` if `seat` has no time limit.
    pub fn flag(&self, seat: Seat) -> Option<Duration> {
        let (own, margin) = &self.limits[seat.index()];
        let clock = own.clock.map(|_| self.clock(seat).0);
        Some(clock.or(own.movetime)? + *margin)
    }

    /// Ends a move by `seat` and returns whether it is late. `elapsed` includes `steal`, the steal time of the machine.
    /// Like the margin, steal time extends the limit, but it is not added back to the clock.
    pub fn press(&mut self, seat: Seat, elapsed: Duration, steal: Duration) -> bool {
        if self.flag(seat).is_some_and(|flag| elapsed > flag + steal) {
            return true;
        }
        if let Some(clock) = self.limits[seat.index()].0.clock {
            let (left, seen) = &mut self.remaining[self.clock_of_seat[seat.index()]];
            *seen += 1;
            *left = left.saturating_sub(elapsed) + clock.increment;
            if clock.moves.is_some_and(|moves| *seen % moves.max(1) == 0) {
                *left += clock.base;
            }
        }
        false
    }

    /// Returns the time left on the clock of `seat`; `None` if it has none.
    pub fn left(&self, seat: Seat) -> Option<Duration> {
        self.limits[seat.index()].0.clock.map(|_| self.clock(seat).0)
    }

    /// Returns the remaining time of a seat's clock, and the number of moves made with it so far.
    fn clock(&self, seat: Seat) -> (Duration, u32) {
        self.remaining[self.clock_of_seat[seat.index()]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use runner::record::ClockScale;

    const SEATS: [Seat; 4] = [Seat::P1, Seat::P2, Seat::new(2), Seat::new(3)];

    fn clocks(per: ClockPer, thinking: &MoveLimits) -> Clocks {
        Clocks::new(per, [10, 10, 10, 0].map(|margin| (thinking.clone(), ms(margin))).to_vec(), &[0, 1, 0, 1])
    }

    fn clock(base: u64, increment: u64, moves: Option<u32>) -> MoveLimits {
        MoveLimits { clock: Some(Clock { base: ms(base), increment: ms(increment), moves }), ..MoveLimits::default() }
    }

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn partners_share_a_clock_only_if_the_plan_says_so() {
        let mut seats = clocks(ClockPer::Seat, &clock(100, 1, None));
        assert!(!seats.press(SEATS[0], ms(40), ms(0)));
        assert_eq!(
            seats.go(SEATS[1]).to_string(),
            "go p1time 61 p2time 100 p3time 100 p4time 100 p1inc 1 p2inc 1 p3inc 1 p4inc 1"
        );
        let mut teams = clocks(ClockPer::Team, &clock(100, 0, None));
        assert!(!teams.press(SEATS[0], ms(40), ms(0)) && !teams.press(SEATS[2], ms(50), ms(0)));
        assert_eq!(teams.go(SEATS[0]).time.into_values().collect::<Vec<_>>(), [10, 100, 10, 100].map(ms));
        assert!(teams.press(SEATS[2], ms(21), ms(0)), "10 ms left and 10 ms of margin");
    }

    #[test]
    fn a_clock_without_a_base_begins_with_the_increment() {
        let mut clocks = clocks(ClockPer::Seat, &clock(0, 50, None));
        assert_eq!((clocks.flag(SEATS[3]), clocks.go(SEATS[0]).time[&SEATS[3]]), (Some(ms(50)), ms(50)));
        assert!(!clocks.press(SEATS[3], ms(20), ms(0)));
        assert_eq!(clocks.left(SEATS[3]), Some(ms(80)));
    }

    #[test]
    fn the_margin_forgives_but_is_not_given_back() {
        let mut clocks = clocks(ClockPer::Seat, &clock(100, 5, None));
        assert!(!clocks.press(SEATS[2], ms(109), ms(0)));
        assert_eq!(clocks.left(SEATS[2]), Some(ms(5)));
        assert_eq!(clocks.go(SEATS[2]).time[&SEATS[2]], ms(5));
        assert_eq!(clocks.flag(SEATS[2]), Some(ms(15)));
        assert!(clocks.press(SEATS[2], ms(16), ms(0)));
    }

    #[test]
    fn each_seat_has_its_own_margin() {
        let mut clocks = clocks(ClockPer::Seat, &clock(100, 0, None));
        assert_eq!([SEATS[2], SEATS[3]].map(|seat| clocks.flag(seat)), [Some(ms(110)), Some(ms(100))]);
        assert!(!clocks.press(SEATS[2], ms(101), ms(0)) && clocks.press(SEATS[3], ms(101), ms(0)));
    }

    #[test]
    fn steal_time_forgives_as_the_margin_does() {
        let mut clocks = clocks(ClockPer::Seat, &clock(100, 5, None));
        assert!(clocks.press(SEATS[0], ms(141), ms(30)) && !clocks.press(SEATS[0], ms(139), ms(30)));
        assert_eq!(clocks.go(SEATS[0]).time[&Seat::P1], ms(5));
    }

    #[test]
    fn a_time_control_fills_the_clock_up() {
        let mut clocks = clocks(ClockPer::Seat, &clock(100, 0, Some(2)));
        assert_eq!(clocks.go(SEATS[0]).moves_to_go, Some(2));
        clocks.press(SEATS[0], ms(30), ms(0));
        assert_eq!((clocks.go(SEATS[0]).moves_to_go, clocks.go(SEATS[0]).time[&Seat::P1]), (Some(1), ms(70)));
        clocks.press(SEATS[0], ms(30), ms(0));
        assert_eq!((clocks.go(SEATS[0]).moves_to_go, clocks.go(SEATS[0]).time[&Seat::P1]), (Some(2), ms(140)));
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
        let nodes = clocks(ClockPer::Seat, &MoveLimits { nodes: Some(7), ..MoveLimits::default() });
        assert_eq!((nodes.go(SEATS[2]).to_string(), nodes.flag(SEATS[2])), ("go nodes 7".to_string(), None));
        assert_eq!(nodes.left(SEATS[2]), None);
        let mut fixed = clocks(ClockPer::Seat, &MoveLimits { movetime: Some(ms(20)), ..MoveLimits::default() });
        assert_eq!(fixed.go(SEATS[0]).to_string(), "go movetime 20");
        assert!(!fixed.press(SEATS[0], ms(30), ms(0)) && fixed.press(SEATS[0], ms(31), ms(0)));
    }
}
