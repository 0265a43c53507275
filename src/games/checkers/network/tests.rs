//! Tests for the network: incremental updates, symmetry, the file format and the errors in files.

use super::accumulators::Accumulators;
use super::file::{SIZE, Weights};
use super::setting;
use super::shape::{BUCKETS, HIDDEN, INPUTS};
use super::*;
use crate::games::checkers::board::{BOARD, turned};
use crate::games::checkers::position::Rules;
use base::rng::Rng;
use kit::game::Game;
use kit::search::MAX_PLY;
use kit::state::State;
use ugi::Turn;

fn random_weights(rng: &mut Rng) -> Weights {
    let mut small = |count: usize, width: u64| -> Vec<i16> {
        (0..count).map(|_| rng.below(2 * width + 1) as i16 - width as i16).collect()
    };
    let (first, bias, output) = (small(INPUTS * HIDDEN, 200), small(HIDDEN, 300), small(BUCKETS * 2 * HIDDEN, 400));
    Weights::new(first, bias, output, (0..BUCKETS as i32).map(|bucket| bucket * 100_000).collect()).unwrap()
}

/// Visits positions in the order of a depth-first search that follows one or two random moves from each position. Some
/// positions are skipped, because a search does not evaluate every node.
fn wander(position: &Checkers, ply: usize, rng: &mut Rng, visit: &mut dyn FnMut(&Checkers, usize)) {
    if position.turn() == Turn::Over || ply > 60 {
        return;
    }
    if rng.below(4) > 0 {
        visit(position, ply);
    }
    let mut moves = position.legal();
    rng.shuffle(&mut moves);
    let wide = 1 + usize::from(rng.below(12) == 0);
    for action in moves.into_iter().take(wide) {
        wander(&position.after(action), ply + 1, rng, visit);
    }
}

#[test]
fn incremental_sums_equal_fresh_sums() {
    let mut rng = Rng::new(1);
    let network = Arc::new(Network::new(&random_weights(&mut rng)));
    let mut accumulators = Accumulators::new(network.clone());
    let (mut visited, mut values) = (0, std::collections::HashSet::new());
    for _ in 0..60 {
        let start = Checkers::start(&Rules::default());
        wander(&start, 0, &mut rng, &mut |position, ply| {
            let value = accumulators.evaluate_learned(position, ply);
            assert_eq!(value, Some(network.evaluate(position)));
            // Evaluating at an unrelated ply must not change the value.
            assert_eq!(accumulators.evaluate_learned(position, (ply * 37) % MAX_PLY), value);
            visited += 1;
            values.insert(value);
        });
    }
    assert!(visited > 3000 && values.len() > 1000, "{visited} {}", values.len());
    assert_eq!(Accumulators::handwritten().evaluate_learned(&Checkers::start(&Rules::default()), 0), None);
}

#[test]
fn evaluation_is_symmetric() {
    let mut rng = Rng::new(2);
    let network = Network::new(&random_weights(&mut rng));
    for _ in 0..20 {
        wander(&Checkers::start(&Rules::default()), 0, &mut Rng::new(rng.next()), &mut |position, _| {
            let [p1, p2] = position.pieces().map(turned);
            let kings = turned(position.kings());
            let mirror = Checkers::new(&position.rules(), [p2, p1], kings, position.us() == 0, 0, 1);
            assert_eq!(network.evaluate(&mirror), network.evaluate(position));
            assert_eq!((p1 | p2) & !BOARD, 0);
        });
    }
}

#[test]
fn the_side_with_the_move_is_recognised() {
    // Each side has one man, and Black, whose man is on 5, is to move. White has the move with a man on 21 or 24,
    // Black has it if White's man is on 17.
    let has_the_move = |own: u8, other: u8| {
        bucket(
            1 << crate::games::checkers::board::place(own - 1) | 1 << crate::games::checkers::board::place(other - 1),
            true,
        ) % 2
    };
    assert_eq!([has_the_move(5, 21), has_the_move(5, 24), has_the_move(5, 17)], [0, 0, 1]);
    let start = Checkers::start(&Rules::default()).pieces();
    assert_eq!(bucket(start[0] | start[1], true), 14, "the side to move does not have the move at the start");
    assert_eq!(bucket(start[0] | start[1], false), 14);
}

#[test]
fn weights_round_trip_and_damage_is_detected() {
    let weights = random_weights(&mut Rng::new(3));
    let bytes = weights.bytes();
    assert_eq!(bytes.len(), SIZE);
    assert_eq!(Weights::read(&bytes).unwrap(), weights);
    let mut rng = Rng::new(4);
    for _ in 0..300 {
        let mut damaged = bytes.clone();
        damaged[rng.index(SIZE)] ^= 1 << rng.below(8);
        assert!(Weights::read(&damaged).is_err());
        assert!(Weights::read(&bytes[..rng.index(SIZE)]).is_err());
    }
    let mut longer = bytes;
    longer.push(0);
    assert!(Weights::read(&longer).unwrap_err().to_string().contains("bytes"));
}

#[test]
fn weights_that_could_overflow_are_rejected() {
    let (first, bias) = (vec![0; INPUTS * HIDDEN], vec![0; HIDDEN]);
    let (output, last) = (vec![0; BUCKETS * 2 * HIDDEN], vec![0; BUCKETS]);
    let mut wide = first.clone();
    (0..24).for_each(|input| wide[input * HIDDEN] = -1400);
    let error = Weights::new(wide, bias.clone(), output.clone(), last.clone()).unwrap_err();
    assert!(error.to_string().contains("neuron 0"), "{error}");
    let mut loud = output.clone();
    loud[2 * HIDDEN..4 * HIDDEN].fill(600);
    let error = Weights::new(first.clone(), bias.clone(), loud, last.clone()).unwrap_err();
    assert!(error.to_string().contains("output 1"), "{error}");
    assert!(Weights::new(first[1..].to_vec(), bias, output, last).is_err());
}

#[test]
fn the_setting_accepts_two_words_and_valid_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("network.bin");
    let text = path.to_str().unwrap();
    let error = |text: &str| format!("{:#}", setting::accumulators(text).unwrap_err());
    assert!(error(text).contains(text));
    let weights = random_weights(&mut Rng::new(5));
    std::fs::write(&path, weights.bytes()).unwrap();
    let start = Checkers::start(&Rules::default());
    let value = |text: &str| setting::accumulators(text).unwrap().evaluate_learned(&start, 0);
    assert_eq!(value(text), Some(Network::new(&weights).evaluate(&start)));
    assert_eq!(value("learned"), Some(Network::built_in().evaluate(&start)));
    assert_eq!(value("handwritten"), None);
    std::fs::write(&path, b"SPTNET01").unwrap();
    assert!(error(text).contains("is not a network file"));
}
