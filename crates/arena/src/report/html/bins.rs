//! Logarithmic histograms for plots.

use crate::report::Histogram;

/// The number of bars per decade.
const PER_DECADE: f64 = 8.0;

/// Returns a histogram of the decimal logarithms of `numbers`, over whole decades. Numbers that are not positive and
/// finite are ignored. Returns `None` if no number is left.
pub(super) fn logarithmic(numbers: impl Iterator<Item = f64>) -> Option<Histogram> {
    let logs: Vec<f64> = numbers.filter(|number| *number > 0.0).map(f64::log10).filter(|log| log.is_finite()).collect();
    let low = logs.iter().copied().fold(f64::INFINITY, f64::min).floor();
    let high = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // A bar excludes its upper bound, so a maximum at the end of a decade needs the next decade.
    let end = if high == high.ceil() { high + 1.0 } else { high.ceil() };
    if logs.is_empty() {
        return None;
    }
    let mut counts = vec![0; ((end - low) * PER_DECADE).round() as usize];
    let last = counts.len() - 1;
    logs.iter().for_each(|log| counts[(((log - low) * PER_DECADE) as usize).min(last)] += 1);
    Some(Histogram { from: low, width: 1.0 / PER_DECADE, counts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
