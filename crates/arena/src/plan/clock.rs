//! The text form of clocks, `[MOVES/]BASE[+INCREMENT]`. Times are in milliseconds in plan files, in `--limit-clock-ms`
//! and in `clock_ms=`. In `--clock`, `clock=` and reports they are in seconds or have a unit.

use super::value::within;
use crate::model::Clock;
use base::quote::quote;
use serde::{Deserialize, Deserializer, de::Error};
use std::fmt;

/// A day in milliseconds.
const DAY: u64 = 86_400_000;
/// The units of a time, in milliseconds.
const UNITS: [(&str, f64); 5] = [("ms", 1.0), ("s", 1000.0), ("min", 60_000.0), ("m", 60_000.0), ("h", 3_600_000.0)];

/// The notation for the times of a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    /// Whole numbers of milliseconds, without a unit.
    Milliseconds,
    /// Decimal numbers with or without a unit. Without a unit they are seconds, as in fastchess and cutechess.
    Seconds,
}

impl Unit {
    /// Returns a description of the accepted clocks, for error messages.
    const fn expected(self) -> &'static str {
        match self {
            Self::Milliseconds => "[MOVES/]BASE[+INCREMENT] in milliseconds",
            Self::Seconds => "[MOVES/]BASE[+INCREMENT] in seconds or with a unit, such as 10+0.1, 600ms+10ms or 40/1m",
        }
    }

    /// Parses a time and returns it in milliseconds.
    fn time(self, text: &str) -> Option<f64> {
        let (number, unit) = match self {
            Self::Milliseconds => (text, 1.0),
            Self::Seconds => {
                let (number, name) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
                let name = if name.is_empty() { "s" } else { name };
                (number.trim_end(), UNITS.iter().find(|(unit, _)| *unit == name)?.1)
            }
        };
        // `parse` also accepts signs, exponents, `inf` and `nan`.
        let plain = |c: char| c.is_ascii_digit() || (c == '.' && self == Self::Seconds);
        number.chars().all(plain).then(|| number.parse::<f64>().ok())?.map(|number| number * unit)
    }

    /// Formats a number of milliseconds in this notation.
    fn shown(self, milliseconds: u64) -> String {
        match self {
            Self::Milliseconds => milliseconds.to_string(),
            Self::Seconds if milliseconds == DAY => "24h".to_string(),
            Self::Seconds => format!("{milliseconds}ms"),
        }
    }
}

/// A clock in a plan file.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text such as \"60000+600\"")]
enum ClockText {
    Number(u64),
    Text(String),
}

/// Reads the clock of a plan file.
pub(super) fn milliseconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Clock>, D::Error> {
    let text = match ClockText::deserialize(deserializer)? {
        ClockText::Number(number) => number.to_string(),
        ClockText::Text(text) => text,
    };
    read(&text, Unit::Milliseconds).map(Some).map_err(D::Error::custom)
}

/// Parses a clock in this notation.
pub(super) fn read(text: &str, unit: Unit) -> Result<Clock, String> {
    let wrong = || format!("expected {}, found {}", unit.expected(), quote(text));
    let (moves, rest) = text.split_once('/').map_or((None, text), |(moves, rest)| (Some(moves), rest));
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let moves = moves.map(|moves| moves.trim().parse::<u64>().map_err(|_| wrong())).transpose()?;
    let moves = moves.map(|moves| within(moves, 1, 10_000).map(|moves| moves as u32)).transpose()?;
    let time = |text: &str, least| {
        let text = text.trim();
        rounded(text, unit.time(text).ok_or_else(wrong)?, least, unit)
    };
    Ok(Clock { base: time(base, 1)?, increment: time(increment, 0)?, moves })
}

/// Formats the clock in seconds, in the form that the flag `--clock` accepts.
impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}s", self.base as f64 / 1000.0)?;
        if self.increment > 0 {
            write!(f, "+{}s", self.increment as f64 / 1000.0)?;
        }
        Ok(())
    }
}

