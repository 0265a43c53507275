//! The playout policy for three seats. A playout plays a few plies in a determinization and then returns the
//! evaluation.

use super::baseline::greedy;
use super::eval::totals;
use super::moves::Action;
use super::position::{Querbeet, TILES};
use base::rng::Rng;
use kit::search::{Payoffs, Sampled};
use kit::state::State;
use ugi::Turn;

/// The number of plies of a playout.
///
/// Measured in 90 three-seat games at 20 ms per move, one strong player against two baseline players: 3 plies with 3
/// tries won 51 games and drew 28. Variants won fewer: 4 tries per ply; 4, 6 or 9 plies; playouts to the end of the
/// round.
const HORIZON: usize = 3;
/// The number of random moves from which a playout takes the best.
const TRIES: usize = 3;

impl Sampled for Querbeet {
    const LONGEST_PLAYOUT: u64 = (HORIZON * TRIES) as u64;

    /// Each seat plays the one of `TRIES` random moves that has the highest expected payoff for the seat itself.
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
                let payoff = expected_payoffs(&next)[seat.index()];
                if best.is_none_or(|(most, _)| payoff > most) {
                    best = Some((payoff, next));
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

/// Returns each seat's expected payoff for the whole game: a softmax over the expected totals or, if the game is over,
/// the actual payoff. The more of the game is left, the higher the softmax temperature.
fn expected_payoffs(position: &Querbeet) -> Payoffs {
    if position.turn() == Turn::Over {
        return position.payoffs();
    }
    let seats = position.seats();
    let totals = &totals(position)[..seats];
    let turns_to_come = if position.running { TILES - usize::from(position.turns) } else { 0 };
    let rounds_to_come = seats - usize::from(position.round) + usize::from(!position.running);
    let temperature = 0.4 + 0.6 * rounds_to_come as f32 + 0.04 * turns_to_come as f32;
    let best = totals.iter().copied().fold(f32::MIN, f32::max);
    let mut payoffs: Payoffs = totals.iter().map(|total| ((total - best) / temperature).exp()).collect();
    let sum: f32 = payoffs.iter().sum();
    payoffs.iter_mut().for_each(|payoff| *payoff /= sum);
    payoffs
}
