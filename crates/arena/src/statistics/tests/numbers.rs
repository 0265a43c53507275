//! Tests for a pair's score, Elo, normalized Elo and likelihood of superiority.

use super::pentanomial;
use crate::statistics::{Estimate, Pair};

/// Returns the statistics of a pair from its pentanomial counts.
fn numbers(counts: [u64; 5]) -> Pair {
    Pair::new(pentanomial(counts), [0; 3])
}

fn close(found: Option<f64>, expected: f64, tolerance: f64) {
    let found = found.unwrap();
    assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected}");
}

/// Compares with the test cases "EloPentanomial 1" to "3" in fastchess (`app/tests/elo_test.cpp`). The numbers there
/// are rounded to two decimals, hence the tolerance of 0.006. The counts there are LL, LD, WL, DD, WD, WW; WL and DD
/// are one outcome here.
#[test]
fn fastchess_agrees() {
    // Columns: counts; normalized Elo; Elo and error; likelihood of superiority in percent. The error of normalized Elo
    // is not compared, because fastchess ignores the skewness and the kurtosis.
    let cases: [([u64; 5], [f64; 3], Option<f64>); 3] = [
        ([34, 54, 31 + 32, 64, 75], [57.94, 55.58, 27.65], Some(100.0)),
        ([332, 433, 457 + 41, 333, 334], [-9.17, -8.64, 10.33], Some(5.05)),
        ([7895, 8757, 5485 + 200, 568, 9999], [-19.01, -21.04, 2.95], None),
    ];
    for (counts, [normalized, elo, error], superiority) in cases {
        let pair = numbers(counts);
        close(pair.normalized.value, normalized, 0.006);
        close(pair.elo.value, elo, 0.006);
        close(pair.elo.error(), error, 0.006);
        if let Some(superiority) = superiority {
            close(pair.superiority.map(|share| 100.0 * share), superiority, 0.006);
        }
    }
}

/// Compares the normal distribution and its 97.5 % quantile with tables (Abramowitz and Stegun 1964, table 26.1).
#[test]
fn the_normal_distribution_is_that_of_the_tables() {
    use crate::statistics::{QUANTILE, normal};
    close(Some(QUANTILE), 1.959_963_984_540_054, 1e-9);
    close(Some(normal(1.0)), 0.841_344_746_068_543, 1e-9);
    close(Some(normal(-2.0)), 0.022_750_131_948_179, 1e-9);
}

/// A score of 64 % corresponds to an Elo difference of 100, and 76 % to 200 (Elo 1978, table of expectancies, rounded
/// to 1 %).
#[test]
fn elo_is_logistic() {
    use crate::statistics::{elo, expected_score};
    close(Some(expected_score(100.0)), 0.64, 0.005);
    close(Some(expected_score(200.0)), 0.76, 0.005);
    close(elo(expected_score(-37.5)), -37.5, 1e-9);
    assert_eq!((elo(0.0), elo(1.0)), (None, None));
}

#[test]
fn nothing_is_known_without_blocks() {
    let pair = numbers([0; 5]);
    assert_eq!((pair.score, pair.elo, pair.normalized), Default::default());
    assert_eq!((pair.superiority, pair.draw_ratio), (None, None));
    assert_eq!(pair.elo.to_string(), "-");
}

/// A single block, or blocks with equal scores, have no variance, so the score has no interval.
#[test]
fn equal_blocks_have_no_interval() {
    for blocks in [1, 50] {
        let level = numbers([0, 0, blocks, 0, 0]);
        assert_eq!(level.elo, Estimate { value: Some(0.0), low: None, high: None });
        assert_eq!((level.elo.to_string(), level.superiority), ("+0.0".to_string(), Some(0.5)));
        assert_eq!(level.normalized, Estimate::default());
    }
    assert_eq!(numbers([0, 0, 0, 3, 0]).superiority, Some(0.875));
}

/// If all n blocks are won, the lower bound is the exact binomial (Clopper–Pearson) limit 0.025^(1/n). For ten blocks
/// it is 0.6915, as in published tables of exact limits, which is +140.2 Elo.
#[test]
fn a_clean_score_has_a_bound() {
    let pair = numbers([0, 0, 0, 0, 10]);
    close(pair.score.low, 0.6915, 0.00005);
    assert_eq!(pair.elo.value, None);
    assert_eq!(pair.elo.to_string(), "> +140.2");
    assert_eq!(numbers([10, 0, 0, 0, 0]).elo.to_string(), "< -140.2");
    close(pair.superiority, 1.0 - 1.0 / 1024.0, 1e-12);
}

/// If the interval of the score extends beyond 100 %, it is cut off there, and the interval of the Elo difference has
/// no upper end.
#[test]
fn a_wide_interval_is_open() {
    let pair = numbers([0, 0, 1, 0, 3]);
    assert_eq!(pair.score.high, Some(1.0));
    assert!(pair.elo.value.is_some() && pair.elo.low.is_some() && pair.elo.high.is_none());
    assert!(pair.elo.to_string().contains(" (> "), "{}", pair.elo);
}