/// Converts `time`, in milliseconds, to an integer. Returns an error if it is not a whole number from `least` to one
/// day. `text` is the time as written, and `unit` its notation, for the message.
fn rounded(text: &str, time: f64, least: u64, unit: Unit) -> Result<u64, String> {
    if time > DAY as f64 || time.round() < least as f64 {
        return Err(format!("{} is not within {} to {}", quote(text), unit.shown(least), unit.shown(DAY)));
    }
    // Decimal fractions are not exact in binary: 0.3 s is not exactly 300 ms.
    if (time - time.round()).abs() > 1e-6 {
        return Err(format!("{} is not a whole number of milliseconds", quote(text)));
    }
    Ok(time.round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(base: u64, increment: u64, moves: Option<u32>) -> Result<Clock, String> {
        Ok(Clock { base, increment, moves })
    }

    #[test]
    fn flags_take_seconds_and_units() {
        let read = |text| read(text, Unit::Seconds);
        assert_eq!(read("10+0.1"), clock(10_000, 100, None));
        assert_eq!(read("10+1"), clock(10_000, 1000, None));
        assert_eq!(read("10s+0.1s"), clock(10_000, 100, None));
        assert_eq!(read("600ms+10ms"), clock(600, 10, None));
        assert_eq!(read("1m"), clock(60_000, 0, None));
        assert_eq!((read("1.5min+1"), read("0.5h")), (clock(90_000, 1000, None), clock(1_800_000, 0, None)));
        assert_eq!(read("40/60+0.6"), clock(60_000, 600, Some(40)));
        assert_eq!(read(" 40 / 1 m + 10 ms "), clock(60_000, 10, Some(40)));
        assert_eq!(
            (read("0.3"), read(".001+0"), read("24h")),
            (clock(300, 0, None), clock(1, 0, None), clock(DAY, 0, None))
        );
    }

    #[test]
    fn plan_files_take_milliseconds() {
        let read = |text| read(text, Unit::Milliseconds);
        assert_eq!(read("60000+600"), clock(60_000, 600, None));
        assert_eq!(read("40/60000"), clock(60_000, 0, Some(40)));
        for text in ["10s", "0.5", "60000+10ms"] {
            let expected = format!("expected [MOVES/]BASE[+INCREMENT] in milliseconds, found {text}");
            assert_eq!(read(text), Err(expected));
        }
        assert_eq!(read("86400001"), Err("86400001 is not within 1 to 86400000".to_string()));
    }

    #[test]
    fn what_is_shown_can_be_read() {
        for (text, base, increment, moves) in
            [("10s+0.1s", 10_000, 100, None), ("40/60s", 60_000, 0, Some(40)), ("0.001s+86400s", 1, DAY, None)]
        {
            let clock = Clock { base, increment, moves };
            assert_eq!((clock.to_string().as_str(), read(text, Unit::Seconds)), (text, Ok(clock)));
        }
    }

    #[test]
    fn what_is_no_clock_is_refused_with_what_is() {
        for text in ["", "x", "1+", "+1", "1:30", "-1", "1e3", "inf", "10 s s", "1d", "10+1+1", "x/10", "1_0", "."] {
            let error = read(text, Unit::Seconds).unwrap_err();
            assert!(
                error.starts_with("expected [MOVES/]BASE[+INCREMENT] in seconds or with a unit, such as "),
                "{error}"
            );
        }
        let cases = [
            ("0", "0 is not within 1ms to 24h"),
            ("0.0001", "0.0001 is not within 1ms to 24h"),
            ("60000000", "60000000 is not within 1ms to 24h"),
            ("10+25h", "25h is not within 0ms to 24h"),
            ("0/10", "0 is not within 1 to 10000"),
            ("1.0005", "1.0005 is not a whole number of milliseconds"),
            ("10+0.1ms", "0.1ms is not a whole number of milliseconds"),
        ];
        for (text, message) in cases {
            assert_eq!(read(text, Unit::Seconds), Err(message.to_string()));
        }
    }
}
