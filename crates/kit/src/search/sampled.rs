//! The trait of games that can be searched by sampling determinizations.

use crate::payoffs::Payoffs;
use crate::state::State;
use base::rng::Rng;

/// A game that can be searched by sampling determinizations.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::prelude::*;
/// use speltafel_kit::search::{Control, Payoffs, Sampled, Sampling, SearchTask, Searcher, Stop};
/// use nim::Nim;
///
/// /// Playouts consist of random moves to the end of the game. The search tries larger moves first.
/// impl Sampled for Nim {
///     fn playout(mut self, rng: &mut Rng, scratch: &mut Vec<u64>, nodes: &mut u64) -> Payoffs {
///         while let Some(action) = self.random_action(rng, scratch) {
///             self.play(action);
///             *nodes += 1;
///         }
///         self.payoffs()
///     }
///
///     fn prior(&self, action: u64) -> i32 {
///         action as i32
///     }
/// }
///
/// let (root, task) = (Nim { left: 3, mover: 0 }, SearchTask { depth: Some(4), ..SearchTask::default() });
/// let result = Sampling::new().search(&root, &task, &Control::new(&Stop::default()), &mut |_| ());
/// assert_eq!(result.best, Some(3));
/// ```
pub trait Sampled: State {
    /// Upper bound on the nodes that one playout adds to `nodes`. Before each playout, searches reserve at least this
    /// many nodes of their limit. They stop if fewer are left, so that the limit is never exceeded.
    const LONGEST_PLAYOUT: u64 = 256;

    /// By how many playouts the root move with the highest [`Sampled::prior`] starts ahead of the others. If this
    /// number is not 0, a move must also be better than the leader by three standard errors in order to replace it. Set
    /// it if the prior is a good policy, which plays better than a choice by few playouts. By default, the prior is
    /// only an order.
    const PRIOR_VISITS: u32 = 0;

    /// Plays on from this position, in which nothing is hidden, to a depth that the game chooses. Moves follow the
    /// game's playout policy, and chance events are random. Returns each team's expected payoff in the last position.
    ///
    /// Adds the number of states visited to `nodes`. The initial state need not be counted. `scratch` may be
    /// overwritten.
    fn playout(self, rng: &mut Rng, scratch: &mut Vec<Self::Action>, nodes: &mut u64) -> Payoffs;

    /// Returns the ordering value of a root move or a reply. Moves with higher values are tried first.
    fn prior(&self, action: Self::Action) -> i32;
}
