//! Compares ratings and their intervals with an algorithm that shares no code with them, and with a bootstrap of
//! blocks.

use crate::statistics::{Comparison, Field, QUANTILE, Rating, bradley_terry};
use base::rng::Rng;

/// The results of a block: the indices of two participants, and the points of each.
type Results = Vec<(usize, usize, f64, f64)>;

/// Returns the ratings of these blocks.
fn rate(blocks: &[Results], anchors: &[Option<f64>]) -> Vec<Rating> {
    let mut field = Field::new(anchors.to_vec());
    for block in blocks {
        let comparison = |&(one, other, won, lost): &(usize, usize, f64, f64)| Comparison {
            one: vec![one],
            other: vec![other],
            won,
            lost,
        };
        field.add(block.iter().map(comparison).collect(), 1.0);
    }
    bradley_terry(&field)
}

/// Returns the ratings of the same blocks, with `drawn` points for each side of a pair that met, by the minorization of
/// Hunter (2004): the strength of each participant becomes its points divided by the sum of its games over the summed
/// strengths. Anchors keep their strengths.
fn minorized(blocks: &[Results], anchors: &[Option<f64>], drawn: f64) -> Vec<f64> {
    let size = anchors.len();
    let mut points = vec![vec![0.0; size]; size];
    for &(one, other, won, lost) in blocks.iter().flatten() {
        points[one][other] += won;
        points[other][one] += lost;
    }
    let met = |i: usize, j: usize| points[i][j] + points[j][i];
    let extra = |i: usize, j: usize| if met(i, j) > 0.0 { drawn } else { 0.0 };
    let mut strength: Vec<f64> = anchors.iter().map(|anchor| 10.0_f64.powf(anchor.unwrap_or(0.0) / 400.0)).collect();
    for _ in 0..20_000 {
        let before = strength.clone();
        for i in (0..size).filter(|&i| anchors[i].is_none()) {
            let won: f64 = (0..size).map(|j| points[i][j] + extra(i, j)).sum();
            let games = |j: usize| (met(i, j) + 2.0 * extra(i, j)) / (strength[i] + strength[j]);
            strength[i] = won / (0..size).map(games).sum::<f64>();
        }
        if strength.iter().zip(&before).all(|(new, old)| (new / old - 1.0).abs() < 1e-10) {
            break;
        }
    }
    let elo: Vec<f64> = strength.iter().map(|strength| 400.0 * strength.log10()).collect();
    let is_free = anchors.iter().all(Option::is_none);
    let mean = if is_free { elo.iter().sum::<f64>() / size as f64 } else { 0.0 };
    elo.iter().map(|elo| elo - mean).collect()
}

/// Returns random blocks of two games between all pairs of participants with these ratings.
fn random_blocks(elo: &[f64], draws: f64, count: usize, rng: &mut Rng) -> Vec<Results> {
    let mut game = |gap: f64| match rng.unit() {
        lot if lot < draws => 0.5,
        _ => f64::from(u8::from(rng.unit() < 1.0 / (1.0 + 10.0_f64.powf(-gap / 400.0)))),
    };
    let mut blocks = Vec::new();
    for _ in 0..count {
        for one in 0..elo.len() {
            for other in one + 1..elo.len() {
                let won = game(elo[one] - elo[other]) + game(elo[one] - elo[other]);
                blocks.push(vec![(one, other, won, 2.0 - won)]);
            }
        }
    }
    blocks
}

fn close(found: &[Rating], expected: &[f64]) {
    for (rating, elo) in found.iter().zip(expected) {
        assert!((rating.elo - elo).abs() < 0.01, "{found:?}, expected {expected:?}");
    }
}

/// Equal and unequal participants, with and without draws and anchors, and extremes: a single block, all games drawn,
/// and a single draw among wins.
#[test]
fn ratings_are_those_of_the_minorization() {
    let mut rng = Rng::new(11);
    for (elo, draws) in [(&[0.0, 0.0][..], 0.3), (&[300.0, 0.0, -300.0], 0.1), (&[90.0, 40.0, 0.0, -40.0, -90.0], 0.7)]
    {
        let blocks = random_blocks(elo, draws, 40, &mut rng);
        let mut anchors = vec![None; elo.len()];
        close(&rate(&blocks, &anchors), &minorized(&blocks, &anchors, 0.0));
        anchors[1] = Some(2000.0);
        close(&rate(&blocks, &anchors), &minorized(&blocks, &anchors, 0.0));
    }
    let nearly = [vec![vec![(0, 1, 2.0, 0.0)]; 19], vec![vec![(0, 1, 1.5, 0.5)]]].concat();
    for blocks in [vec![vec![(0, 1, 1.5, 0.5)]], vec![vec![(0, 1, 1.0, 1.0)]; 20], nearly] {
        close(&rate(&blocks, &[None; 2]), &minorized(&blocks, &[None; 2], 0.0));
    }
}

/// If the first participant won everything or lost everything, half a drawn game is added for each pair that met.
#[test]
fn ratings_with_a_prior_are_those_of_the_minorization() {
    for (won, lost) in [(2.0, 0.0), (0.0, 2.0)] {
        for count in [1, 20] {
            let others = vec![(1, 2, 1.5, 0.5)];
            let blocks = [vec![vec![(0, 1, won, lost), (0, 2, won, lost)]; count], vec![others; 3]].concat();
            close(&rate(&blocks, &[None; 3]), &minorized(&blocks, &[None; 3], 0.25));
        }
    }
}

