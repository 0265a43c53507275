//! Time management: computes the deadlines of a move from the clock.

use std::time::Duration;

/// Expected number of moves left in the game, if the number of moves to the next time control is not given.
const MOVES_EXPECTED: u32 = 26;
/// Reserve on the clock that is not spent in games with an increment. On a shared machine, the operating system can
/// deschedule the engine for up to 0.1 s, about once in ten thousand moves (measured with one other match running).
/// Without a reserve, an engine whose clock is almost empty for most of the game loses about one game in a few hundred
/// on time. For clocks of several minutes, the reserve is insignificant.
const RESERVE: Duration = Duration::from_millis(60);
/// Longer times are reduced to this, which is as good as no limit and avoids overflow.
const LONGEST: Duration = Duration::from_secs(1 << 40);

/// The time limits of a move.
///
/// ```
/// use speltafel_kit::search::{ClockLimits, Control, Deadlines, Stop};
/// use std::time::Duration;
///
/// let ms = Duration::from_millis;
/// let fixed = ClockLimits { move_time: Some(ms(1000)), overhead: ms(10), ..ClockLimits::default() };
/// assert_eq!(fixed.deadlines(), Deadlines { soft: Some(ms(990)), hard: Some(ms(990)) });
///
/// let clock = ClockLimits { time: Some(ms(260)), ..ClockLimits::default() };
/// let stop = Stop::default();
/// let control = Control::new(&stop).until(clock.deadlines());
/// assert_eq!(control.hard, Some(ms(40)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClockLimits {
    /// Time left on the clock of the side to move.
    pub time: Option<Duration>,
    /// Time added after every move. It cannot be spent on this move.
    pub increment: Duration,
    /// Moves to the next time control; 0 counts as 1.
    pub moves_to_go: Option<u32>,
    /// Fixed time for this move.
    pub move_time: Option<Duration>,
    /// Time lost in communication between the engine and the program that keeps the clock.
    pub overhead: Duration,
}

/// The deadlines of a search, counted from the time at which `go` is read.
///
/// See the example of [`ClockLimits`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deadlines {
    /// No new iteration starts after this time.
    pub soft: Option<Duration>,
    /// The search ends after this time.
    pub hard: Option<Duration>,
}

impl ClockLimits {
    /// Returns the deadlines. They never exceed the time on the clock, whatever the input. An increment or a number of
    /// moves without a clock is treated as a clock that contains only the increment.
    #[must_use]
    pub fn deadlines(&self) -> Deadlines {
        let clockless = self.increment.is_zero() && self.moves_to_go.is_none();
        let clock = self.time.or((!clockless).then_some(self.increment)).map(|time| self.allot(time));
        let fixed = self.move_time.map(|time| self.usable(time));
        let earlier = |limit: Option<Duration>| limit.into_iter().chain(fixed).min();
        Deadlines { soft: earlier(clock.map(|(soft, _)| soft)), hard: earlier(clock.map(|(_, hard)| hard)) }
    }

    /// Returns the usable part of `time`: the overhead is deducted, but at least an eighth is left.
    fn usable(&self, time: Duration) -> Duration {
        let time = time.min(LONGEST);
        time.saturating_sub(self.overhead).max(time / 8)
    }

