//! Tests for Querbeet: properties of seeded random games, each rule, texts, the players, and a comparison with a naive
//! implementation of the rules. This file has the shared helpers.

mod facts;
mod hidden;
mod laws;
pub(in crate::games) mod naive;
mod perft;
mod players;
mod rules;
mod texts;

use super::bag::Bag;
use super::{Action, Querbeet, Rules};
use base::rng::Rng;
use kit::chance::Chance;
use kit::game::Game;
use kit::state::State;
use ugi::{Turn, Viewer};

/// The tiles in the game's printed leaflet, and three sets that lead to positions that are rare with those tiles.
const SETS: [&str; 4] = ["aaabbbcccddefgghij", "ggggggjjjjjjcccccc", "aaaaaakkkkkkgggggg", "abcdefghijkabcdefg"];

fn rules(tiles: &str, seats: u8) -> Rules {
    Rules { tiles: Bag::parse(tiles).unwrap(), seats }
}

fn two() -> Rules {
    rules(SETS[0], 2)
}

/// Returns the rules with each tile set, for two and for three seats.
fn all_rules() -> impl Iterator<Item = Rules> + Clone {
    SETS.iter().flat_map(|tiles| [rules(tiles, 2), rules(tiles, 3)])
}

fn read(text: &str) -> Querbeet {
    Querbeet::parse_position(&two(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays moves and deals, each of which must be legal.
fn play(mut position: Querbeet, tokens: &str) -> Querbeet {
    for token in tokens.split_whitespace() {
        let context = format!("{token} in {}", position.position_text());
        if token.starts_with('!') {
            let event = position.parse_event(token, Viewer::Master).expect(&context);
            position.apply_event(&event);
        } else {
            let action = position.parse_action(token).expect(&context);
            position.play(action);
        }
    }
    position
}

fn actions(position: &Querbeet) -> Vec<Action> {
    position.legal()
}

/// Returns the legal tokens, sorted.
fn legal(position: &Querbeet) -> Vec<String> {
    let mut tokens: Vec<String> = actions(position).into_iter().map(|action| position.action_text(action)).collect();
    tokens.sort();
    tokens
}

/// Plays a random game and calls `show` with each position and the token played there; the token is `None` at the end.
fn random_game(rules: &Rules, seed: u64, mut show: impl FnMut(&Querbeet, Option<&str>)) {
    let mut rng = Rng::new(seed);
    let mut position = Querbeet::start(rules);
    loop {
        match position.turn() {
            Turn::Over => return show(&position, None),
            Turn::Chance => {
                let event = position.sample_event(rng.next());
                show(&position, Some(&position.event_text(&event)));
                position.apply_event(&event);
            }
            Turn::Seat(_) => {
                let action = position.random_action(&mut rng, &mut Vec::new()).unwrap();
                show(&position, Some(&position.action_text(action)));
                position.play(action);
            }
        }
    }
}
