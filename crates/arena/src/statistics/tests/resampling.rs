//! Compares intervals and likelihoods of superiority with a bootstrap: the same number of blocks is drawn again and
//! again from those that were played (Efron 1979).

use super::{outcomes, pentanomial};
use crate::statistics::{Estimate, Outcomes, Pair};
use base::rng::Rng;

/// The number of samples.
const SAMPLES: usize = 2000;

/// Returns the mean score of blocks and its distance from 1/2 in standard deviations of a game, times 800 / ln 10, both
/// computed block by block. `blocks` contains the points, the maximum number of points and the number of games of each.
fn naive(blocks: &[[f64; 3]]) -> [f64; 2] {
    let games: f64 = blocks.iter().map(|[.., games]| games).sum();
    let mean = blocks.iter().map(|[points, most, games]| games * points / most).sum::<f64>() / games;
    let per_game =
        blocks.iter().map(|[points, most, games]| (games * (points / most - mean)).powi(2)).sum::<f64>() / games;
    [mean, 347.435_585_522_601_46 * (mean - 0.5) / per_game.sqrt()]
}

/// Returns the 2.5 % and 97.5 % quantiles of the score and of the normalized Elo difference over all samples, and the
/// fraction of samples with a score above 1/2.
fn bootstrap(blocks: &[[f64; 3]]) -> ([[f64; 2]; 2], f64) {
    let mut rng = Rng::new(blocks.len() as u64);
    let mut sample = || naive(&(0..blocks.len()).map(|_| blocks[rng.index(blocks.len())]).collect::<Vec<_>>());
    let samples: Vec<[f64; 2]> = (0..SAMPLES).map(|_| sample()).collect();
    let quantiles = [0, 1].map(|number| {
        let mut values: Vec<f64> = samples.iter().map(|sample| sample[number]).collect();
        values.sort_by(f64::total_cmp);
        [values[SAMPLES / 40], values[SAMPLES - SAMPLES / 40 - 1]]
    });
    let share = |[mean, _]: &[f64; 2]| if *mean > 0.5 { 1.0 } else { f64::from(u8::from(*mean == 0.5)) / 2.0 };
    (quantiles, samples.iter().map(share).sum::<f64>() / SAMPLES as f64)
}

/// Returns blocks of two games with these counts.
fn pairs_of_games(counts: [u64; 5]) -> Vec<[f64; 3]> {
    let of_outcome = |(points, &count): (usize, &u64)| vec![[points as f64, 4.0, 2.0]; count as usize];
    counts.iter().enumerate().flat_map(of_outcome).collect()
}

/// Compares the ends of an interval with those of the bootstrap, to a tenth of the interval.
fn compare(found: Estimate, [low, high]: [f64; 2], what: &str) {
    let (Some(own_low), Some(own_high)) = (found.low, found.high) else { panic!("{what}: no interval") };
    let tenth = 0.1 * (own_high - own_low);
    assert!((own_low - low).abs() < tenth && (own_high - high).abs() < tenth, "{what}: {found:?}, {low} to {high}");
}

/// Compares all numbers of a pair. Returns whether it has an interval of the normalized Elo difference.
fn is_like_the_bootstrap(pair: &Pair, blocks: &[[f64; 3]], what: &str) -> bool {
    let [mean, normalized] = naive(blocks);
    assert!((pair.score.value.unwrap() - mean).abs() < 1e-12, "{what}");
    assert!((pair.normalized.value.unwrap() / normalized - 1.0).abs() < 1e-9 || normalized.abs() < 1e-9, "{what}");
    let ([score_ends, normalized_ends], above) = bootstrap(blocks);
    compare(pair.score, score_ends, what);
    assert!((pair.superiority.unwrap() - above).abs() < 0.04, "{what}: {:?}, {above}", pair.superiority);
    // The Elo difference is a function of the score.
    for (elo, score) in
        [(pair.elo.low, pair.score.low), (pair.elo.value, pair.score.value), (pair.elo.high, pair.score.high)]
    {
        let expected =
            score.filter(|score| *score > 0.0 && *score < 1.0).map(|score| -400.0 * (1.0 / score - 1.0).log10());
        assert!((elo.unwrap_or(1e9) - expected.unwrap_or(1e9)).abs() < 1e-6, "{what}: {elo:?}");
    }
    let is_known = pair.normalized.low.is_some();
    if is_known {
        compare(pair.normalized, normalized_ends, what);
    }
    is_known
}

