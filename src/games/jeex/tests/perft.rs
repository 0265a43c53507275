//! Perft tests: both move generators must count the same leaves.

use super::naive::Naive;
use super::{Jeex, Rules, legal, read, rules};
use kit::game::Game;
use kit::key_history::KeyHistory;
use kit::perft::perft_divide;
use kit::search::Stop;
use kit::state::State;

/// Positions with their leaf counts at depths 1, 2 and 3.
const TABLE: &[(&str, [u64; 3])] = &[
    ("W:W:B:S7,7:H0:F1", [104, 9_216, 158_480]),
    ("B:Wb2n:B:S6,7:H0:F1", [84, 1_968, 30_336]),
    ("W:Wb2e,b3e,d2w:Bb1n,c3w,d3sw:S4,4:H0:F4", [47, 1_096, 48_436]),
    ("B:Wb2e,b3e,d2w:Bb1n,c3w,d3sw:S4,4:H0:F4", [24, 1_051, 28_861]),
    ("B:Wa2e,b1e,b3se,c1ne:Bc3e,d1n,d2e,e2w:S3,2:H1:F20", [45, 2_012, 86_979]),
    ("W:Wa1n,a2s,a3s:Be1n,e2n,e3s:S0,8:H48:F30", [22, 462, 0]),
    ("W:Wb2e:Bd2w:S0,0:H0:F2", [9, 63, 392]),
    ("B:Wa1n,a2n,a3n,b1e,b2e,b3e,c1n:Bc3s,d1w,d2w,d3w,e1s,e2s,e3s:S0,0:H7:F500", [53, 0, 0]),
];

fn perft(position: &Jeex, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_actions() as u64,
        _ => legal(position).into_iter().map(|action| perft(&position.after(action), depth - 1)).sum(),
    }
}

#[test]
fn numbers_of_leaves() {
    for (text, leaves) in TABLE {
        let found = [1, 2, 3].map(|depth| perft(&read(text), depth));
        assert_eq!(found, *leaves, "{text}");
    }
}

#[test]
fn the_naive_generator_counts_the_same_leaves() {
    for (text, leaves) in TABLE {
        let found = [1, 2, 3].map(|depth| Naive::read(text).perft(depth));
        assert_eq!(found, *leaves, "{text}");
    }
}

fn with_past(past: &KeyHistory, position: &Jeex, depth: u32) -> u64 {
    let mut total = 0;
    perft_divide(past, position, depth, &Stop::default(), &mut |_, count| total += count).unwrap();
    total
}

/// Perft counts occurrences before the root: a position that occurs for the third time has no legal moves.
#[test]
fn repetitions_end_lines() {
    let tokens = ["a1ne", "e3sw", "a1n", "e3s", "a1ne", "e3sw", "a1n"];
    let (mut position, mut naive) = (read("W:Wa1n:Be3s:S0,0:H0:F2"), Naive::read("W:Wa1n:Be3s:S0,0:H0:F2"));
    let mut past = KeyHistory::new(position.key());
    for token in tokens {
        naive.play(token);
        position.play(position.parse_action(token).unwrap());
        past.push(position.key(), false);
    }
    for depth in 1..=4 {
        assert_eq!(with_past(&past, &position, depth), naive.perft(depth), "{depth}");
        let without = with_past(&KeyHistory::new(position.key()), &position, depth);
        assert_eq!(without > naive.perft(depth), depth > 1, "{depth}");
    }
}

/// Perft counts occurrences inside the tree. The root recurs after four plies, and two occurrences end the game.
#[test]
fn repetitions_inside_the_tree_end_lines() {
    let text = "W:Wa1n:Be3s:S0,0:H0:F2";
    let rules = Rules { repetition: 2, ..rules() };
    let position = Jeex::parse_position(&rules, text).unwrap();
    let naive = Naive { repetition: 2, ..Naive::read(text) };
    let past = KeyHistory::new(position.key());
    assert_eq!(with_past(&past, &position, 5), naive.perft(5));
    assert!(with_past(&past, &position, 5) < perft(&position, 5));
}
