//! Logarithmic histograms for plots.

use crate::report::Histogram;
use std::collections::BTreeMap;

/// The number of bars per decade.
const PER_DECADE: f64 = 8.0;

/// A histogram of decimal logarithms, over whole decades.
#[derive(Default)]
pub(super) struct LogarithmicBins(BTreeMap<i64, u64>);

impl LogarithmicBins {
    /// Adds a number. Numbers that are not positive and finite are ignored.
    pub(super) fn add(&mut self, number: f64) {
        let log = number.log10();
        if number > 0.0 && log.is_finite() {
            *self.0.entry((log * PER_DECADE).floor() as i64).or_default() += 1;
        }
    }

    /// Returns the histogram; `None` if no number was counted.
    pub(super) fn histogram(&self) -> Option<Histogram> {
        let (&first, _) = self.0.first_key_value()?;
        let (&last, _) = self.0.last_key_value()?;
        let decade = PER_DECADE as i64;
        let (low, end) = (first.div_euclid(decade) * decade, (last.div_euclid(decade) + 1) * decade);
        let counts = (low..end).map(|bar| self.0.get(&bar).copied().unwrap_or(0)).collect();
        Some(Histogram { from: low as f64 / PER_DECADE, width: 1.0 / PER_DECADE, counts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn logarithmic(numbers: impl Iterator<Item = f64>) -> Option<Histogram> {
        let mut bins = LogarithmicBins::default();
        numbers.for_each(|number| bins.add(number));
        bins.histogram()
    }

    #[test]
    fn whole_decades() {
        let times = logarithmic([0.0, 0.5, 1.0, 99.0].into_iter()).unwrap();
        assert_eq!((times.from, times.width, times.counts.len()), (-1.0, 0.125, 24));
        assert_eq!((times.counts[5], times.counts[8], times.counts[23]), (1, 1, 1));
        assert!(logarithmic([0.0, f64::NAN].into_iter()).is_none());
    }

    proptest! {
        #[test]
        fn all_numbers_are_counted(numbers in prop::collection::vec(0..5000_u32, 1..40)) {
            let times = numbers.iter().map(|&number| f64::from(number) / 7.0 + 0.001);
            let times = logarithmic(times).unwrap();
            prop_assert_eq!(times.counts.iter().sum::<u64>(), numbers.len() as u64);
            prop_assert!((times.counts.len() as f64 / PER_DECADE).fract() == 0.0);
        }
    }
}
