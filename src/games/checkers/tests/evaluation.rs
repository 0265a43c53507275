//! Tests for the evaluation, the move ordering, and the baseline player.

use super::super::board::{BOARD, turned};
use super::super::moves::Move;
use super::super::network::Network;
use super::super::network::accumulators::Accumulators;
use super::super::position::{Checkers, Rules};
use super::super::{EVALUATION, handwritten};
use super::{read, read_line, walk};
use base::rng::Rng;
use kit::game::Game;
use kit::options::Values;
use kit::search::{Evaluate, Evaluator, MATE};
use kit::session::{OpenGame, Session};
use kit::state::State;
use std::collections::HashSet;
use ugi::Position;

/// Returns the position with the board rotated and the colours exchanged.
fn mirrored(position: &Checkers) -> Checkers {
    let [p1, p2] = position.pieces().map(turned);
    let kings = turned(position.kings());
    let (quiet_plies, full_move) = position.counters();
    Checkers::new(&position.rules(), [p2, p1], kings, position.us() == 0, quiet_plies, full_move)
}

#[test]
fn rotation_is_a_symmetry_of_rules_and_evaluation() {
    walk(&Rules::default(), 60, |position| {
        let mirror = mirrored(position);
        assert_eq!(mirror.pieces().map(|bits| bits & !BOARD), [0, 0]);
        assert_eq!(mirror.count_actions(), position.count_actions());
        assert_eq!(mirror.evaluate(), position.evaluate());
        assert_eq!(handwritten::evaluate(&mirror), handwritten::evaluate(position));
        assert_eq!(mirrored(&mirror).pieces(), position.pieces());
    });
}

#[test]
fn material_decides_and_the_evaluation_stays_far_from_mate() {
    for evaluate in [handwritten::evaluate, Checkers::evaluate] {
        assert!(evaluate(&read("B:W21-31:B1-12")) > 80);
        assert!(evaluate(&read("W:W21-31:B1-12")) < -80);
        assert!(evaluate(&read("B:WK1:BK32,K30,K18")) > 100);
        assert!(evaluate(&read("B:W:BK21-32")) < MATE / 4);
        assert!(evaluate(&read("B:W21-31:BK6")).abs() < MATE / 4);
    }
}

#[test]
fn the_winner_by_a_database_wants_exchanges() {
    for accumulators in [Accumulators::default(), Accumulators::handwritten()] {
        let mut accumulators = accumulators;
        let mut progress = |text: &str, wins| accumulators.progress(&read(text), 1, wins);
        let won = [
            "B:WK32:BK10,K14",
            "B:WK32,31:BK10,K14,K15",
            "B:WK32,31,K30:BK10,K14,K15",
            "B:WK32,31,K30:BK10,K14,K15,18",
        ];
        let values = won.map(|text| progress(text, true));
        assert!(values.is_sorted_by(|fewer, more| fewer > more), "{values:?}");
        let lost = ["W:WK32:BK10,K14", "W:WK32,31:BK10,K14,K15", "W:WK32,31,K30:BK10,K14,K15"];
        let values = lost.map(|text| progress(text, false));
        assert!(values.is_sorted_by(|fewer, more| fewer < more), "{values:?}");
    }
}

#[test]
fn in_an_ending_the_steps_of_the_weaker_side_count() {
    let added = |text: &str| {
        let position = read(text);
        Accumulators::default().evaluate(&position, 1) - Network::built_in().evaluate(&position)
    };
    // The three kings have 1 + 2 + 2 steps, then 1 + 4 + 4; six are usual.
    assert_eq!(added("B:WK3,K4,K12:BK26,K30,K31,K32"), 4);
    assert_eq!(added("W:WK4,K11,K18:BK26,K30,K31,K32"), 12);
    assert_eq!(added("W:WK26,K30,K31,K32:BK4,K11,K18"), -12);
    assert_eq!(added("B:WK4,K11,K18:BK26,K30,K31"), 0);
    assert_eq!(added("B:WK4,K11,K18:BK26,K29,K30,K31,K32"), 0);
}

