//! The positions on the way from the root to the node: repetitions, and how many plies the counters leave.
//! What was played before the root is not known here.

use crate::search::{Evaluate, MAX_PLY};

/// A position on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Step {
    pub(super) key: u64,
    pub(super) plies_left: u32,
    /// Plies since the last progress, as far as the way shows it: progress winds the counter up again.
    calm: usize,
}

/// The way, by ply.
pub(super) struct Path(Vec<Step>);

impl Path {
    pub(super) fn new<G: Evaluate>(root: &G) -> Self {
        let mut steps = vec![Step::default(); MAX_PLY];
        steps[0] = Step { key: root.key(), plies_left: root.plies_left(), calm: 0 };
        Self(steps)
    }

    /// Puts the position on the way, `ply` (at least 1) plies from the root.
    pub(super) fn enter<G: Evaluate>(&mut self, position: &G, ply: usize) -> Step {
        let before = self.0[ply - 1];
        let plies_left = position.plies_left();
        let progress = plies_left != u32::MAX && plies_left.saturating_add(1) != before.plies_left;
        let step = Step { key: position.key(), plies_left, calm: if progress { 0 } else { before.calm + 1 } };
        self.0[ply] = step;
        step
    }

    /// The way to the position at this ply.
    pub(super) fn way(&self, ply: usize) -> Vec<Step> {
        self.0[..=ply].to_vec()
    }

    /// Goes the way that another thread has gone.
    pub(super) fn follow(&mut self, way: &[Step]) {
        self.0[..way.len()].copy_from_slice(way);
    }

    /// Was the position at this ply on the way before, with the same side to move?
    pub(super) fn repeats(&self, ply: usize) -> bool {
        let Step { key, calm, .. } = self.0[ply];
        let oldest = ply - calm.min(ply);
        (oldest..ply).rev().skip(1).step_by(2).any(|earlier| self.0[earlier].key == key)
    }
}
