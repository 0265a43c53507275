//! What the search by sampling demands from its games; see [`Searcher::law`](crate::search::Searcher::law).

use crate::search::sampled::Sampled;
use base::rng::Rng;
use ugi::Turn;

/// Checks the payoffs and the length of some playouts.
pub(super) fn check<G: Sampled>(root: &G, rng: &mut Rng) -> Result<(), String> {
    for _ in 0..if root.turn() == Turn::Over { 0 } else { 4 } {
        let (mut nodes, most, teams) = (0, G::LONGEST_PLAYOUT, root.teams().max(2));
        let payoffs = root.clone().playout(rng, &mut Vec::new(), &mut nodes);
        if nodes > most {
            return Err(format!("A playout visits {nodes} nodes, but `LONGEST_PLAYOUT` is {most}."));
        }
        let decides = payoffs.contains(&1.0);
        if nodes == 0 && decides {
            return Err("A playout decides the game, but adds nothing to `nodes`.".to_string());
        }
        let is_share = |share: &f32| (0.0..=1.0).contains(share);
        if payoffs.len() != teams || !payoffs.iter().all(is_share) || (payoffs.iter().sum::<f32>() - 1.0).abs() > 1e-3 {
            return Err(format!("A playout for {teams} teams returns {payoffs:?}, but needs shares with the sum 1."));
        }
    }
    Ok(())
}

/// Returns the payoff of a playout for the side to move, in thousandths.
pub(super) fn value<G: Sampled>(root: &G, rng: &mut Rng) -> Option<i32> {
    let Turn::Seat(seat) = root.turn() else { return None };
    let payoffs = root.clone().playout(rng, &mut Vec::new(), &mut 0);
    payoffs.get(root.team(seat)).map(|share| (share * 1000.0) as i32)
}
