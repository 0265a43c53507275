//! From clocks to deadlines: how long one move may take. Knows no game; the two deadlines go into the control.

use std::time::Duration;

/// Moves that a game is expected to last on, where the clock does not say it.
const MOVES_EXPECTED: u32 = 26;
/// The end of a clock, which is left alone while the increment lasts. A machine that others use too takes the processor
/// away for up to 0.1 s, once in some ten thousand moves (measured beside one more match): a clock that is nearly empty
/// all the time loses a game in some hundreds so. Where clocks are minutes it is nothing.
const RESERVE: Duration = Duration::from_millis(60);
/// Beyond this a limit is as good as none; it keeps all arithmetic far from overflow.
const LONGEST: Duration = Duration::from_secs(1 << 40);

/// What the clocks say about the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClockLimits {
    /// What the mover's clock holds.
    pub time: Option<Duration>,
    /// Added after every move, so it cannot be spent on this one.
    pub increment: Duration,
    /// Moves until the clock is filled up again; 0 is taken for 1.
    pub moves_to_go: Option<u32>,
    /// Exactly so long for this move.
    pub move_time: Option<Duration>,
    /// Lost on the way between the engine and whoever holds the clock.
    pub overhead: Duration,
}

/// When a search has to end, counted from the reading of `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deadlines {
    /// No new iteration after this long.
    pub soft: Option<Duration>,
    /// Everything ends after this long.
    pub hard: Option<Duration>,
}

impl ClockLimits {
    /// The deadlines: never beyond what the clock holds, whatever the numbers are. An increment or a number of moves
    /// without a clock is a clock that holds just the increment.
    #[must_use]
    pub fn deadlines(&self) -> Deadlines {
        let clockless = self.increment.is_zero() && self.moves_to_go.is_none();
        let clock = self.time.or((!clockless).then_some(self.increment)).map(|time| self.share(time));
        let fixed = self.move_time.map(|time| self.usable(time));
        Deadlines {
            soft: earlier(clock.map(|(soft, _)| soft), fixed),
            hard: earlier(clock.map(|(_, hard)| hard), fixed),
        }
    }

    /// What may be spent of `time`: the overhead goes off, but an eighth always stays.
    fn usable(&self, time: Duration) -> Duration {
        let time = time.min(LONGEST);
        time.saturating_sub(self.overhead).max(time / 8)
    }

    /// The part of a clock for this move: an even share and most of the increment; up to four shares while things are
    /// unclear.
    fn share(&self, time: Duration) -> (Duration, Duration) {
        let usable = self.usable(time);
        let moves = self.moves_to_go.unwrap_or(MOVES_EXPECTED).clamp(1, MOVES_EXPECTED + 10);
        let gained = self.increment.min(LONGEST) * 3 / 4;
        if moves == 1 {
            // The clock is filled up after this move, which may take nearly all.
            let most = usable - usable / 16;
            return (((usable + gained) * 7 / 8).min(most), most);
        }
        let spendable = usable.saturating_sub(RESERVE);
        // Twice the reserve and more are shared out as if there were none, below that less and less.
        let part = (usable / moves).min(spendable * 2 / moves);
        let share = (part + gained).max(usable / 64);
        let most = (spendable / 2 + gained).max(share).min(usable / 2);
        ((share * 7 / 8).min(most), (share * 4).min(most))
    }
}

fn earlier(a: Option<Duration>, b: Option<Duration>) -> Option<Duration> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn us(us: u64) -> Duration {
        Duration::from_micros(us)
    }

    /// Time, increment, moves to go, move time, overhead in microseconds → soft, hard.
    #[allow(clippy::type_complexity)]
    const TABLE: &[(Option<u64>, u64, Option<u32>, Option<u64>, u64, Option<u64>, Option<u64>)] = &[
        (None, 0, None, None, 10_000, None, None),
        // A fixed time is used up, but for the overhead.
        (None, 0, None, Some(1_000_000), 10_000, Some(990_000), Some(990_000)),
        (None, 0, None, Some(1_000), 10_000, Some(125), Some(125)),
        (None, 0, None, Some(1_000), 0, Some(1_000), Some(1_000)),
        (None, 0, None, Some(0), 10_000, Some(0), Some(0)),
        // Clocks.
        (Some(260_000), 0, None, None, 0, Some(8_750), Some(40_000)),
        (Some(200_000), 2_000, None, None, 5_000, Some(7_875), Some(36_000)),
        (Some(73_000), 2_000, None, None, 0, Some(2_187), Some(8_000)),
        (Some(5_000), 2_000, None, None, 10_000, Some(312), Some(312)),
        (Some(0), 0, None, None, 10_000, Some(0), Some(0)),
        (Some(0), 5_000_000, None, None, 10_000, Some(0), Some(0)),
        (Some(16_000), 0, Some(1), None, 0, Some(14_000), Some(15_000)),
        (Some(16_000), 0, Some(0), None, 0, Some(14_000), Some(15_000)),
        (Some(64_000), 0, Some(2), None, 0, Some(3_500), Some(4_000)),
        // The smaller of both.
        (Some(260_000), 0, None, Some(20_000), 0, Some(8_750), Some(20_000)),
        // The reserve: only the increment is spent, or a little where there is none.
        (Some(60_000), 2_000, None, None, 0, Some(1_312), Some(1_500)),
        (Some(51_200), 0, None, None, 0, Some(700), Some(800)),
        // No clock, but what belongs to one.
        (None, 8_000, None, None, 0, Some(4_000), Some(4_000)),
        (None, 0, Some(9), None, 0, Some(0), Some(0)),
    ];

    #[test]
    fn the_table() {
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
    fn never_more_than_the_clock_holds_and_never_an_overflow() {
        let some = [0, 1, 999, 1_000, 123_456, 60_000_000, u64::MAX / 3, u64::MAX].map(Duration::from_millis);
        let moves = [None, Some(0), Some(1), Some(40), Some(u32::MAX)];
        for time in some {
            for increment in some {
                for overhead in some {
                    for moves_to_go in moves {
                        let limits =
                            ClockLimits { time: Some(time), increment, moves_to_go, move_time: None, overhead };
                        let Deadlines { soft: Some(soft), hard: Some(hard) } = limits.deadlines() else {
                            panic!("a clock is a limit")
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
    fn a_game_of_fifth_of_a_second_lasts() {
        let (mut left, increment) = (us(200_000), us(2_000));
        for _ in 0..500 {
            let limits = ClockLimits { time: Some(left), increment, overhead: us(1_000), ..ClockLimits::default() };
            left = left + increment - limits.deadlines().hard.unwrap() - us(500);
            assert!(left >= RESERVE, "{left:?}");
        }
    }
}
