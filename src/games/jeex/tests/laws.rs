//! Tests for properties that every position must have, in seeded random games.

use super::super::{Direction, Field};
use super::naive::Naive;
use super::{Action, is_legal, legal, play, random_positions, read, start, tokens};
use base::rng::Rng;
use kit::game::Game;
use kit::key_history::KeyHistory;
use kit::search::Evaluate;
use kit::state::State;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use ugi::{GameResult, Seat, Turn};

#[test]
fn both_generators_play_the_same_game() {
    let mut rng = Rng::new(3);
    for _ in 0..60 {
        let (mut position, mut naive) = (start(), Naive::start());
        let mut past = KeyHistory::new(position.key());
        loop {
            let repeated = past.ends_game(&position).then_some(GameResult::Draw);
            let all = if repeated.is_some() { Vec::new() } else { tokens(&position) };
            let second = naive.legal();
            assert_eq!(all.iter().cloned().collect::<BTreeSet<_>>(), second, "{}", position.position_text());
            let winner = naive.over.map(|winner| if winner < 2 { GameResult::Win(winner) } else { GameResult::Draw });
            assert_eq!(repeated.or(position.ending().map(|ending| ending.result)), winner);
            assert_eq!(position.turn() == Turn::Seat(Seat::new(naive.mover())), position.ending().is_none());
            if all.is_empty() {
                break;
            }
            let claimless: Vec<_> = all.iter().filter(|token| *token != "jeex" || rng.index(4) == 0).collect();
            let token = claimless[rng.index(claimless.len())];
            naive.play(token);
            let action = position.parse_action(token).unwrap();
            let irreversible = position.is_irreversible(action);
            position.play(action);
            past.push(position.key(), irreversible);
        }
    }
}

/// Two stones with three directions each have so few positions that one repeats long before the no-progress rule
/// applies after 50 plies.
#[test]
fn both_generators_count_repetitions() {
    let mut rng = Rng::new(4);
    for _ in 0..40 {
        let (mut position, mut naive) = (play(start(), "@a1n @e3s"), Naive::start());
        ["@a1n", "@e3s"].iter().for_each(|token| naive.play(token));
        let mut past = KeyHistory::new(position.key());
        let mut plies = 0;
        while !past.ends_game(&position) {
            assert_eq!(naive.over, None);
            let all: &[&str] = if plies % 2 == 0 { &["a1n", "a1ne", "a1e"] } else { &["e3s", "e3sw", "e3w"] };
            let legal: Vec<&&str> = all.iter().filter(|token| is_legal(&position, token)).collect();
            let token = legal[rng.index(legal.len())];
            naive.play(token);
            position.play(position.parse_action(token).unwrap());
            past.push(position.key(), false);
            plies += 1;
        }
        assert_eq!((naive.over, position.ending()), (Some(2), None));
        assert!(plies >= 8, "{plies}");
    }
}

/// A capture outside the battlefields must not count as irreversible, because later moves can restore the position.
#[test]
fn moves_that_can_be_undone_are_not_irreversible() {
    let position = read("W:Wb2e,a1n:Bd2w:S5,6:H0:F9");
    for (token, expected) in [("b2xd2", false), ("@a2n", false), ("a1e", false), ("jeex", true)] {
        assert_eq!(position.is_irreversible(position.parse_action(token).unwrap()), expected, "{token}");
    }
    let position = read("W:Wb1e:Bc1w,e3n:S6,5:H0:F9");
    assert!(position.is_irreversible(position.parse_action("b1xc1").unwrap()));
    assert!(start().is_irreversible(start().parse_action("@a1n").unwrap()));
}

/// Returns all well-formed tokens, legal or not.
pub(super) fn all_tokens() -> Vec<String> {
    let mut all = vec!["jeex".to_string()];
    for at in Field::all() {
        for to in Field::all() {
            all.push(format!("{at}x{to}"));
        }
        for way in Direction::all() {
            all.extend([format!("@{at}{}", way.word()), format!("{at}{}", way.word())]);
        }
    }
    all
}

#[test]
fn nothing_else_is_legal() {
    let all = all_tokens();
    random_positions(4, 3, |position| {
        let taken: BTreeSet<_> = all.iter().filter(|token| is_legal(position, token)).cloned().collect();
        assert_eq!(taken, tokens(position).into_iter().collect());
    });
}

