//! What one thread of a search keeps of the positions it has evaluated: their pieces and the sums of the first layer, so
//! that only what differs has to be added and subtracted.

use super::{Changes, Network, NeuronRow, Sets, sets};
use crate::games::checkers::position::Checkers;
use kit::search::MAX_PLY;
use std::sync::Arc;

/// So many rows or fewer are no reason to look for a nearer position.
const MAX_CHANGED_ROWS: u32 = 3;

/// Positions by ply, or the word that the hand-written evaluation is to be used.
#[derive(Clone, Debug)]
pub struct Accumulators(Option<NetworkCache>);

#[derive(Clone, Debug)]
struct NetworkCache {
    network: Arc<Network>,
    /// The position evaluated last at each ply; behind them an empty board.
    entries: Vec<CachedSums>,
}

#[derive(Clone, Copy, Debug)]
struct CachedSums {
    sets: Sets,
    sums: [NeuronRow; 2],
}

impl Accumulators {
    /// For a network.
    pub fn new(network: Arc<Network>) -> Self {
        let empty = CachedSums { sets: [0; 4], sums: [network.bias; 2] };
        Self(Some(NetworkCache { network, entries: vec![empty; MAX_PLY + 1] }))
    }

    /// For the hand-written evaluation, which keeps nothing.
    pub const fn handwritten() -> Self {
        Self(None)
    }

    /// The worth of a position for the side to move, hundredths of a man; `None` when the hand-written evaluation is to
    /// be asked. Any position may stand at any `ply` below [`MAX_PLY`]: what is kept is looked at, not trusted.
    #[inline]
    pub fn evaluate_learned(&mut self, position: &Checkers, ply: usize) -> Option<i32> {
        self.0.as_mut().map(|learned| learned.evaluate(position, ply))
    }
}

impl Default for Accumulators {
    fn default() -> Self {
        Self::new(Network::built_in().clone())
    }
}

impl NetworkCache {
    #[inline]
    fn evaluate(&mut self, position: &Checkers, ply: usize) -> i32 {
        let to = sets(position);
        let ply = ply.min(MAX_PLY - 1);
        // Mostly the parent is known, and a step or a single capture away from here.
        let mut nearest = ply.saturating_sub(1);
        let mut least = distance(&self.entries[nearest].sets, &to);
        if least > MAX_CHANGED_ROWS {
            for candidate in [ply, ply.saturating_sub(2), MAX_PLY] {
                let distance = distance(&self.entries[candidate].sets, &to);
                if distance < least {
                    (nearest, least) = (candidate, distance);
                }
            }
        }
        let changes = Changes::between(&self.entries[nearest].sets, &to);
        for seat in 0..2 {
            // Seat by seat, so that a row stays in registers while it changes; `nearest` may be `ply` itself.
            self.entries[ply].sums[seat] = self.network.updated(self.entries[nearest].sums[seat], &changes, seat);
        }
        self.entries[ply].sets = to;
        self.network.output(&self.entries[ply].sums, position)
    }
}

/// How many rows have to be added or subtracted.
#[inline]
fn distance(from: &Sets, to: &Sets) -> u32 {
    from.iter().zip(to).map(|(from, to)| (from ^ to).count_ones()).sum()
}
