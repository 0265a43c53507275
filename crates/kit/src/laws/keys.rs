//! Laws of the hash key: positions with equal keys must have the same future.

use super::law::{Law, law};
use super::positions::MOST_MOVES;
use crate::game::Game;
use base::rng::{fnv1a, mix};
use std::collections::HashMap;
use ugi::{Turn, Viewer};

/// The positions seen under one rule set, by key: a hash of each position's future, and its text.
#[derive(Default)]
pub(super) struct Keys(HashMap<u64, (u64, String)>);

impl Keys {
    /// Checks that all positions with the key of this one have the same future.
    pub(super) fn add<G: Game>(&mut self, position: &G) -> Law {
        // The counters that end a game are not part of the key, and a finished game has no future.
        if position.plies_left() < 3 || position.turn() == Turn::Over {
            return Ok(());
        }
        let (future, text) = (future(position), position.position_text());
        let (known, other) = self.0.entry(position.key()).or_insert_with(|| (future, text.clone()));
        law!(*known == future, "The positions {other} and {text} have the same key, but different moves or events.");
        Ok(())
    }
}

/// Returns a hash of what can happen next: the turn, the moves with the keys after them, two events.
fn future<G: Game>(position: &G) -> u64 {
    let now = position.turn().to_string();
    let next = |hash: u64, token: &str, key: u64| mix(mix(hash ^ fnv1a(token.as_bytes())) ^ key);
    if position.turn() == Turn::Chance {
        return (0..2).fold(fnv1a(now.as_bytes()), |hash, seed| {
            let token = (G::EVENTS.sample)(position, seed);
            let after = (G::EVENTS.after)(position, &token, Viewer::Master);
            next(hash, &token, after.map_or(0, |after| after.key()))
        });
    }
    let legal = position.legal();
    let some = legal.iter().step_by(legal.len() / MOST_MOVES + 1);
    some.fold(fnv1a(format!("{now} {}", legal.len()).as_bytes()), |hash, &action| {
        next(hash, &position.action_text(action), position.after(action).key())
    })
}
