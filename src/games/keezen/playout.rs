//! How a game is played on in a completion: every seat plays what the evaluation likes best, to the end of the deal.
//! Knows no search.

use super::eval::{log_odds, share};
use super::moves::{Action, apply};
use super::state::Keezen;
use crate::game::{Game, Turn};
use crate::rng::Rng;
use crate::search::{Sampled, Shares, final_shares};

impl Keezen {
    /// The move that leaves the best board for the team of the mover, chosen by the cards of this position alone.
    pub fn policy(&self, noise: f32, rng: &mut Rng, scratch: &mut Vec<Action>) -> Option<Action> {
        let seat = self.seat()?;
        scratch.clear();
        self.actions(scratch);
        if scratch.len() < 2 {
            return scratch.first().copied();
        }
        let colour = self.options(seat).colour;
        let sign = if seat % 2 == 0 { 1.0 } else { -1.0 };
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for &action in scratch.iter() {
            let mut board = self.board;
            apply(&mut board, colour, action);
            let worth = sign * log_odds(&board, 0) + noise * rng.unit() as f32;
            if worth > most {
                (best, most) = (Some(action), worth);
            }
        }
        best
    }
}

impl Sampled for Keezen {
    /// A deal has twenty cards.
    const LONGEST_PLAYOUT: u64 = 24;

    fn playout(mut self, rng: &mut Rng, scratch: &mut Vec<Action>, nodes: &mut u64) -> Shares {
        loop {
            *nodes += 1;
            match self.turn() {
                Turn::Over => return final_shares(&self),
                Turn::Chance => {
                    let won = share(log_odds(&self.board, self.next_leader()));
                    return [won, 1.0 - won, 0.0, 0.0];
                }
                Turn::Seat(_) => {
                    let Some(action) = self.policy(0.1, rng, scratch) else { return final_shares(&self) };
                    self.play(action);
                }
            }
        }
    }

    /// What the evaluation thinks of the board after the move, in thousandths; public, so a view will do.
    fn prior(&self, action: Action) -> i32 {
        let Some(seat) = self.seat() else { return 0 };
        let mut board = self.board;
        apply(&mut board, self.options(seat).colour, action);
        let odds = 1000.0 * log_odds(&board, self.next_leader());
        if seat % 2 == 0 { odds as i32 } else { -odds as i32 }
    }
}