#[test]
fn encodings_are_distinct_and_history_indices_are_in_range() {
    walk(&Rules::default(), 60, |position| {
        let actions = position.legal();
        let codes: HashSet<u32> = actions.iter().map(|action| Checkers::encode(*action)).collect();
        assert_eq!(codes.len(), actions.len());
        assert!(!codes.contains(&0));
        assert!(actions.iter().all(|action| position.history_index(*action) < Checkers::HISTORY_SIZE));
        assert!(actions.iter().all(|action| action.is_capture() == position.is_forced()));
        let text = |action: &Move| position.action_text(*action).contains('x');
        assert!(actions.iter().all(|action| !(text(action) && position.is_quiet(*action))));
    });
}

#[test]
fn promotions_are_not_quiet() {
    let position = read("B:WK1:B25,9");
    let quiet = |token| position.is_quiet(position.parse_action(token).unwrap());
    assert!(!quiet("25-30") && quiet("9-13"));
    let king = read("B:WK1:BK25,9");
    assert!(king.is_quiet(king.parse_action("25-30").unwrap()));
}

#[test]
fn greedy_takes_the_most_and_does_not_give_pieces_away() {
    let best = |text| {
        let position = read(text);
        let action = position.legal().into_iter().max_by_key(|action| position.greedy_value(*action)).unwrap();
        position.action_text(action)
    };
    assert_eq!(best("B:W14,16,24,30:B5,9,12"), "12x19x28");
    assert!(best("B:W22,32:B1,14").starts_with("1-"), "both moves of the man on 14 lose it");
}

#[test]
fn greedy_beats_random() {
    let mut points = 0;
    for seed in 0..100 {
        let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
        let mut position = Checkers::start(&Rules::default());
        let greedy_seat = (seed % 2) as usize;
        while position.ending().is_none() {
            let action = if position.us() == greedy_seat {
                scratch.clear();
                position.actions(&mut scratch);
                scratch.iter().copied().max_by_key(|action| position.greedy_value(*action)).unwrap()
            } else {
                position.random_action(&mut rng, &mut scratch).unwrap()
            };
            position.play(action);
        }
        points += position.scores(None)[greedy_seat];
    }
    assert!(points > 190, "{points} of 200");
}

#[test]
fn every_bench_line_is_a_running_game_and_is_explained() {
    let lines = Checkers::BENCH;
    assert!((8..=20).contains(&lines.len()));
    for line in lines {
        let position = read_line(line);
        assert_eq!(position.ending(), None, "{line}");
        let explained = position.explain();
        let sum = explained.lines().last().unwrap().split_whitespace().nth(1).unwrap();
        assert_eq!(sum.parse(), Ok(handwritten::evaluate(&position)), "{explained}");
    }
}

#[test]
fn the_evaluation_of_the_player_is_shown_with_the_position() {
    let mut values = Values::default();
    let mut session = Session::<Checkers>::open(&values);
    let position = read_line(Checkers::BENCH[1]);
    session.position(&Position::from_start(&["11-15", "23-19", "8-11", "22-17", "4-8"])).unwrap();
    let last = |session: &Session<Checkers>| session.explain().lines().last().unwrap().to_string();
    let line = |value: i32| format!("player strong {value:>6}  for p2, who moves");
    assert_eq!(last(&session), line(position.evaluate()));
    values.set(&EVALUATION, "handwritten".to_string());
    assert_eq!(session.load_resources(&values), [""; 0]);
    assert_eq!(last(&session), line(handwritten::evaluate(&position)));
    assert_ne!(handwritten::evaluate(&position), position.evaluate());
    // A missing file is reported once, and the built-in network is used instead.
    values.set(&EVALUATION, "/no/such/network".to_string());
    let missing = session.load_resources(&values);
    assert!(missing.len() == 1 && missing[0].starts_with("Checkers.Evaluation: expected learned, "), "{missing:?}");
    assert_eq!(last(&session), line(position.evaluate()));
}
