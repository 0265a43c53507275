//! Tests that compare perft with a table and with the naive generator, and a test that all three-move ballots are
//! legal.

use super::naive::Naive;
use super::{legal, read_line};
use kit::game::Game;
use kit::key_history::KeyHistory;
use kit::perft::{perft, perft_divide};
use kit::search::Stop;
use kit::state::State;

/// Counts in the table that exceed this number are skipped, because they take too long.
const MOST_NODES: u64 = 1_000_000;

const TABLE: &str = include_str!("../../../../tests/data/checkers-perft.txt");
const BALLOTS: &str = include_str!("../../../../data/checkers-three-move-ballots.tsv");

fn table() -> impl Iterator<Item = (&'static str, Vec<u64>)> {
    TABLE.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (position, counts) = line.split_once(" | ").unwrap();
        (position, counts.split(' ').map(|count| count.parse().unwrap()).collect())
    })
}

#[test]
fn perft_agrees_with_the_table() {
    let mut lines = 0;
    for (line, counts) in table() {
        let position = read_line(line);
        for (depth, count) in (1..).zip(&counts).filter(|(_, count)| **count <= MOST_NODES) {
            assert_eq!(perft(&position, depth), *count, "{line} at depth {depth}");
        }
        lines += 1;
    }
    assert!(lines > 30, "only {lines} lines were read");
}

#[test]
fn perft_agrees_with_the_naive_generator() {
    for (line, _) in table() {
        let position = read_line(line);
        let naive = Naive::read(&position.position_text());
        for depth in 1..=4 {
            assert_eq!(perft(&position, depth), naive.perft(depth), "{line} at depth {depth}");
        }
    }
}

#[test]
fn the_counts_of_all_moves_sum_to_perft() {
    let position = read_line("startpos");
    let counts = |depth| {
        let mut counts = Vec::new();
        let each = &mut |_, count| counts.push(count);
        perft_divide(&KeyHistory::new(position.key()), &position, depth, &Stop::default(), each).unwrap();
        counts
    };
    assert_eq!(counts(5).len(), position.count_actions());
    assert_eq!(counts(5).iter().sum::<u64>(), perft(&position, 5));
    assert!(counts(0).is_empty());
}

#[test]
fn every_three_move_ballot_is_legal() {
    let mut ballots = 0;
    for line in BALLOTS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(fields[0].parse(), Ok(ballots + 1));
        assert!(["playable", "lost"].contains(&fields[2]), "{line}");
        let mut position = read_line("startpos");
        for token in fields[1].split(' ') {
            assert!(legal(&position).iter().any(|legal| legal == token), "{token} in {line}");
            super::play(&mut position, token);
        }
        assert_eq!(position.plies(), 3);
        ballots += 1;
    }
    assert_eq!(ballots, 174);
}
