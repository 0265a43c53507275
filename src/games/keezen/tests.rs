//! Keezen against its rules: the second move generator, the laws of hidden hands, examples and bad input as data.

use super::naive::Naive;
use super::state::{Rules, Scoring};
use super::{Keezen, cards::Cards, moves::Action};
use crate::game::{Ending, Game, GameResult, Reason, Seat, Turn, Verdict, Viewer};
use crate::notation::{Drawn, Notation, Reject};
use crate::rng::Rng;
use std::collections::{BTreeMap, BTreeSet};

const VIEWERS: [Viewer; 6] = [
    Viewer::Master,
    Viewer::Public,
    Viewer::Seat(Seat::new(0)),
    Viewer::Seat(Seat::new(1)),
    Viewer::Seat(Seat::new(2)),
    Viewer::Seat(Seat::new(3)),
];

fn read(text: &str) -> Keezen {
    read_as(text, Viewer::Master)
}

fn read_as(text: &str, viewer: Viewer) -> Keezen {
    Keezen::read_position(&Rules::default(), text, viewer).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn with_rules(text: &str, rules: Rules) -> Keezen {
    Keezen::read_position(&rules, text, Viewer::Master).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn legal(position: &Keezen) -> Vec<String> {
    let mut actions = Vec::new();
    position.actions(&mut actions);
    actions.into_iter().map(|action| position.action_text(action)).collect()
}

fn play_all(mut position: Keezen, tokens: &str) -> Keezen {
    for token in tokens.split_whitespace() {
        if token.starts_with('!') {
            let event = position.read_event(token, Viewer::Master).unwrap_or_else(|why| panic!("{token}: {why:?}"));
            position.happen(&event);
        } else {
            let action = position.read_action(token).unwrap_or_else(|why| panic!("{token}: {why:?}"));
            position.play(action);
        }
    }
    position
}

/// Every combination of the rule options that decides which moves are legal.
fn all_rules() -> Vec<Rules> {
    let flags = [false, true];
    flags.iter().flat_map(|&spare_own| flags.map(|back| Rules { spare_own, back, ..Rules::default() })).collect()
}

/// Plays random games and shows every position of them.
fn stroll(rules: Rules, games: std::ops::Range<u64>, mut visit: impl FnMut(&Keezen, &mut Rng)) {
    let mut scratch = Vec::new();
    for game in games {
        let mut rng = Rng::new(game);
        let mut position = Keezen::start(&rules);
        loop {
            visit(&position, &mut rng);
            match position.turn() {
                Turn::Over => break,
                Turn::Chance => position.happen(&position.draw(rng.next()).unwrap()),
                Turn::Seat(_) => position.play(position.random_action(&mut rng, &mut scratch).unwrap()),
            }
        }
    }
}

/// A position with pawns anywhere, mostly near the lanes and starts, and a fresh deal.
fn scattered(rules: Rules, rng: &mut Rng) -> (Keezen, Naive) {
    let mut naive = Naive::start(rules.spare_own, rules.back, rules.max_plies as usize);
    let mut taken = BTreeSet::new();
    for colour in 0..4 {
        for pawn in 0..4 {
            let at = match rng.index(4) {
                0 => -1,
                1 => rng.index(64) as i32,
                2 => 56 + rng.index(12) as i32,
                _ => 64 + rng.index(4) as i32,
            };
            let place = if at < 64 { (at + 16 * colour as i32) % 64 } else { 100 * colour as i32 + at };
            if at >= 0 && taken.insert(place) {
                naive.pawns[colour][pawn] = at;
            }
        }
    }
    let deal = Keezen::start(&rules).draw(rng.next()).unwrap();
    naive.happen(&Keezen::start(&rules).event_text(&deal));
    naive.dealer = rng.index(4);
    naive.mover = Some((naive.dealer + 1) % 4);
    (with_rules(&naive.text(), rules), naive)
}

/// The same tokens, and the same text after each.
fn agree(position: &Keezen, naive: &Naive) {
    assert_eq!(position.position_text(), naive.text());
    let slow: BTreeMap<String, Naive> = naive.moves().into_iter().collect();
    let fast = legal(position);
    let distinct: BTreeSet<&String> = fast.iter().collect();
    assert_eq!(distinct.len(), fast.len(), "{}", naive.text());
    assert!(slow.keys().eq(distinct.iter().copied()), "{}\n{fast:?}\n{:?}", naive.text(), slow.keys());
    assert_eq!(position.count_actions(), fast.len());
    assert_eq!(naive.is_over(), position.ending().is_some());
    for token in &fast {
        let action = position.read_action(token).unwrap();
        assert_eq!(position.action_text(action), *token);
        assert_eq!(position.after(action).position_text(), slow[token].text(), "{token} in {}", naive.text());
    }
}

#[test]
fn random_games_agree_with_the_naive_rules() {
    for rules in all_rules() {
        for game in 0..6 {
            let mut rng = Rng::new(900 + game);
            let mut position = Keezen::start(&rules);
            let mut naive = Naive::start(rules.spare_own, rules.back, rules.max_plies as usize);
            while position.turn() != Turn::Over {
                agree(&position, &naive);
                if let Some(deal) = position.draw(rng.next()) {
                    naive.happen(&position.event_text(&deal));
                    position.happen(&deal);
                } else {
                    let action = position.random_action(&mut rng, &mut Vec::new()).unwrap();
                    let token = position.action_text(action);
                    naive = naive.moves().into_iter().find(|(name, _)| *name == token).unwrap().1;
                    position.play(action);
                }
            }
            agree(&position, &naive);
        }
    }
}

#[test]
fn scattered_positions_agree_with_the_naive_rules() {
    let mut rng = Rng::new(4);
    let mut running = 0;
    for rules in all_rules() {
        for _ in 0..1500 {
            let (position, naive) = scattered(rules, &mut rng);
            agree(&position, &naive);
            running += usize::from(position.ending().is_none());
        }
    }
    assert!(running > 5000, "{running}");
}

/// Position, moves from there, leaves at depth 1, 2, 3 and 4.
const PERFT: &[(&str, &str, [u64; 4])] = &[("deal", "!deal/A47JK/2259T/3368Q/A48TQ", [3, 3, 3, 6])];

#[test]
fn perft_counts() {
    fn perft(position: &Keezen, depth: usize) -> u64 {
        let mut actions = Vec::new();
        position.actions(&mut actions);
        if depth == 1 {
            return actions.len() as u64;
        }
        actions.into_iter().map(|action| perft(&position.after(action), depth - 1)).sum()
    }
    for &(text, tokens, leaves) in PERFT {
        let position = play_all(read(text), tokens);
        for (depth, &expected) in (1..).zip(&leaves) {
            assert_eq!(perft(&position, depth), expected, "depth {depth} of {text} {tokens}");
        }
    }
}
