//! Times as people write them: a number with a unit, such as `500ms`, `0.5s`, `2m` or `1m30s`, or minutes and seconds
//! as on a clock, such as `1:30`.

use crate::quote::quote;
use std::time::Duration;

/// The units, in milliseconds, from the longest.
const UNITS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)];

/// Why a text is not a time. Each variant contains the text, quoted for a message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DurationError {
    /// The text is a number without a unit.
    #[error("{0} has no unit: write 500ms or 0.5s")]
    NoUnit(String),
    /// The text is not a number with a unit, or the time is longer than any clock.
    #[error("{0} is not a time: write one such as 500ms, 0.5s, 2m, 1m30s or 1:30")]
    NoTime(String),
    /// The time is not a whole number of milliseconds.
    #[error("{0} is not a whole number of milliseconds")]
    TooFine(String),
}

/// Parses a time: one or more decimal numbers with the units `h`, `m`, `s` and `ms`, from the longest unit, or
/// `MINUTES:SECONDS` with two digits and perhaps a fraction of seconds. The time is a whole number of milliseconds.
///
/// # Errors
/// Returns an error if the text has another form.
///
/// ```
/// use speltafel_base::duration::{parse, show};
///
/// let time = parse("1m30s")?;
/// assert_eq!((time.as_millis(), show(time)), (90_000, "1m30s".to_string()));
/// assert_eq!(parse("500").unwrap_err().to_string(), "500 has no unit: write 500ms or 0.5s");
/// # Ok::<(), speltafel_base::duration::DurationError>(())
/// ```
pub fn parse(text: &str) -> Result<Duration, DurationError> {
    let wrong = || DurationError::NoTime(quote(text));
    if let Some((minutes, seconds)) = text.split_once(':') {
        let whole = seconds.split('.').next().unwrap_or_default();
        let is_clock =
            minutes.bytes().all(|byte| byte.is_ascii_digit()) && matches!(whole.as_bytes(), [b'0'..=b'5', _]);
        let time = if is_clock { parse(&format!("{minutes}m{seconds}s")) } else { Err(wrong()) };
        return time.map_err(|error| match error {
            DurationError::TooFine(_) => DurationError::TooFine(quote(text)),
            _ => wrong(),
        });
    }
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    // Each unit is shorter than the one before.
    let (mut rest, mut units, mut total) = (text, UNITS.iter(), 0_u64);
    loop {
        let (number, tail) = rest.split_at(rest.find(|c| !is_number(c)).unwrap_or(rest.len()));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let digits: u64 = format!("{whole}{fraction}").parse().map_err(|_| wrong())?;
        if tail.is_empty() {
            return Err(DurationError::NoUnit(quote(text)));
        }
        let (unit, tail) = tail.split_at(tail.find(is_number).unwrap_or(tail.len()));
        let (_, unit) = units.find(|(name, _)| *name == unit).ok_or_else(wrong)?;
        let product = u128::from(digits) * u128::from(*unit);
        let divisor = 10_u128.checked_pow(fraction.len() as u32).ok_or_else(wrong)?;
        if product % divisor != 0 {
            return Err(DurationError::TooFine(quote(text)));
        }
        let part = u64::try_from(product / divisor).map_err(|_| wrong())?;
        total = total.checked_add(part).ok_or_else(wrong)?;
        if tail.is_empty() {
            return Ok(Duration::from_millis(total));
        }
        rest = tail;
    }
}

/// Formats a time so that [`parse`] reads it, such as `500ms`, `1.5s`, `1m30s` or `2h`. It is rounded down to
/// milliseconds.
#[must_use]
pub fn show(time: Duration) -> String {
    let milliseconds = time.as_millis();
    let (hours, minutes, rest) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds % 60_000);
    let part = |number, unit| if number == 0 { String::new() } else { format!("{number}{unit}") };
    let seconds = match milliseconds {
        1..1000 => format!("{rest}ms"),
        60_000.. if rest == 0 => String::new(),
        _ => format!("{}s", rest as f64 / 1000.0),
    };
    part(hours, "h") + &part(minutes, "m") + &seconds
}

