//! Incremental evaluation (NNUE): each search thread caches the pieces and first-layer sums of recently evaluated
//! positions. The sums of a new position follow from those of a cached one by adding and subtracting only the rows of
//! the pieces that differ.

use super::{Changes, Network, NeuronRow, Sets, sets};
use crate::games::checkers::position::Checkers;
use kit::search::MAX_PLY;
use std::sync::Arc;

/// If at most this many rows differ from those of the position cached at the previous ply, no other cached position is
/// considered.
const MAX_CHANGED_ROWS: u32 = 3;

/// Cached sums by ply. `None` selects the handcrafted evaluation.
#[derive(Clone, Debug)]
pub struct Accumulators(Option<NetworkCache>);

#[derive(Clone, Debug)]
struct NetworkCache {
    network: Arc<Network>,
    /// The sums of the position evaluated last at each ply. The final entry is for an empty board.
    entries: Vec<CachedSums>,
}

#[derive(Clone, Copy, Debug)]
struct CachedSums {
    sets: Sets,
    sums: [NeuronRow; 2],
}

impl Accumulators {
    /// Creates the cache for a network.
    pub fn new(network: Arc<Network>) -> Self {
        let empty = CachedSums { sets: [0; 4], sums: [network.bias; 2] };
        Self(Some(NetworkCache { network, entries: vec![empty; MAX_PLY + 1] }))
    }

    /// Selects the handcrafted evaluation, which caches nothing.
    pub const fn handwritten() -> Self {
        Self(None)
    }

    /// Returns the static evaluation for the side to move, in hundredths of a man, or `None` if the handcrafted
    /// evaluation is selected. The value does not depend on `ply`, which only selects the cached positions to compare.
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
        // Try the position at the previous ply first: it is usually the parent, which differs by only one step or
        // capture.
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
            // Each seat's sums are updated separately, so that they stay in registers. If `nearest` equals `ply`, the
            // old sums of the seat are read before they are overwritten.
            self.entries[ply].sums[seat] = self.network.updated(self.entries[nearest].sums[seat], &changes, seat);
        }
        self.entries[ply].sets = to;
        self.network.output(&self.entries[ply].sums, position)
    }
}

/// Returns the number of first-layer rows, per seat, to add or subtract to get from the sums of `from` to those of
/// `to`.
#[inline]
fn distance(from: &Sets, to: &Sets) -> u32 {
    from.iter().zip(to).map(|(from, to)| (from ^ to).count_ones()).sum()
}
