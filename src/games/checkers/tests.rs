//! Tests for checkers: examples for each rule, properties in random games, position and move texts, perft, the
//! evaluation and the search, and a comparison with a naive move generator.

mod evaluation;
mod facts;
mod laws;
mod naive;
mod perft;
mod rules;
mod search;
mod texts;

use super::position::{Checkers, Rules};
use base::rng::Rng;
use kit::game::Game;
use kit::state::State;

/// Parses a position text under the default rules.
fn read(text: &str) -> Checkers {
    Checkers::parse_position(&Rules::default(), text).unwrap()
}

/// Parses `startpos` or `fen TEXT`, optionally followed by `moves …`.
fn read_line(line: &str) -> Checkers {
    let (base, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    let mut position = base.strip_prefix("fen ").map_or_else(|| Checkers::start(&Rules::default()), read);
    for token in moves.split_whitespace() {
        play(&mut position, token);
    }
    position
}

fn play(position: &mut Checkers, token: &str) {
    let action = position.parse_action(token).unwrap_or_else(|_| panic!("{token} in {}", position.position_text()));
    position.play(action);
}

/// Returns the tokens of all legal moves in move generation order.
fn listed(position: &Checkers) -> Vec<String> {
    position.legal().into_iter().map(|action| position.action_text(action)).collect()
}

/// Returns the tokens of all legal moves, sorted.
fn legal(position: &Checkers) -> Vec<String> {
    let mut tokens = listed(position);
    tokens.sort();
    tokens
}

/// Visits every position of random games under `rules`. Every second game begins at a random position, the others at
/// the start position.
fn walk(rules: &Rules, games: u64, mut visit: impl FnMut(&Checkers)) {
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut position = Checkers::start(rules);
        if seed % 2 == 1 {
            position = scattered(rules, &mut rng);
        }
        let mut scratch = Vec::new();
        visit(&position);
        while let Some(action) = position.random_action(&mut rng, &mut scratch) {
            position.play(action);
            visit(&position);
        }
    }
}

/// Returns a position with 4 to 15 men and kings on random squares.
fn scattered(rules: &Rules, rng: &mut Rng) -> Checkers {
    let mut squares: Vec<u8> = (1..=32).collect();
    rng.shuffle(&mut squares);
    let mut lists = [Vec::new(), Vec::new()];
    for (index, square) in squares[..4 + rng.index(12)].iter().enumerate() {
        let men_allowed = (5..=28).contains(square);
        let king = !men_allowed || rng.index(2) == 0;
        lists[index % 2].push(format!("{}{square}", if king { "K" } else { "" }));
    }
    let side = if rng.index(2) == 0 { "B" } else { "W" };
    let text = format!("{side}:W{}:B{}", lists[0].join(","), lists[1].join(","));
    Checkers::parse_position(rules, &text).unwrap()
}
