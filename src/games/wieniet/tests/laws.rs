//! Tests for properties of positions that the laws of kit do not demand: scores, uniform random moves, keys that differ
//! between all positions.

use super::{Action, NO_MIXED_ROWS, Rules, actions, legal, random_game, read, read_with};
use crate::games::wieniet::Wieniet;
use base::rng::Rng;
use kit::game::Game;
use kit::state::{State, Verdict};
use kit::text::TokenError;
use std::collections::{HashMap, HashSet};
use ugi::GameResult;

#[test]
fn scores_sum_to_two_and_no_plies_are_left_after_a_draw() {
    for rules in [Rules::default(), NO_MIXED_ROWS, Rules { draw_plies: 12, max_plies: 60, ..Rules::default() }] {
        for seed in 0..12 {
            random_game(Wieniet::start(&rules), seed, check_end);
        }
    }
}

fn check_end(position: &Wieniet) {
    assert_eq!(position.plies_left() == 0, position.ending().is_some_and(|end| end.result == GameResult::Draw));
    for verdict in [None, Some(Verdict::Declared(GameResult::Draw))] {
        let scores = position.scores(verdict);
        let total = if position.result_with(verdict) == GameResult::None { 0 } else { 2 };
        assert_eq!(scores.iter().sum::<i32>(), total);
    }
}

#[test]
fn random_moves_are_uniform() {
    let mut rng = Rng::new(5);
    let mut scratch = Vec::new();
    let texts = [
        "W:W:R:T0,0:H0:F1",
        "W:W:Rc1,c2,c4,c5,d1,d2,d4,d5:T0,0:H0:F5",
        "W:WCb3,c2,Cc3,d2,Cd3,e4,f4,c6:Ra3,a4,b4,Cc4,d4,d5,e5,e3:T0,0:H0:F9",
        "R:WCb3,c2,Cc3,d2,Cd3,e4,f4,c6:Ra3,a4,b4,Cc4,d4,d5,e5,e3:T0,0:H0:F9",
    ];
    for text in texts {
        for mixed_rows in [true, false] {
            let position = read_with(&Rules { mixed_rows, ..Rules::default() }, text);
            let all = actions(&position);
            let mut drawn: HashMap<_, i32> = HashMap::new();
            for _ in 0..1000 * all.len() {
                *drawn.entry(position.random_action(&mut rng, &mut scratch).unwrap()).or_default() += 1;
            }
            // Each move is expected 1000 times, with a standard deviation of about 32.
            assert!(all.iter().all(|action| (800..1200).contains(&drawn[action])), "{text}: {drawn:?}");
            assert_eq!(drawn.len(), all.len());
        }
    }
}

#[test]
fn different_positions_have_different_keys() {
    let mut keys = HashMap::new();
    for seed in 0..40 {
        random_game(Wieniet::start(&Rules::default()), seed, |position| {
            let text = position.position_text();
            let (board, _) = text.split_once(":H").unwrap();
            assert_eq!(keys.entry(position.key()).or_insert_with(|| board.to_string()), board);
        });
    }
    let same = ["W:Wc3:R:T0,0:H0:F1", "W:Wc3:R:T0,0:H40:F100"].map(|text| read(text).key());
    assert_eq!(same[0], same[1]);
    let variant = read_with(&NO_MIXED_ROWS, "W:Wc3:R:T0,0:H0:F1");
    assert_ne!(variant.key(), same[0]);
}

#[test]
fn only_legal_tokens_are_accepted() {
    let position = read("W:WCb3,c2,Cc3,d2,Cd3,e4,f4,c6:Ra3,a4,b4,Cc4,d4,d5,e5,e3:T0,0:H0:F9");
    let legal = legal(&position);
    let files = ["a", "b", "c", "d", "e", "f", "g"];
    let tiles: Vec<String> = files.iter().flat_map(|file| (0..8).map(move |rank| format!("{file}{rank}"))).collect();
    let moves = tiles.iter().flat_map(|from| tiles.iter().map(move |to| format!("{from}-{to}")));
    let lays = tiles.iter().map(|tile| format!("@{tile}"));
    let taken: HashSet<String> = moves.chain(lays).filter(|token| position.parse_action(token).is_ok()).collect();
    assert_eq!(taken, legal.iter().cloned().collect());
    for token in ["", "pass", "c2c1", "c2-c1 ", "C2-C1", "@", "resign", "c2-c1-c2", "Cb3-b2", "\u{e9}"] {
        assert_eq!(position.parse_action(token), Err(TokenError::Illegal), "{token}");
    }
}

#[test]
fn the_greatest_numbers_are_accepted_and_do_not_overflow() {
    let never = Rules { draw_plies: 0, max_plies: 0, ..Rules::default() };
    let greatest = u64::MAX;
    let text = format!("R:Wc1,c2,c4,c5,d1,d2,d4,d5:R:T0,0:H{greatest}:F{greatest}");
    let position = read_with(&never, &text);
    assert_eq!(position.position_text(), text);
    assert_eq!(position.plies_left(), u32::MAX);
    let passed = position.after(Action::Pass);
    assert_eq!(passed.position_text(), text.replacen('R', "W", 1));
    assert!(read(&text).ending().is_some());
}
