//! Properties of positions and games: random moves, deals, endings and views.

use super::super::rules::POINTS;
use super::{Querbeet, actions, all_rules, play, random_game, rules, two};
use base::rng::Rng;
use kit::chance::Chance;
use kit::game::Game;
use kit::state::{Ending, State, Verdict};
use kit::text::TokenError;
use std::collections::BTreeMap;
use ugi::{GameResult, Seat, Turn, Viewer};

/// Calls `show` with each position of some random games.
fn all_games(mut show: impl FnMut(&Querbeet)) {
    for (seed, rules) in all_rules().enumerate() {
        random_game(&rules, 100 + seed as u64, |position, _| show(position));
    }
}

#[test]
fn a_pass_is_the_only_move() {
    all_games(|position| {
        let tokens: Vec<String> = actions(position).iter().map(|&action| position.action_text(action)).collect();
        assert!(!tokens.contains(&"pass".to_string()) || tokens.len() == 1);
    });
}

#[test]
fn a_game_has_a_round_for_each_seat_and_a_round_has_18_turns() {
    for rules in all_rules() {
        let (mut turns, mut passes, mut starters) = (0, 0, Vec::new());
        random_game(&rules, 7, |position, token| {
            if position.running && position.turns == 0 {
                starters.push(position.mover().unwrap().index());
            }
            turns += u64::from(position.running);
            passes += usize::from(token == Some("pass"));
            assert_eq!(position.plies(), turns - u64::from(position.running));
            if position.turn() == Turn::Over {
                assert_eq!(position.plies(), 18 * position.seats() as u64);
            }
        });
        assert_eq!(starters, (0..usize::from(rules.seats)).collect::<Vec<_>>());
    }
}

#[test]
fn random_moves_are_drawn_evenly() {
    let position = play(Querbeet::start(&two()), "!deal/aabbccdgh/abcdefgij c0@c4 e1@d5");
    let (mut rng, mut counts) = (Rng::new(9), BTreeMap::new());
    let all = actions(&position);
    for _ in 0..400 * all.len() {
        let action = position.random_action(&mut rng, &mut Vec::new()).unwrap();
        *counts.entry(position.action_text(action)).or_insert(0) += 1;
    }
    assert!(all.len() > 30 && counts.len() == all.len());
    assert!(counts.values().all(|count| (300..500).contains(count)), "{counts:?}");
}

#[test]
fn deals_depend_on_the_seed_and_the_tiles_only() {
    for rules in all_rules() {
        let (fresh, mut seen) = (Querbeet::start(&rules), 0);
        random_game(&rules, 3, |position, _| {
            if position.turn() == Turn::Chance {
                assert_eq!(position.sample_event(55), fresh.sample_event(55));
                seen += 1;
            }
        });
        assert_eq!(seen, rules.seats);
        assert_ne!(fresh.sample_event(1), fresh.sample_event(2));
    }
}

#[test]
fn deals_are_those_of_the_rule_page() {
    let deal = |seats, seed| {
        let position = Querbeet::start(&rules("aaabbbcccddefgghij", seats));
        position.event_text(&position.sample_event(seed))
    };
    assert_eq!(deal(2, 0), "!deal/aabbcfgij/abccddegh");
    assert_eq!(deal(2, 1), "!deal/accdegghi/aabbbcdfj");
    assert_eq!(deal(3, 1), "!deal/abbbcg/accdeh/adfgij");
}

#[test]
fn offenders_fall_below_the_lowest_other_and_then_the_highest_wins() {
    let scores = |text: &str, seat: usize| {
        let position = super::read(text);
        let verdict = Some(Verdict::Offence(Seat::new(seat)));
        (position.scores(verdict), position.result_with(verdict))
    };
    assert_eq!(scores("deal:T:H-/-:S5,1:R2,0:F19", 0), (vec![0, 1], GameResult::Win(1)));
    assert_eq!(scores("deal:T:H-/-:S5,1:R2,0:F19", 1), (vec![5, 4], GameResult::Win(0)));
    assert_eq!(scores("deal:T:H-/-/-:S5,1,2:R2,0:F19", 0), (vec![0, 1, 2], GameResult::Win(2)));
    assert_eq!(scores("deal:T:H-/-/-:S5,-2,-2:R2,0:F19", 0), (vec![-3, -2, -2], GameResult::Draw));
    let declared = super::read("deal:T:H-/-:S5,1:R2,0:F19");
    let verdict = Some(Verdict::Declared(GameResult::Win(1)));
    assert_eq!((declared.scores(verdict), declared.result_with(verdict)), (vec![5, 1], GameResult::Win(1)));
    assert_eq!((declared.scores(None), declared.result_with(None)), (vec![5, 1], GameResult::None));
}

#[test]
fn the_highest_total_wins_and_equal_highest_draw() {
    let ending = |text| super::read(text).ending();
    assert_eq!(ending("deal:T:H-/-:S5,1:R3,0:F37"), Some(Ending::win(0, POINTS)));
    assert_eq!(ending("deal:T:H-/-:S-5,-1:R3,0:F37"), Some(Ending::win(1, POINTS)));
    assert_eq!(ending("deal:T:H-/-/-:S4,4,1:R4,0:F55"), Some(Ending::draw(POINTS)));
    assert_eq!(ending("deal:T:H-/-/-:S4,4,5:R4,0:F55"), Some(Ending::win(2, POINTS)));
    assert_eq!(ending("deal:T:H-/-/-:S4,4,5:R3,0:F37"), None);
}

#[test]
fn illegal_tokens_are_rejected() {
    let position = play(Querbeet::start(&two()), "!deal/aabbccdgh/abcdefgij c0@c4");
    for token in ["e0@d5", "e1@d4", "e1@a1", "c3@d5", "k0@d5", "h4@c5", "pass", "e1d5", "e1@d5 ", "E1@d5", "", "e1@h1"]
    {
        assert_eq!(position.parse_action(token), Err(TokenError::Illegal), "{token}");
    }
    assert!(position.parse_action("e1@d5").is_ok());
    for token in ["!deal/aabbccdgh/abcdefgij", "resign"] {
        assert!(position.parse_action(token).is_err() && position.parse_event(token, Viewer::Master).is_err());
    }
}
