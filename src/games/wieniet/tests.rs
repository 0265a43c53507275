//! Tests for Wie niet weg is: properties in seeded random games, individual rules, perft, invalid input, and a
//! comparison with a naive move generator. This file contains the shared helpers.

mod bad_input;
mod facts;
mod laws;
mod naive;
mod perft;
mod rules;

use super::{Action, Rules, Wieniet};
use base::rng::Rng;
use kit::game::Game;
use kit::options::Values;
use kit::state::State;

/// The variant in which jumps must not cross a row with both colours.
const NO_MIXED_ROWS: Rules = Rules { mixed_rows: false, draw_plies: 100, max_plies: 1000 };

impl Default for Rules {
    fn default() -> Self {
        Self::from(&Values::default())
    }
}

fn read_with(rules: &Rules, text: &str) -> Wieniet {
    Wieniet::parse_position(rules, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn read(text: &str) -> Wieniet {
    read_with(&Rules::default(), text)
}

/// Plays move tokens, which must be legal.
fn play(mut position: Wieniet, moves: &str) -> Wieniet {
    for token in moves.split_whitespace() {
        let action = position.parse_action(token).unwrap_or_else(|_| panic!("{token} in {}", position.position_text()));
        position.play(action);
    }
    position
}

fn actions(position: &Wieniet) -> Vec<Action> {
    position.legal()
}

/// Returns the legal tokens, sorted.
fn legal(position: &Wieniet) -> Vec<String> {
    let mut tokens: Vec<String> = actions(position).into_iter().map(|action| position.action_text(action)).collect();
    tokens.sort();
    tokens
}

/// Visits all positions of a seeded random game, from `start` to the final position.
fn random_game(start: Wieniet, seed: u64, mut visit: impl FnMut(&Wieniet)) {
    let mut rng = Rng::new(seed);
    let mut scratch = Vec::new();
    let mut position = start;
    visit(&position);
    while let Some(action) = position.random_action(&mut rng, &mut scratch) {
        position.play(action);
        visit(&position);
    }
}
