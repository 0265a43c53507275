//! A number with its 95 % interval, either end of which may be missing.

use serde::Serialize;
use std::fmt;

/// A number with its 95 % interval. No field is ever NaN or infinite.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Estimate {
    /// The number; `None` if it is infinite or unknown.
    pub value: Option<f64>,
    /// The lower end of the interval; `None` if it is infinite or unknown.
    pub low: Option<f64>,
    /// The upper end of the interval; `None` if it is infinite or unknown.
    pub high: Option<f64>,
}

impl Estimate {
    /// Returns half the width of the interval; `None` unless the interval has both ends.
    pub fn error(self) -> Option<f64> {
        Some((self.high? - self.low?) / 2.0)
    }

    /// Returns whether the value is far from the middle of the interval, by more than a tenth of half its width.
    fn is_skewed(self) -> bool {
        let (Some(value), Some(low), Some(high)) = (self.value, self.low, self.high) else { return false };
        (low + high - 2.0 * value).abs() > 0.1 * (high - low) / 2.0
    }
}

impl fmt::Display for Estimate {
    /// Formats the estimate as `+12.3 +- 4.5`, as `+12.3 (+9.1 to +19.8)` if the value is not in the middle of the
    /// interval, or as `+12.3` without an interval. An interval with only one end is formatted as `+12.3 (> +3.0)` or,
    /// if the value is unknown, as `> +3.0`. An unknown estimate is formatted as `-`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bounds = match (self.low, self.high) {
            (Some(low), None) => format!("> {}", signed(low)),
            (None, Some(high)) => format!("< {}", signed(high)),
            (Some(low), Some(high)) if self.is_skewed() => format!("{} to {}", signed(low), signed(high)),
            _ => String::new(),
        };
        let text = match (self.value, self.error()) {
            (Some(value), _) if !bounds.is_empty() => format!("{} ({bounds})", signed(value)),
            (Some(value), Some(error)) => format!("{} +- {error:.1}", signed(value)),
            (Some(value), None) => signed(value),
            (None, _) if bounds.is_empty() => "-".to_string(),
            (None, _) => bounds,
        };
        f.pad(&text)
    }
}

/// Formats a number with its sign and one decimal, never as `-0.0`.
pub fn signed(number: f64) -> String {
    format!("{:+.1}", unsigned_zero(number, 1))
}

/// Returns 0 for a number that is 0 with this many decimals. A negative one would be written `-0`.
pub fn unsigned_zero(number: f64, digits: usize) -> f64 {
    if number.abs() < 0.5 * 0.1_f64.powi(digits as i32) { 0.0 } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_values_are_not_shown() {
        let text = |value, low, high| Estimate { value, low, high }.to_string();
        assert_eq!(text(Some(12.34), Some(2.0), Some(23.0)), "+12.3 +- 10.5");
        assert_eq!(text(Some(963.0), Some(852.4), Some(1135.3)), "+963.0 (+852.4 to +1135.3)");
        assert_eq!(text(Some(-0.01), None, None), "+0.0");
        assert_eq!(text(Some(300.0), Some(120.0), None), "+300.0 (> +120.0)");
        assert_eq!(text(None, Some(120.0), None), "> +120.0");
        assert_eq!(text(None, None, Some(-120.0)), "< -120.0");
        assert_eq!(text(None, None, None), "-");
    }
}
