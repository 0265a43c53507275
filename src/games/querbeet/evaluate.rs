//! x

use super::rules::{Action, Querbeet};
use crate::game::Game;
use crate::rng::Rng;
use crate::search::{Sampled, Shares};

/// x
pub fn explain(_position: &Querbeet) -> String {
    String::new()
}

impl Sampled for Querbeet {
    fn playout(mut self, rng: &mut Rng, scratch: &mut Vec<Action>, nodes: &mut u64) -> Shares {
        while let Some(action) = self.random_action(rng, scratch) {
            self.play(action);
            *nodes += 1;
        }
        self.final_shares()
    }
    fn prior(&self, action: Action) -> i32 {
        super::yardstick::greedy(self, action)
    }
}
