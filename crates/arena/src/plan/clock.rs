//! The text form of clocks, `[MOVES/]BASE[+INCREMENT]`, in plans, flags, reports and JSON.

use super::value::bounded_time;
use crate::model::Clock;
use base::duration::show;
use base::quote::quote;
use game::TimeControl;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

impl FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = |found: &str| {
            format!("expected a clock, such as 10s+0.1s, 0s+50ms, 40/1m or 40/1:30+1, found {}", quote(found))
        };
        let (moves, times) = text.split_once('/').map_or((None, text), |(moves, times)| (Some(moves), times));
        let moves = match moves.map(|moves| moves.trim().parse()) {
            None => None,
            Some(Ok(moves @ 1..=10_000)) => Some(moves),
            Some(Ok(_)) => return Err(format!("expected 1 to 10000 moves, found {}", quote(text))),
            Some(Err(_)) => return Err(wrong(text)),
        };
        let (base, increment) = times.split_once('+').unwrap_or((times, "0s"));
        // Beside MINUTES:SECONDS, an increment without a unit is in seconds, as in other match runners.
        let is_bare = base.contains(':') && increment.trim().ends_with(|c: char| c.is_ascii_digit());
        let increment =
            if is_bare && !increment.contains(':') { format!("{}s", increment.trim()) } else { increment.to_string() };
        if base.trim().is_empty() || increment.trim().is_empty() {
            return Err(wrong(text));
        }
        let time = |text: &str| bounded_time(text.trim(), Duration::ZERO);
        let clock = TimeControl { base: time(base)?, increment: time(&increment)?, moves };
        if clock.start().is_zero() {
            return Err(format!("expected a clock with a base or an increment, found {}", quote(text)));
        }
        Ok(Self(clock))
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TimeControl { base, increment, moves } = self.0;
        if let Some(moves) = moves {
            write!(f, "{moves}/")?;
        }
        f.write_str(&show(base))?;
        if increment.is_zero() { Ok(()) } else { write!(f, "+{}", show(increment)) }
    }
}

impl TryFrom<String> for Clock {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Clock> for String {
    fn from(clock: Clock) -> Self {
        clock.to_string()
    }
}
