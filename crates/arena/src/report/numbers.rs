//! Formats numbers for all reports.

use crate::statistics::unsigned_zero;

/// Formats a number with at most `digits` decimals and without trailing zeros: 3, 3.5, 3.33.
pub(super) fn tidy(number: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", unsigned_zero(number, digits));
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_sign() {
        assert_eq!([-0.004, 0.0049, -0.0051].map(|number| tidy(number, 2)), ["0", "0", "-0.01"]);
    }
}
