//! The laws of the game on seeded random games, its rules one by one, and a second move generator to check the first.

mod bad_input;
mod laws;
mod naive;
mod perft;
mod rules;

use super::{Action, Rules, Wieniet};
use base::rng::Rng;
use kit::game::{Game, State};
use kit::notation::Notation;

/// The variant in which no jump goes over a row with both colours in it.
const NO_MIXED_ROWS: Rules = Rules { mixed_rows: false, draw_plies: 100, max_plies: 1000 };

fn read_with(rules: &Rules, text: &str) -> Wieniet {
    Wieniet::read_position(rules, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn read(text: &str) -> Wieniet {
    read_with(&Rules::default(), text)
}

/// Plays moves, each of which must be legal.
fn play(mut position: Wieniet, moves: &str) -> Wieniet {
    for token in moves.split_whitespace() {
        let action = position.read_action(token).unwrap_or_else(|_| panic!("{token} in {}", position.position_text()));
        position.play(action);
    }
    position
}

fn actions(position: &Wieniet) -> Vec<Action> {
    position.legal()
}

/// The legal tokens, sorted.
fn legal(position: &Wieniet) -> Vec<String> {
    let mut tokens: Vec<String> = actions(position).into_iter().map(|action| position.action_text(action)).collect();
    tokens.sort();
    tokens
}

/// Shows every position of a random game, from the first to the last.
fn random_game(start: Wieniet, seed: u64, mut show: impl FnMut(&Wieniet)) {
    let mut rng = Rng::new(seed);
    let mut scratch = Vec::new();
    let mut position = start;
    show(&position);
    while let Some(action) = position.random_action(&mut rng, &mut scratch) {
        position.play(action);
        show(&position);
    }
}