#[test]
fn random_moves_are_uniform() {
    let texts = [
        "W:W:B:S7,7:H0:F1",
        "B:Wb2n:B:S6,7:H0:F1",
        "B:Wb2e,b3e,d2w:Bb1n,c3w,d3sw:S4,4:H0:F4",
        "W:Wa1n,a2s,a3s:Be1n,e2n,e3s:S0,8:H48:F30",
    ];
    let mut rng = Rng::new(5);
    for text in texts {
        let position = read(text);
        let mut fair: HashMap<Action, f64> = legal(&position)
            .into_iter()
            .filter(|&action| action != Action::Claim)
            .map(|action| (action, 0.0))
            .collect();
        let draws = 1000 * fair.len();
        for _ in 0..draws {
            let action = position.random_action(&mut rng, &mut Vec::new()).unwrap();
            *fair.get_mut(&action).unwrap() += 1.0;
        }
        let chi_square: f64 = fair.values().map(|n| (n - 1000.0).powi(2) / 1000.0).sum();
        let freedom = (fair.len() - 1) as f64;
        assert!((chi_square - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "{text}: {chi_square} of {freedom}");
    }
}

#[test]
fn random_moves_claim_exactly_when_it_is_correct() {
    let mut rng = Rng::new(6);
    random_positions(6, 40, |position| {
        let action = position.random_action(&mut rng, &mut Vec::new());
        assert_eq!(action.is_some(), position.ending().is_none());
        if let Some(action) = action {
            let naive = !position.is_opening() && position.claim_is_right();
            assert_eq!(action == Action::Claim, naive);
            assert!(position.is_legal(action));
        }
    });
}

#[test]
fn attackers_point_at_the_centre() {
    random_positions(7, 20, |position| {
        let all = position.stones[0] | position.stones[1];
        let attacks = |field: &Field| field.attacks(position.direction_on(*field));
        let fresh = Field::each(all).filter(attacks).fold(0, |set, field| set | field.bit());
        assert_eq!(position.attackers, fresh);
        let stones: u32 = all.count_ones() + position.stock.iter().map(|&n| u32::from(n)).sum::<u32>();
        assert!(stones <= 14 && position.stones[0] & position.stones[1] == 0);
    });
}

#[test]
fn keys_distinguish_positions_but_not_counters() {
    let mut seen: BTreeMap<u64, String> = BTreeMap::new();
    random_positions(8, 100, |position| {
        let text = position.position_text();
        let (what, counts) = text.split_once(":H").unwrap();
        let what = format!("{what} {}", counts.ends_with(":F1"));
        assert_eq!(seen.entry(position.key()).or_insert(what.clone()), &what);
    });
    assert!(seen.len() > 2000);
    let other = read("W:Wa1e:Be1e:S6,6:H5:F9");
    assert_eq!(other.key(), read("W:Wa1e:Be1e:S6,6:H0:F2").key());
    assert_ne!(other.key(), read("B:Wa1e:Be1e:S6,6:H5:F9").key());
    assert_ne!(other.key(), read("W:Wa1e:Be1e:S6,5:H5:F9").key());
}

#[test]
fn payoffs_sum_to_two() {
    random_positions(9, 30, |position| {
        let sum: i32 = position.scores(None).iter().sum();
        assert_eq!(sum, if position.ending().is_some() { 2 } else { 0 });
    });
}

/// A position with exchanged colours has the same value for the side to move.
#[test]
fn evaluation_is_symmetric_in_colours() {
    random_positions(12, 30, |position| {
        let swapped = swap_colours(&position.position_text());
        if !position.is_opening() && position.ending().is_none() {
            assert_eq!(read(&swapped).evaluate(), position.evaluate(), "{swapped}");
        }
    });
}

fn swap_colours(text: &str) -> String {
    let parts: Vec<&str> = text.split(':').collect();
    let side = if parts[0] == "W" { "B" } else { "W" };
    let (white, black) = parts[3][1..].split_once(',').unwrap();
    format!("{side}:W{}:B{}:S{black},{white}:{}:{}", &parts[2][1..], &parts[1][1..], parts[4], parts[5])
}

#[test]
fn the_baseline_claims_when_it_may_and_never_wrongly() {
    random_positions(13, 30, |position| {
        if position.ending().is_none() && !position.is_opening() {
            let best = legal(position).into_iter().max_by_key(|&action| position.greedy_value(action));
            assert_eq!(best == Some(Action::Claim), position.claim_is_right());
        }
    });
}

/// Reflecting the board along either axis does not change the evaluation.
#[test]
fn evaluation_is_symmetric_in_board_sides() {
    random_positions(14, 20, |position| {
        let stones = |text: &str, files: bool| {
            let list = text.split(',').filter(|stone| !stone.is_empty()).map(|stone| mirror(stone, files));
            list.collect::<Vec<_>>().join(",")
        };
        if position.ending().is_none() && !position.is_opening() {
            let text = position.position_text();
            let parts: Vec<&str> = text.split(':').collect();
            for files in [false, true] {
                let (white, black) = (stones(&parts[1][1..], files), stones(&parts[2][1..], files));
                let mirrored = format!("{}:W{white}:B{black}:{}:{}:{}", parts[0], parts[3], parts[4], parts[5]);
                assert_eq!(read(&mirrored).evaluate(), position.evaluate(), "{text} {mirrored}");
            }
        }
    });
}

/// Reflects a stone in the notation. If `files` is set, the files are reflected, and `b1ne` becomes `d1nw`. Otherwise
/// the ranks are reflected, and `b1ne` becomes `b3se`.
fn mirror(stone: &str, files: bool) -> String {
    let swap = |pairs: &str, letter: char| match pairs.find(letter) {
        Some(at) => pairs.chars().rev().nth(at).unwrap(),
        None => letter,
    };
    let (field, way) = stone.split_at(2);
    let mut field = field.chars();
    let (file, rank) = (field.next().unwrap(), field.next().unwrap());
    let (file, rank) = if files { (swap("abcde", file), rank) } else { (file, swap("123", rank)) };
    let way: String = way.chars().map(|letter| swap(if files { "we" } else { "ns" }, letter)).collect();
    format!("{file}{rank}{way}")
}
