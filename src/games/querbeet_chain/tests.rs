//! Tests for the chain puzzle: the rules, a comparison with a naive implementation, the notation, and the solver
//! against brute force. This file contains the shared helpers.

mod facts;
mod naive;
mod rules;
mod solver;
mod texts;

use super::{Lay, QuerbeetChain, Rules};
use crate::games::querbeet::bag::Bag;
use base::rng::Rng;
use kit::game::Game;
use kit::state::State;

/// The tiles in the game's printed leaflet, and three sets that lead to positions that are rare with those tiles.
const SETS: [&str; 4] = ["aaabbbcccddefgghij", "aaaaaabbbbbbcccccc", "ddddddhhhhhhiiiijj", "abcdefghijkabcdefg"];

fn rules(tiles: &str) -> Rules {
    Rules { tiles: Bag::parse(tiles).unwrap() }
}

fn read(text: &str) -> QuerbeetChain {
    let position = QuerbeetChain::parse_position(&rules(SETS[0]), text);
    position.unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn play(mut position: QuerbeetChain, tokens: &str) -> QuerbeetChain {
    for token in tokens.split_whitespace() {
        let action = position.parse_action(token);
        position.play(action.unwrap_or_else(|_| panic!("{token} in {}", position.position_text())));
    }
    position
}

fn actions(position: &QuerbeetChain) -> Vec<Lay> {
    position.legal()
}

/// Returns the legal tokens, sorted.
fn legal(position: &QuerbeetChain) -> Vec<String> {
    let mut tokens: Vec<String> = actions(position).into_iter().map(|action| position.action_text(action)).collect();
    tokens.sort();
    tokens
}

/// Returns the one of three random moves that has the most laid tiles around its cell. Such moves make rings likely.
fn compact_move(position: &QuerbeetChain, rng: &mut Rng) -> Option<Lay> {
    let candidates = (0..3).filter_map(|_| position.random_action(rng, &mut Vec::new()));
    let around = |&Lay(_, spot): &Lay| (0..6).filter(|&edge| position.laid.piece(spot.beyond(edge)).is_some()).count();
    candidates.max_by_key(around)
}
