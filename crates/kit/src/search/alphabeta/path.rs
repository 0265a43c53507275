//! The positions on the way from the root to the node, and those before the root: repetitions, and how many plies the
//! counters leave.

use crate::search::evaluate::Evaluate;
use crate::search::value::MAX_PLY;
use std::sync::Arc;

/// A position on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Step {
    pub(super) key: u64,
    pub(super) plies_left: u32,
    /// Plies since the last irreversible move on the way.
    since: usize,
}

/// The way, by ply.
pub(super) struct Path {
    steps: Vec<Step>,
    /// Is there a rule on repetition? Without one a repetition is only a reason to look for better.
    has_rule: bool,
    repeated: Arc<RepeatedKeys>,
}

/// The positions that have occurred so often up to the root that they draw the game when they occur again.
#[derive(Debug, Default)]
pub(super) struct RepeatedKeys {
    /// Their keys, sorted.
    keys: Vec<u64>,
}

impl RepeatedKeys {
    /// Counts the root and the positions before it that can come back.
    pub(super) fn new<G: Evaluate>(root: &G, before: &[u64]) -> Self {
        let Some(most) = root.repetitions() else { return Self::default() };
        let mut keys = [before, &[root.key()]].concat();
        keys.sort_unstable();
        let often = keys.chunk_by(|one, other| one == other).filter(|same| same.len() + 1 >= most as usize);
        Self { keys: often.map(|same| same[0]).collect() }
    }

    fn has(&self, key: u64) -> bool {
        !self.keys.is_empty() && self.keys.binary_search(&key).is_ok()
    }

    /// Mixed into the table keys: a value found while other positions drew the game does not hold here.
    pub(super) fn salt(&self) -> u64 {
        self.keys.iter().fold(0, |salt, &key| base::rng::mix(salt ^ key))
    }
}

impl Path {
    pub(super) fn new<G: Evaluate>(root: &G, spent: Arc<RepeatedKeys>) -> Self {
        let mut steps = vec![Step::default(); MAX_PLY];
        steps[0] = Step { key: root.key(), plies_left: root.plies_left(), since: 0 };
        Self { steps, has_rule: root.repetitions().is_some(), repeated: spent }
    }

    /// Is there a rule on repetition?
    #[inline]
    pub(super) fn has_rule(&self) -> bool {
        self.has_rule
    }

    /// A move is played at this ply.
    #[inline]
    pub(super) fn record_move(&mut self, ply: usize, irreversible: bool) {
        self.steps[ply + 1].since = if irreversible { 0 } else { self.steps[ply].since + 1 };
    }

    /// Puts the position on the way, `ply` (at least 1) plies from the root.
    #[inline]
    pub(super) fn enter<G: Evaluate>(&mut self, position: &G, ply: usize) -> Step {
        let step = &mut self.steps[ply];
        (step.key, step.plies_left) = (position.key(), position.plies_left());
        *step
    }

    /// The way to the position at this ply.
    pub(super) fn prefix(&self, ply: usize) -> Vec<Step> {
        self.steps[..=ply].to_vec()
    }

    /// Goes the way that another thread has gone.
    pub(super) fn follow(&mut self, way: &[Step]) {
        self.steps[..way.len()].copy_from_slice(way);
    }

    /// Has the position at this ply occurred since the root, with the same side to move? It then counts as a draw, even
    /// where the rule needs more occurrences, because the cycle can be repeated.
    #[inline]
    pub(super) fn repeats_in_search(&self, ply: usize) -> bool {
        let Step { key, since, .. } = self.steps[ply];
        let oldest = ply - since.min(ply);
        // A chain of adapters here costs 2 % of a search of Jeex.
        let mut earlier = ply;
        while earlier >= oldest + 2 {
            earlier -= 2;
            if self.steps[earlier].key == key {
                return true;
            }
        }
        false
    }

    /// Does the position at this ply draw the game because of how often it occurred up to the root?
    #[inline]
    pub(super) fn is_repetition_draw(&self, ply: usize) -> bool {
        self.repeated.has(self.steps[ply].key)
    }
}