/// Level and lopsided counts, with few and many draws, have an interval of the normalized Elo difference. Few blocks,
/// or blocks of which a few are unusual, have none: the bootstrap would depend on whether these few are drawn.
#[test]
fn intervals_are_those_of_the_bootstrap() {
    let known = [
        [10, 20, 40, 25, 15],
        [40, 60, 90, 75, 55],
        [90, 30, 20, 30, 80],
        [5, 10, 30, 80, 125],
        [2, 20, 60, 30, 5],
        [2, 5, 7, 4, 2],
        [0, 0, 3, 10, 87],
        [15, 0, 970, 0, 15],
        [0, 40, 900, 60, 0],
        [0, 0, 0, 50, 50],
        [50, 50, 0, 0, 0],
        [50, 0, 0, 0, 50],
        [0, 0, 0, 100, 1900],
    ];
    let unknown = [[0, 0, 0, 1, 19], [19, 1, 0, 0, 0], [0, 1, 98, 1, 0], [0, 0, 0, 10, 10], [0, 0, 2, 8, 20]];
    for (counts, is_known) in
        known.map(|counts| (counts, true)).into_iter().chain(unknown.map(|counts| (counts, false)))
    {
        let found = Pair::new(pentanomial(counts), [0; 3]);
        let what = format!("{counts:?}");
        assert_eq!(
            is_like_the_bootstrap(&found, &pairs_of_games(counts), &what),
            is_known,
            "{what} {}",
            found.normalized
        );
    }
}

/// Blocks of four games and of two, in which the shorter ones have better scores.
#[test]
fn blocks_of_different_length_are_like_the_bootstrap() {
    let mut rng = Rng::new(5);
    let (mut counts, mut blocks) = (Outcomes::new(2), Vec::new());
    for block in 0..300 {
        let games = if block % 3 == 0 { 4 } else { 2 };
        let points = (0..2 * games).filter(|_| rng.unit() < if games == 2 { 0.7 } else { 0.5 }).count() as u64;
        counts.add_blocks_of(games, (points, 2 * games), 1);
        blocks.push([points as f64, 2.0 * games as f64, games as f64]);
    }
    assert!(is_like_the_bootstrap(&Pair::new(counts, [0; 3]), &blocks, "blocks of different length"));
}

/// For many blocks, half the interval of the normalized Elo difference is 1.96 standard errors, which follow from the
/// skewness and the kurtosis, as in fishtest.
#[test]
fn skewness_and_kurtosis_give_the_interval() {
    for counts in [[4000, 9000, 15_000, 11_000, 6000], [0, 0, 1000, 12_000, 30_000], [9000, 0, 100, 0, 9500]] {
        let blocks = counts.iter().sum::<u64>() as f64;
        let moment = |about: f64, power: i32| {
            let of_outcome = |(points, count): (usize, &u64)| *count as f64 * (points as f64 / 4.0 - about).powi(power);
            counts.iter().enumerate().map(of_outcome).sum::<f64>() / blocks
        };
        let mean = moment(0.0, 1);
        let deviation = moment(mean, 2).sqrt();
        let (skewness, kurtosis) = (moment(mean, 3) / deviation.powi(3), moment(mean, 4) / deviation.powi(4));
        let t = (mean - 0.5) / deviation;
        let error = ((1.0 - t * skewness + t * t * (kurtosis - 1.0) / 4.0) / blocks).sqrt();
        let expected = 1.96 * error * 800.0 / 10.0_f64.ln() / 2.0_f64.sqrt();
        let found = Pair::new(pentanomial(counts), [0; 3]).normalized.error().unwrap();
        assert!((found / expected - 1.0).abs() < 0.002, "{counts:?}: {found}, expected {expected}");
    }
}

/// If all blocks are won, the bound is the score with which this has a probability of 2.5 %, and the likelihood of
/// superiority is that of a fair coin not to fall so.
#[test]
fn clean_scores_have_the_bounds_of_a_coin() {
    for blocks in 1..40 {
        let pair = Pair::new(outcomes(&[0, 0, 0, 0, blocks]), [0; 3]);
        let all_won = |score: f64| (0..blocks).fold(1.0, |chance, _| chance * score);
        assert!((all_won(pair.score.low.unwrap()) - 0.025).abs() < 1e-12);
        assert!((pair.superiority.unwrap() + all_won(0.5) - 1.0).abs() < 1e-12);
        assert_eq!(
            (pair.score.high, pair.elo.high, pair.normalized, pair.game_pair),
            (Some(1.0), None, Estimate::default(), None)
        );
    }
}

/// The game-pair Elo difference is 100 times the decimal logarithm of the ratio of won and lost pairs. Pairs with two
/// won games count twice.
#[test]
fn game_pairs_have_a_ratio() {
    let elo = |counts: &[u64]| Pair::new(outcomes(counts), [0; 3]).game_pair;
    // Ten times as many, and twice as many: log10 2 is 0.30103.
    assert!((elo(&[1, 3, 99, 10, 20]).unwrap() - 100.0).abs() < 1e-9);
    assert!((elo(&[1, 2, 0, 8, 0]).unwrap() - 30.103).abs() < 1e-4);
    assert_eq!(elo(&[3, 1, 5, 1, 3]), Some(0.0));
    assert_eq!([elo(&[0, 0, 4, 3, 1]), elo(&[2, 1, 4, 0, 0]), elo(&[0, 0, 4, 0, 0]), elo(&[0; 5])], [None; 4]);
    // Blocks of one game and of three are not pairs.
    assert_eq!([elo(&[4, 2, 8]), elo(&[1, 1, 1, 1, 1, 1, 2])], [None; 2]);
}
