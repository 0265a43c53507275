//! The tests: the leaflet's example, laws on random games, a second move generator, texts. This file is the list of
//! parts and what they share.

mod laws;
mod leaflet;
mod naive;
mod perft;
mod search;
mod texts;

use super::{Action, Jeex, Rules};
use base::rng::Rng;
use kit::entry::GameEntry;
use kit::game::State;
use kit::notation::Notation;
use kit::options::Values;

fn rules() -> Rules {
    <Jeex as GameEntry>::rules(&Values::default())
}

fn start() -> Jeex {
    Jeex::start(&rules())
}

fn read(text: &str) -> Jeex {
    Jeex::read_position(&rules(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays tokens that must be legal.
fn play(mut position: Jeex, tokens: &str) -> Jeex {
    for token in tokens.split_whitespace() {
        let action = position.read_action(token);
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
    position.read_action(token).is_ok()
}

/// Every position of seeded random games, the last one included. A wrong claim is seldom chosen but sometimes.
fn random_positions(seed: u64, games: usize, mut visit: impl FnMut(&Jeex)) {
    let mut rng = Rng::new(seed);
    for _ in 0..games {
        let mut position = start();
        visit(&position);
        while position.ending().is_none() {
            let all = legal(&position);
            // Right claims would end most games early: take them only now and then.
            let mut choice = all[rng.index(all.len())];
            while choice == Action::Claim && rng.index(8) > 0 {
                choice = all[rng.index(all.len())];
            }
            position.play(choice);
            visit(&position);
        }
    }
}