/// A time as text in JSON and TOML, for `#[serde(with = "speltafel_base::duration::serde")]`.
#[cfg(feature = "serde")]
pub mod serde {
    use super::{parse, show};
    use serde::de::{Error, Visitor};
    use serde::{Deserializer, Serializer};
    use std::fmt::{self, Formatter};
    use std::time::Duration;

    /// Serializes a time as text.
    ///
    /// # Errors
    /// Returns the error of the serializer.
    pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&show(*time))
    }

    /// Deserializes a time from text.
    ///
    /// # Errors
    /// Returns an error if the value is not a text that [`parse`] accepts.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        deserializer.deserialize_any(Text)
    }

    /// An optional time, for `#[serde(with = "speltafel_base::duration::serde::option")]`.
    pub mod option {
        use serde::{Deserialize, Deserializer, Serializer};
        use std::time::Duration;

        #[derive(Deserialize)]
        struct Time(#[serde(with = "super")] Duration);

        /// Serializes a time as text, or as nothing.
        ///
        /// # Errors
        /// Returns the error of the serializer.
        pub fn serialize<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
            match time {
                Some(time) => super::serialize(time, serializer),
                None => serializer.serialize_none(),
            }
        }

        /// Deserializes a time from text, or from nothing.
        ///
        /// # Errors
        /// Returns an error if there is a value, but not a text that [`parse`](super::super::parse) accepts.
        pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
            Ok(Option::<Time>::deserialize(deserializer)?.map(|Time(time)| time))
        }
    }

    struct Text;

    impl Visitor<'_> for Text {
        type Value = Duration;

        fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
            f.write_str("a text such as \"500ms\" or \"0.5s\"")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Duration, E> {
            parse(text).map_err(E::custom)
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<Duration, E> {
            parse(&number.to_string()).map_err(E::custom)
        }

        fn visit_f64<E: Error>(self, number: f64) -> Result<Duration, E> {
            parse(&number.to_string()).map_err(E::custom)
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<Duration, E> {
            parse(&number.to_string()).map_err(E::custom)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, milliseconds, shown) in [
            ("500ms", 500, "500ms"),
            ("0.5s", 500, "500ms"),
            (".25s", 250, "250ms"),
            ("0s", 0, "0s"),
            ("1.25s", 1250, "1.25s"),
            ("60s", 60_000, "1m"),
            ("1m30s", 90_000, "1m30s"),
            ("1.5m", 90_000, "1m30s"),
            ("1h2m3s4ms", 3_723_004, "1h2m3.004s"),
            ("24h", 86_400_000, "24h"),
            ("1:30", 90_000, "1m30s"),
            ("0:05.5", 5500, "5.5s"),
            ("90:00", 5_400_000, "1h30m"),
        ] {
            let time = Duration::from_millis(milliseconds);
            assert_eq!((parse(text), show(time).as_str()), (Ok(time), shown));
            assert_eq!(parse(shown), Ok(time));
        }
        for text in ["0", "500", "0.5", "1m30"] {
            assert_eq!(parse(text), Err(DurationError::NoUnit(text.to_string())));
        }
        for text in [
            "",
            "s",
            ".s",
            "-1s",
            "1e3s",
            "1 s",
            "1d",
            "1s1m",
            "1s1s",
            "1..5s",
            "1s ",
            "inf",
            "99999999999999999h",
            "1:5",
            "1:60",
            "1:300",
            ":30",
            "1:",
            "1:-3",
            "-1:30",
            "1:2:30",
            "1.5:30",
            "1:30s",
            "1m:30",
            "1:3x",
        ] {
            assert_eq!(parse(text), Err(DurationError::NoTime(text.to_string())));
        }
        assert_eq!(parse("0.1ms"), Err(DurationError::TooFine("0.1ms".to_string())));
    }
    #[cfg(feature = "serde")]
    #[test]
    fn a_number_in_a_file_is_refused() {
        use ::serde::de::IntoDeserializer;
        use ::serde::de::value::Error;
        let error = |value: Result<Duration, Error>| value.unwrap_err().to_string();
        let text = "500 has no unit: write 500ms or 0.5s";
        assert_eq!(error(serde::deserialize(500_u64.into_deserializer())), text);
        assert_eq!(
            serde::deserialize(IntoDeserializer::<Error>::into_deserializer("2m")),
            Ok(Duration::from_secs(120))
        );
    }
}
