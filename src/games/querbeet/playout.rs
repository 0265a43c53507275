//! Three seats do not know each other's tiles: search over completions plays each of them a little way on and asks the
//! evaluation there.

use super::baseline::greedy;
use super::eval::totals;
use super::moves::Action;
use super::position::{Querbeet, TILES};
use base::rng::Rng;
use kit::game::{Game, State, Turn};
use kit::search::{Payoffs, Sampled};

/// Plies of a playout. (90 games of three at 20 ms a move, one strong player against two baseline players: 3 plies of 3 tries won
/// 51 and drew 28; 3 of 4, 4 of 3, 6 of 3, 9 of 3 and whole rounds won fewer.)
const HORIZON: usize = 3;
/// Moves of which a playout takes the best.
const TRIES: usize = 3;

impl Sampled for Querbeet {
    const LONGEST_PLAYOUT: u64 = (HORIZON * TRIES) as u64;

    /// Every seat takes the move it expects most of among a few random ones.
    fn playout(mut self, rng: &mut Rng, scratch: &mut Vec<Action>, nodes: &mut u64) -> Payoffs {
        for _ in 0..HORIZON {
            let Turn::Seat(seat) = self.turn() else { break };
            scratch.clear();
            self.actions(scratch);
            let mut best: Option<(f32, Self)> = None;
            for tried in 0..TRIES.min(scratch.len()) {
                let other = tried + rng.index(scratch.len() - tried);
                scratch.swap(tried, other);
                let next = self.after(scratch[tried]);
                *nodes += 1;
                let share = expected_payoffs(&next)[seat.index()];
                if best.is_none_or(|(most, _)| share > most) {
                    best = Some((share, next));
                }
            }
            let Some((_, next)) = best else { break };
            self = next;
        }
        expected_payoffs(&self)
    }

    fn prior(&self, action: Action) -> i32 {
        greedy(self, action)
    }
}

/// What every seat may expect of the whole game: softmax over the totals, the flatter the more is still to come.
fn expected_payoffs(position: &Querbeet) -> Payoffs {
    if position.turn() == Turn::Over {
        return position.final_payoffs();
    }
    let seats = position.seats();
    let totals = &totals(position)[..seats];
    let turns_to_come = if position.running { TILES - usize::from(position.turns) } else { 0 };
    let rounds_to_come = seats - usize::from(position.round) + usize::from(!position.running);
    let spread = 0.4 + 0.6 * rounds_to_come as f32 + 0.04 * turns_to_come as f32;
    let best = totals.iter().copied().fold(f32::MIN, f32::max);
    let mut shares: Payoffs = totals.iter().map(|total| ((total - best) / spread).exp()).collect();
    let sum: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}
