//! Tests for Jeex: the leaflet's example, properties in random games, a comparison with a naive move generator, perft,
//! search and notation. This file contains the shared helpers.

mod facts;
mod laws;
mod leaflet;
mod naive;
mod perft;
mod search;
mod texts;

use super::{Action, Jeex, Rules};
use base::rng::Rng;
use kit::game::Game;
use kit::options::Values;
use kit::state::State;

fn rules() -> Rules {
    Rules::from(&Values::default())
}

fn start() -> Jeex {
    Jeex::start(&rules())
}

fn read(text: &str) -> Jeex {
    Jeex::parse_position(&rules(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays move tokens, which must be legal.
fn play(mut position: Jeex, tokens: &str) -> Jeex {
    for token in tokens.split_whitespace() {
        let action = position.parse_action(token);
        position.play(action.unwrap_or_else(|_| panic!("{token} in {}", position.position_text())));
    }
    position
}

fn legal(position: &Jeex) -> Vec<Action> {
    position.legal()
}

fn tokens(position: &Jeex) -> Vec<String> {
    legal(position).into_iter().map(|action| position.action_text(action)).collect()
}

fn is_legal(position: &Jeex, token: &str) -> bool {
    position.parse_action(token).is_ok()
}

/// Visits all positions of seeded random games, final positions included.
fn random_positions(seed: u64, games: usize, mut visit: impl FnMut(&Jeex)) {
    let mut rng = Rng::new(seed);
    for _ in 0..games {
        let mut position = start();
        visit(&position);
        while position.ending().is_none() {
            let all = legal(&position);
            // Seven of eight claims are redrawn, because a claim ends the game, and most games would otherwise be
            // short.
            let mut choice = all[rng.index(all.len())];
            while choice == Action::Claim && rng.index(8) > 0 {
                choice = all[rng.index(all.len())];
            }
            position.play(choice);
            visit(&position);
        }
    }
}