/// The 95 % intervals are those of the bootstrap, to a tenth of the interval. In half of the blocks, the games depend
/// on each other: both have the same winner.
#[test]
fn intervals_are_those_of_the_bootstrap() {
    let mut rng = Rng::new(12);
    for (elo, draws) in [(&[60.0, 0.0][..], 0.0), (&[100.0, 0.0, -100.0], 0.3), (&[0.0, 0.0, 0.0, 0.0], 0.8)] {
        let mut blocks = random_blocks(elo, draws, 120, &mut rng);
        blocks.iter_mut().step_by(2).for_each(|block| {
            let (one, other, won, _) = block[0];
            let won = if won == 1.0 { 1.0 } else { 2.0 * f64::from(u8::from(won > 1.0)) };
            block[0] = (one, other, won, 2.0 - won);
        });
        let anchors = vec![None; elo.len()];
        let found = rate(&blocks, &anchors);
        // Each pair has its own blocks, as in the plan.
        let pairs = elo.len() * (elo.len() - 1) / 2;
        let mut sample = || -> Vec<f64> {
            let of_pair = |index: usize, lot: usize| blocks[lot * pairs + index % pairs].clone();
            let sample: Vec<Results> = (0..blocks.len()).map(|index| of_pair(index, rng.index(120))).collect();
            minorized(&sample, &anchors, 0.0)
        };
        let samples: Vec<Vec<f64>> = (0..1000).map(|_| sample()).collect();
        for (index, rating) in found.iter().enumerate() {
            let mut values: Vec<f64> = samples.iter().map(|sample| sample[index]).collect();
            values.sort_by(f64::total_cmp);
            let half = QUANTILE * rating.error.unwrap();
            for (end, expected) in [(rating.elo - half, values[25]), (rating.elo + half, values[974])] {
                assert!((end - expected).abs() < 0.2 * half, "{elo:?}: {rating:?}, bootstrap {expected}");
            }
        }
    }
}

/// A single unusual block tells too little for an interval: a bootstrap would depend on whether it is drawn.
#[test]
fn a_single_unusual_block_gives_no_interval() {
    let blocks = |usual: usize, unusual: usize| {
        let count = |won: f64, count: usize| vec![vec![(0, 1, won, 2.0 - won)]; count];
        rate(&[count(2.0, usual), count(1.5, unusual)].concat(), &[None; 2])
    };
    assert_eq!([blocks(19, 1)[0].error, blocks(199, 1)[1].error, blocks(1, 9)[0].error], [None; 3]);
    // Two blocks have half of the variance each.
    assert!([(1, 1), (190, 10), (10, 10)].iter().all(|&(usual, unusual)| blocks(usual, unusual)[0].error.is_some()));
}

/// At mixed tables, ratings maximize the likelihood of the results times a normal prior with a standard deviation of
/// 600, which a search along one rating after the other finds too.
#[test]
fn ratings_of_partners_are_those_of_a_search() {
    let teams = [([0, 1], [2, 3]), ([0, 2], [1, 3]), ([0, 3], [1, 2])];
    // The wins of the first team in ten games: as usual, and everything won by the first participant.
    for wins in [[7.0, 4.5, 6.0], [10.0, 10.0, 10.0]] {
        for anchor in [None, Some(300.0)] {
            let mut field = Field { is_mixed: true, ..Field::new(vec![anchor, None, None, None]) };
            for ((one, other), won) in teams.iter().zip(wins) {
                let (one, other) = (one.to_vec(), other.to_vec());
                field.add(vec![Comparison { one, other, won, lost: 10.0 - won }], 1.0);
            }
            let loss = |elo: &[f64]| {
                let centre = anchor.unwrap_or_else(|| elo.iter().sum::<f64>() / 4.0);
                let prior: f64 = elo.iter().map(|elo| ((elo - centre) / 600.0).powi(2) / 2.0).sum();
                let game = |((one, other), won): (&([usize; 2], [usize; 2]), f64)| {
                    let gap = one.iter().map(|&i| elo[i]).sum::<f64>() - other.iter().map(|&i| elo[i]).sum::<f64>();
                    let lost_by = |gap: f64| (1.0 + 10.0_f64.powf(-gap / 400.0)).ln();
                    won * lost_by(gap) + (10.0 - won) * lost_by(-gap)
                };
                prior + teams.iter().zip(wins).map(game).sum::<f64>()
            };
            let mut elo = vec![anchor.unwrap_or(0.0); 4];
            let mut step = 100.0;
            while step > 1e-3 {
                let mut is_better = false;
                for index in usize::from(anchor.is_some())..4 {
                    for change in [step, -step] {
                        let mut next = elo.clone();
                        next[index] += change;
                        if loss(&next) < loss(&elo) - 1e-13 {
                            (elo, is_better) = (next, true);
                        }
                    }
                }
                step /= if is_better { 1.0 } else { 2.0 };
            }
            let mean = if anchor.is_some() { 0.0 } else { elo.iter().sum::<f64>() / 4.0 };
            let expected: Vec<f64> = elo.iter().map(|elo| elo - mean).collect();
            close(&bradley_terry(&field), &expected);
        }
    }
}
