//! Histograms for charts.

use serde::Serialize;
use std::collections::BTreeMap;

/// The maximum number of bars, except in a logarithmic histogram.
const BARS: usize = 30;

/// The number of bars per decade.
const PER_DECADE: f64 = 8.0;

/// A histogram with bars of equal width.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Histogram {
    /// The lower bound of the first bar.
    pub from: f64,
    /// The width of each bar; 0 if the histogram is empty.
    pub width: f64,
    /// The number of values in each bar. Bar `i` begins at `from + i * width`. A value on the border between two bars
    /// belongs to the upper one.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// Computes the histogram of values, each with its number, which must not contain NaN. If `whole` is true, the bar
    /// width is a whole number. The histogram is empty if there are no values or one of them is infinite.
    pub fn of(values: impl Iterator<Item = (f64, u64)> + Clone, whole: bool) -> Self {
        let least = values.clone().map(|(value, _)| value).fold(f64::INFINITY, f64::min);
        let most = values.clone().map(|(value, _)| value).fold(f64::NEG_INFINITY, f64::max);
        if !least.is_finite() || !most.is_finite() {
            return Self::default();
        }
        let rough = (most - least) / BARS as f64;
        let width = match (whole, rough > 0.0) {
            (true, _) => (rough + 1.0 / BARS as f64).ceil(),
            (false, true) => rough * (1.0 + 1e-9),
            (false, false) => 1.0,
        };
        let bar = |value: f64| ((value - least) / width) as usize;
        let mut counts = vec![0; bar(most) + 1];
        values.for_each(|(value, count)| counts[bar(value)] += count);
        Self { from: least, width, counts }
    }
}

/// A histogram of decimal logarithms, over whole decades.
#[derive(Clone, Debug, Default)]
pub(super) struct LogarithmicBins(BTreeMap<i64, u64>);

impl LogarithmicBins {
    /// Adds a number. Numbers that are not positive and finite are ignored.
    pub(super) fn add(&mut self, number: f64) {
        let log = number.log10();
        if number > 0.0 && log.is_finite() {
            *self.0.entry((log * PER_DECADE).floor() as i64).or_default() += 1;
        }
    }

    /// Returns the histogram, which is empty if no number was counted.
    pub(super) fn histogram(&self) -> Histogram {
        let (Some((&first, _)), Some((&last, _))) = (self.0.first_key_value(), self.0.last_key_value()) else {
            return Histogram::default();
        };
        let decade = PER_DECADE as i64;
        let (low, end) = (first.div_euclid(decade) * decade, (last.div_euclid(decade) + 1) * decade);
        let counts = (low..end).map(|bar| self.0.get(&bar).copied().unwrap_or(0)).collect();
        Histogram { from: low as f64 / PER_DECADE, width: 1.0 / PER_DECADE, counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn logarithmic(numbers: impl Iterator<Item = f64>) -> Histogram {
        let mut bins = LogarithmicBins::default();
        numbers.for_each(|number| bins.add(number));
        bins.histogram()
    }

    #[test]
    fn whole_decades() {
        let times = logarithmic([0.0, 0.5, 1.0, 99.0].into_iter());
        assert_eq!((times.from, times.width, times.counts.len()), (-1.0, 0.125, 24));
        assert_eq!((times.counts[5], times.counts[8], times.counts[23]), (1, 1, 1));
        assert!(logarithmic([0.0, f64::NAN].into_iter()) == Histogram::default());
    }

    proptest! {
        #[test]
        fn all_numbers_are_counted(numbers in prop::collection::vec(0..5000_u32, 1..40)) {
            let times = numbers.iter().map(|&number| f64::from(number) / 7.0 + 0.001);
            let times = logarithmic(times);
            prop_assert_eq!(times.counts.iter().sum::<u64>(), numbers.len() as u64);
            prop_assert!((times.counts.len() as f64 / PER_DECADE).fract() == 0.0);
        }
    }
}
