//! The positions from the root to the current node. Detects repetitions of these positions and of positions before the
//! root.

use crate::search::evaluate::Evaluate;
use crate::search::value::MAX_PLY;

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
}

/// Returns the keys of the positions that the search counts as draws, sorted, each once. They are among `root` and the
/// earlier positions that can recur, whose keys are `before`: those that need only one more occurrence to draw the game
/// by the repetition rule, and in a game without this rule, all of them if `any` is set.
pub(super) fn repeated_keys<G: Evaluate>(root: &G, before: &[u64], any: bool) -> Vec<u64> {
    let Some(most) = root.repetitions().or(any.then_some(2)) else { return Vec::new() };
    let mut keys = [before, &[root.key()]].concat();
    keys.sort_unstable();
    let frequent = keys.chunk_by(|one, other| one == other).filter(|same| same.len() + 1 >= most.max(2) as usize);
    frequent.map(|same| same[0]).collect()
}

impl Path {
    pub(super) fn new<G: Evaluate>(root: &G) -> Self {
        let mut steps = vec![Step::default(); MAX_PLY];
        steps[0] = Step { key: root.key(), plies_left: root.plies_left(), since: 0 };
        Self { steps, has_rule: root.repetitions().is_some() }
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

    /// Returns whether the position at this ply is one of `keys`, which are sorted.
    #[inline]
    pub(super) fn is_one_of(&self, keys: &[u64], ply: usize) -> bool {
        !keys.is_empty() && keys.binary_search(&self.steps[ply].key).is_ok()
    }
}
