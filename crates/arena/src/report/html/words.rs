//! Formats numbers for people.

use crate::report::numbers::tidy;
use crate::report::progress::{elo_text, game_pair_text, superiority_text};
use crate::statistics::{self, Estimate, Pair};
use indicatif::HumanCount;

/// Formats an estimate with typographic plus-minus and minus signs.
pub(super) fn interval(estimate: Estimate) -> String {
    typographic(&estimate.to_string())
}

/// Formats the Elo difference of a pair like the report in text.
pub(super) fn elo(pair: &Pair) -> String {
    typographic(&elo_text(pair))
}

/// Formats the game-pair Elo difference of a pair like the report in text.
pub(super) fn game_pair(pair: &Pair) -> Option<String> {
    game_pair_text(pair).map(|text| text.replace(" -", " \u{2212}"))
}

/// Formats the likelihood of superiority like the report in text.
pub(super) fn superiority(pair: &Pair) -> String {
    superiority_text(pair)
}

/// Formats a number with its sign and one decimal.
pub(super) fn signed(number: f64) -> String {
    typographic(&statistics::signed(number))
}

fn typographic(text: &str) -> String {
    text.replace("+-", "\u{b1}").replace('-', "\u{2212}")
}

/// Formats milliseconds in a suitable unit.
pub(super) fn duration(milliseconds: f64) -> String {
    let (number, unit) = if milliseconds >= 1000.0 { (milliseconds / 1000.0, "s") } else { (milliseconds, "ms") };
    let digits = match number {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{} {unit}", tidy(number, digits))
}

/// Formats a fraction from 0 to 1 as a percentage.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Formats a number with commas as thousands separators.
pub(super) fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// Formats a number with at most two decimals, no trailing zeros and a typographic minus sign.
pub(super) fn plain(number: f64) -> String {
    tidy(number, 2).replace('-', "\u{2212}")
}

/// Formats a whole number for an axis; empty for other numbers.
pub(super) fn whole(number: f64) -> String {
    if (number - number.round()).abs() < 1e-6 { short(number) } else { String::new() }
}

/// Formats a number in a few characters, for axes.
pub(super) fn short(number: f64) -> String {
    match number.abs() {
        1e6.. => format!("{}M", plain(number / 1e6)),
        1e4.. => format!("{}k", plain(number / 1e3)),
        _ => plain(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_formatted() {
        let durations = [0.0, 0.25, 12.34, 149.6, 1000.0, 12_345.0].map(duration);
        assert_eq!(durations, ["0 ms", "0.25 ms", "12.3 ms", "150 ms", "1 s", "12.3 s"]);
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0.0, -0.001, 1.5, -20.0, 0.125].map(plain), ["0", "0", "1.5", "\u{2212}20", "0.12"]);
        assert_eq!([0.5, 9999.0, 25_000.0, -1_500_000.0].map(short), ["0.5", "9999", "25k", "\u{2212}1.5M"]);
        assert_eq!([0.0, 0.5, 2.0, 25_000.0].map(whole), ["0", "", "2", "25k"]);
        assert_eq!(percent(0.4583), "45.8 %");
        let estimate = Estimate { value: Some(-3.0), low: Some(-5.0), high: Some(-1.0) };
        assert_eq!(interval(estimate), "\u{2212}3.0 \u{b1} 2.0");
    }
}
