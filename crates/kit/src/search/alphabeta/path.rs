//! The positions from the root to the current node. Detects repetitions of these positions and of positions before the
//! root.

use crate::search::evaluate::Evaluate;
use crate::search::value::MAX_PLY;
use std::sync::Arc;

/// A position on the path.
#[derive(Clone, Copy, Default)]
pub(super) struct Step {
    pub(super) key: u64,
    pub(super) plies_left: u32,
    /// Plies since the last irreversible move on the path.
    since: usize,
}

/// The positions from the root to the current node, by ply.
pub(super) struct Path {
    steps: Vec<Step>,
    /// Whether the game has a repetition rule. Without one, only `Techniques::repetition` makes a repetition a draw.
    has_rule: bool,
    repeated: Arc<RepeatedKeys>,
}

/// The positions that need only one more occurrence to draw the game by the repetition rule. Only occurrences up to and
/// including the root are counted.
#[derive(Debug, Default)]
pub(super) struct RepeatedKeys {
    /// The keys of the positions, sorted, each once.
    keys: Vec<u64>,
}

impl RepeatedKeys {
    /// Finds the positions that need only one more occurrence, among `root` and the earlier positions that can recur.
    /// `before` contains the keys of the earlier positions.
    pub(super) fn new<G: Evaluate>(root: &G, before: &[u64]) -> Self {
        let Some(most) = root.repetitions() else { return Self::default() };
        let mut keys = [before, &[root.key()]].concat();
        keys.sort_unstable();
        let frequent = keys.chunk_by(|one, other| one == other).filter(|same| same.len() + 1 >= most.max(2) as usize);
        Self { keys: frequent.map(|same| same[0]).collect() }
    }

    fn has(&self, key: u64) -> bool {
        !self.keys.is_empty() && self.keys.binary_search(&key).is_ok()
    }

    /// Returns a number that depends on `keys`. It is mixed into the table keys, because the value of a position
    /// depends on which positions draw the game when they occur.
    pub(super) fn salt(&self) -> u64 {
        self.keys.iter().fold(0, |salt, &key| base::rng::mix(salt ^ key))
    }
}

impl Path {
    pub(super) fn new<G: Evaluate>(root: &G, repeated: Arc<RepeatedKeys>) -> Self {
        let mut steps = vec![Step::default(); MAX_PLY];
        steps[0] = Step { key: root.key(), plies_left: root.plies_left(), since: 0 };
        Self { steps, has_rule: root.repetitions().is_some(), repeated }
    }

    /// Returns whether the game has a repetition rule.
    #[inline]
    pub(super) fn has_rule(&self) -> bool {
        self.has_rule
    }

    /// Records whether the move that is played at this ply is irreversible.
    #[inline]
    pub(super) fn record_move(&mut self, ply: usize, irreversible: bool) {
        self.steps[ply + 1].since = if irreversible { 0 } else { self.steps[ply].since + 1 };
    }

    /// Stores the key and the plies left of the position at `ply`, which must be at least 1. Returns the completed
    /// step.
    #[inline]
    pub(super) fn enter<G: Evaluate>(&mut self, position: &G, ply: usize) -> Step {
        let step = &mut self.steps[ply];
        (step.key, step.plies_left) = (position.key(), position.plies_left());
        *step
    }

    /// Returns whether the position at this ply has already occurred on the path from the root, with the same side to
    /// move. It then counts as a draw even if the rules require more occurrences, because the cycle can be repeated.
    #[inline]
    pub(super) fn repeats_in_search<G: Evaluate>(&self, ply: usize) -> bool {
        let Step { key, since, .. } = self.steps[ply];
        let oldest = ply - since.min(ply);
        // This loop is faster than a chain of iterator adapters.
        let mut earlier = ply;
        let step = if G::ALTERNATES { 2 } else { 1 };
        while earlier >= oldest + step {
            earlier -= step;
            if self.steps[earlier].key == key {
                return true;
            }
        }
        false
    }

    /// Returns whether the position at this ply draws the game by the repetition rule, given how often it has occurred
    /// up to and including the root.
    #[inline]
    pub(super) fn is_repetition_draw(&self, ply: usize) -> bool {
        self.repeated.has(self.steps[ply].key)
    }
}