    /// Returns the soft and the hard limit of a move for this time on the clock. The soft limit is based on an equal
    /// share of the time plus most of the increment. The hard limit is up to four times that share, for unstable
    /// searches.
    fn allot(&self, time: Duration) -> (Duration, Duration) {
        let usable = self.usable(time);
        let moves = self.moves_to_go.unwrap_or(MOVES_EXPECTED).clamp(1, MOVES_EXPECTED + 10);
        let increment = self.increment.min(LONGEST) * 3 / 4;
        if moves == 1 {
            // This move reaches the time control, so it may take nearly all the time left.
            let most = usable - usable / 16;
            return (((usable + increment) * 7 / 8).min(most), most);
        }
        let spendable = usable.saturating_sub(RESERVE);
        // When less than twice the reserve is left, this part of the share shrinks linearly, to nothing at the reserve.
        // Otherwise the reserve does not affect it.
        let part = (usable / moves).min(spendable * 2 / moves);
        let share = (part + increment).max(usable / 64);
        let most = (spendable / 2 + increment).max(share).min(usable / 2);
        ((share * 7 / 8).min(most), (share * 4).min(most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn us(us: u64) -> Duration {
        Duration::from_micros(us)
    }

    /// Each row contains the fields of [`ClockLimits`] in order, then the expected soft and hard limits. Times are in
    /// microseconds.
    #[allow(clippy::type_complexity)]
    const TABLE: &[(Option<u64>, u64, Option<u32>, Option<u64>, u64, Option<u64>, Option<u64>)] = &[
        (None, 0, None, None, 10_000, None, None),
        // A fixed time is used up, except for the overhead. At least an eighth of it is used.
        (None, 0, None, Some(1_000_000), 10_000, Some(990_000), Some(990_000)),
        (None, 0, None, Some(1_000), 10_000, Some(125), Some(125)),
        (None, 0, None, Some(1_000), 0, Some(1_000), Some(1_000)),
        (None, 0, None, Some(0), 10_000, Some(0), Some(0)),
        // Clocks with and without an increment, and with moves to go.
        (Some(260_000), 0, None, None, 0, Some(8_750), Some(40_000)),
        (Some(200_000), 2_000, None, None, 5_000, Some(7_875), Some(36_000)),
        (Some(73_000), 2_000, None, None, 0, Some(2_187), Some(8_000)),
        (Some(5_000), 2_000, None, None, 10_000, Some(312), Some(312)),
        (Some(0), 0, None, None, 10_000, Some(0), Some(0)),
        (Some(0), 5_000_000, None, None, 10_000, Some(0), Some(0)),
        (Some(16_000), 0, Some(1), None, 0, Some(14_000), Some(15_000)),
        (Some(16_000), 0, Some(0), None, 0, Some(14_000), Some(15_000)),
        (Some(64_000), 0, Some(2), None, 0, Some(3_500), Some(4_000)),
        // With a clock and a fixed time, the shorter limit applies.
        (Some(260_000), 0, None, Some(20_000), 0, Some(8_750), Some(20_000)),
        // Below the reserve only the increment is spent, or a little time if there is no increment.
        (Some(60_000), 2_000, None, None, 0, Some(1_312), Some(1_500)),
        (Some(51_200), 0, None, None, 0, Some(700), Some(800)),
        // An increment or a number of moves without a clock.
        (None, 8_000, None, None, 0, Some(4_000), Some(4_000)),
        (None, 0, Some(9), None, 0, Some(0), Some(0)),
    ];

    #[test]
    fn deadlines_match_the_table() {
        for &(time, increment, moves_to_go, move_time, overhead, soft, hard) in TABLE {
            let limits = ClockLimits {
                time: time.map(us),
                increment: us(increment),
                moves_to_go,
                move_time: move_time.map(us),
                overhead: us(overhead),
            };
            let found = limits.deadlines();
            let rounded = |found: Option<Duration>| found.map(|found| found.as_micros() as u64);
            assert_eq!((rounded(found.soft), rounded(found.hard)), (soft, hard), "{limits:?}");
        }
    }

    #[test]
    fn deadlines_never_exceed_the_clock_and_never_overflow() {
        let some = [0, 1, 999, 1_000, 123_456, 60_000_000, u64::MAX / 3, u64::MAX].map(Duration::from_millis);
        let moves = [None, Some(0), Some(1), Some(40), Some(u32::MAX)];
        for time in some {
            for increment in some {
                for overhead in some {
                    for moves_to_go in moves {
                        let limits =
                            ClockLimits { time: Some(time), increment, moves_to_go, move_time: None, overhead };
                        let Deadlines { soft: Some(soft), hard: Some(hard) } = limits.deadlines() else {
                            panic!("a clock gives both deadlines")
                        };
                        assert!(soft <= hard && hard <= time, "{limits:?}");
                        assert!(hard + overhead <= time || hard <= time / 8, "{limits:?}");
                    }
                }
            }
        }
        let huge = ClockLimits { move_time: Some(Duration::MAX), increment: Duration::MAX, ..ClockLimits::default() };
        assert!(huge.deadlines().hard.is_some());
    }

    #[test]
    fn a_clock_of_a_fifth_of_a_second_is_never_exhausted() {
        let (mut left, increment) = (us(200_000), us(2_000));
        for _ in 0..500 {
            let limits = ClockLimits { time: Some(left), increment, overhead: us(1_000), ..ClockLimits::default() };
            left = left + increment - limits.deadlines().hard.unwrap() - us(500);
            assert!(left >= RESERVE, "{left:?}");
        }
    }
}
