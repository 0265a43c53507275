//! A number with its interval of 95 %, where either end may be missing. Knows not what the number means.

use serde::Serialize;
use std::fmt;

/// A number with its interval of 95 %. No field is ever NaN or infinite.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Estimate {
    /// The number; `None` where it is beyond all bounds, or nothing is known.
    pub value: Option<f64>,
    /// The lower end; `None`: no bound.
    pub low: Option<f64>,
    /// The upper end; `None`: no bound.
    pub high: Option<f64>,
}

impl Estimate {
    /// The same seen from the other side.
    #[must_use]
    pub fn negated(self) -> Self {
        let negative = |number: Option<f64>| number.map(|number| -number);
        Self { value: negative(self.value), low: negative(self.high), high: negative(self.low) }
    }

    /// Half the width of the interval, where it has both ends.
    #[must_use]
    pub fn error(self) -> Option<f64> {
        Some((self.high? - self.low?) / 2.0)
    }
}

impl fmt::Display for Estimate {
    /// `+12.3 +- 4.5`; `+12.3 (> +3.0)` and `> +3.0` where there is only one end, `-` where nothing is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bounds = match (self.low, self.high) {
            (Some(low), None) => format!("> {}", signed(low)),
            (None, Some(high)) => format!("< {}", signed(high)),
            _ => String::new(),
        };
        let text = match (self.value, self.error()) {
            (Some(value), Some(error)) => format!("{} +- {error:.1}", signed(value)),
            (Some(value), None) if bounds.is_empty() => signed(value),
            (Some(value), None) => format!("{} ({bounds})", signed(value)),
            (None, _) if bounds.is_empty() => "-".to_string(),
            (None, _) => bounds,
        };
        f.pad(&text)
    }
}

/// With its sign and one digit, never `-0.0`.
fn signed(number: f64) -> String {
    let number = if number.abs() < 0.05 { 0.0 } else { number };
    format!("{number:+.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_not_shown() {
        let text = |value, low, high| Estimate { value, low, high }.to_string();
        assert_eq!(text(Some(12.34), Some(2.0), Some(23.0)), "+12.3 +- 10.5");
        assert_eq!(text(Some(-0.01), None, None), "+0.0");
        assert_eq!(text(Some(300.0), Some(120.0), None), "+300.0 (> +120.0)");
        assert_eq!(text(None, Some(120.0), None), "> +120.0");
        assert_eq!(text(None, None, Some(-120.0)), "< -120.0");
        assert_eq!(text(None, None, None), "-");
    }
}
