//! Tests for properties that every position must have, in seeded random games.

use super::super::position::Rules;
use super::naive::Naive;
use super::{legal, read, walk};
use base::rng::Rng;
use kit::game::Game;
use kit::state::State;
use std::collections::HashMap;
use ugi::GameResult;

#[test]
fn bulk_counted_replies_equal_individually_counted_ones() {
    let mut with_kings = 0;
    for draw_plies in [0, 1, 2, 50] {
        walk(&Rules { draw_plies, ..Rules::default() }, 100, |position| {
            let mut actions = position.legal();
            let expected: usize = actions.iter().map(|&action| position.after(action).count_actions()).sum();
            let before = actions.clone();
            let count = position.count_replies(&mut actions);
            let due = (position.plies_left() > 1).then_some(expected as u64);
            assert_eq!(count, due, "{}", position.position_text());
            with_kings += u32::from(due.is_some() && position.kings() != 0);
            assert_eq!(actions, before);
        });
    }
    assert!(with_kings > 1000, "only {with_kings}");
}

#[test]
fn the_naive_generator_agrees_on_moves_and_successors() {
    let mut captures_of_two = 0;
    walk(&Rules::default(), 300, |position| {
        if position.plies_left() == 0 {
            return;
        }
        let mut expected = Naive::read(&position.position_text()).moves();
        expected.sort_by(|a, b| a.0.cmp(&b.0));
        let tokens: Vec<&String> = expected.iter().map(|(token, _)| token).collect();
        assert_eq!(legal(position).iter().collect::<Vec<_>>(), tokens, "{}", position.position_text());
        for (token, next) in &expected {
            let played = position.after(position.parse_action(token).unwrap()).position_text();
            assert_eq!(played.split(":H").next().unwrap(), next.text(), "{token} in {}", position.position_text());
            captures_of_two += usize::from(token.matches('x').count() >= 2);
        }
    });
    assert!(captures_of_two > 300, "{captures_of_two}");
}

#[test]
fn short_captures_are_accepted_if_unambiguous() {
    walk(&Rules::default(), 200, |position| {
        let tokens = legal(position);
        let mut by_ends: HashMap<String, Vec<&String>> = HashMap::new();
        for token in tokens.iter().filter(|token| token.contains('x')) {
            let squares: Vec<&str> = token.split('x').collect();
            by_ends.entry(format!("{}x{}", squares[0], squares[squares.len() - 1])).or_default().push(token);
        }
        for (short, fitting) in by_ends {
            let read = position.parse_action(&short).map(|action| position.action_text(action));
            let exact = tokens.contains(&short);
            match fitting.as_slice() {
                [only] => assert_eq!(read.as_ref(), Ok(*only)),
                _ if exact => assert_eq!(read, Ok(short)),
                _ => assert!(read.is_err(), "{short} in {}", position.position_text()),
            }
        }
    });
}

#[test]
fn clicks_identify_moves() {
    walk(&Rules::default(), 100, |position| {
        let clicks: Vec<Vec<String>> = position.legal().iter().map(|action| position.clicks(*action)).collect();
        let cells = position.cells().cells;
        assert!(clicks.iter().flatten().all(|click| cells.contains_key(click)));
        for (index, one) in clicks.iter().enumerate() {
            assert!(clicks.iter().skip(index + 1).all(|other| !other.starts_with(one) && !one.starts_with(other)));
        }
    });
}

#[test]
fn keys_distinguish_positions_but_not_counters() {
    let mut by_key: HashMap<u64, String> = HashMap::new();
    walk(&Rules::default(), 300, |position| {
        let text = position.position_text();
        let board = text.split(":H").next().unwrap().to_string();
        let known = by_key.entry(position.key()).or_insert_with(|| board.clone());
        assert_eq!(*known, board);
    });
    assert!(by_key.len() > 5_000, "{}", by_key.len());
    assert_eq!(read("B:WK5:BK9:H3:F8").key(), read("B:WK5:BK9").key());
    assert_ne!(read("W:WK5:BK9").key(), read("B:WK5:BK9").key());
}

#[test]
fn random_moves_are_uniform() {
    let steps = "B:W21-32:B1-12";
    let routes = "W:WK14,30,31:B6,9,10,17,18,K25,K26";
    let kings = "B:WK29,K30:BK15,K18,6,7";
    for text in [steps, routes, kings] {
        let position = read(text);
        let (mut rng, mut scratch) = (Rng::new(5), Vec::new());
        let mut counts: HashMap<String, u32> = HashMap::new();
        let draws = 20_000;
        for _ in 0..draws {
            let action = position.random_action(&mut rng, &mut scratch).unwrap();
            *counts.entry(position.action_text(action)).or_default() += 1;
        }
        let moves = legal(&position);
        let expected = f64::from(draws) / moves.len() as f64;
        let deviation = |token| (f64::from(counts.get(token).copied().unwrap_or(0)) - expected).abs();
        // The bound is more than five standard deviations of a count.
        assert!(moves.iter().all(|token| deviation(token) < 5.0 * expected.sqrt()), "{text} {counts:?}");
        assert_eq!(counts.len(), moves.len());
    }
}

#[test]
fn games_end_and_their_scores_sum_to_two() {
    let mut results = HashMap::new();
    walk(&Rules::default(), 200, |position| {
        let scores = position.scores(None);
        let result = position.result_with(None);
        assert_eq!(scores.iter().sum::<i32>(), if result == GameResult::None { 0 } else { 2 });
        *results.entry(result).or_insert(0) += 1;
        assert!(position.plies_left() <= 50);
    });
    assert!(results.len() == 4, "wins of both, draws and running games: {results:?}");
    assert_eq!(results.values().sum::<i32>() - results[&GameResult::None], 200);
}
