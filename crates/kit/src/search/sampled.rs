//! The trait of games that can be searched by sampling determinizations.

use crate::game::{Game, GameResult};
use base::rng::Rng;
use smallvec::{SmallVec, smallvec};

/// The expected payoff of each team; the sum is 1. Up to four teams are stored inline.
///
/// See the example of [`final_payoffs`].
pub type Payoffs = SmallVec<[f32; 4]>;

/// A game that can be searched by sampling determinizations.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::game::{Game, State};
/// use speltafel_kit::rng::Rng;
/// use speltafel_kit::search::sampling::Sampling;
/// use speltafel_kit::search::{Control, Payoffs, Sampled, SearchTask, Searcher, Stop, final_payoffs};
/// use nim::Nim;
///
/// /// Playouts consist of random moves to the end of the game. The search tries larger moves first.
/// impl Sampled for Nim {
///     fn playout(mut self, rng: &mut Rng, scratch: &mut Vec<u64>, nodes: &mut u64) -> Payoffs {
///         while let Some(action) = self.random_action(rng, scratch) {
///             self.play(action);
///             *nodes += 1;
///         }
///         final_payoffs(&self)
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
pub trait Sampled: Game {
    /// Upper bound on the nodes that one playout adds to `nodes`. Before each playout, searches reserve at least this
    /// many nodes of their limit. They stop if fewer are left, so that the limit is never exceeded.
    const LONGEST_PLAYOUT: u64 = 256;

    /// Plays on from this position, in which nothing is hidden, to a depth that the game chooses. Moves follow the
    /// game's playout policy, and chance events are random. Returns each team's expected payoff in the last position.
    ///
    /// Adds the number of states visited to `nodes`. The initial state need not be counted. `scratch` may be
    /// overwritten.
    fn playout(self, rng: &mut Rng, scratch: &mut Vec<Self::Action>, nodes: &mut u64) -> Payoffs;

    /// Returns the ordering value of a root move or a reply. Moves with higher values are tried first.
    fn prior(&self, action: Self::Action) -> i32;

    /// Returns the payoffs of a finished game. The default calls the function [`final_payoffs`].
    fn final_payoffs(&self) -> Payoffs {
        final_payoffs(self)
    }
}

/// Returns the payoffs of a finished game: 1 for the winning team and 0 for the others; an equal share for each team
/// after a draw or without a result.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::search::final_payoffs;
/// use nim::Nim;
///
/// // p1 has taken the last piece.
/// assert_eq!(final_payoffs(&Nim { left: 0, mover: 1 }).as_slice(), [1.0, 0.0]);
/// ```
#[must_use]
pub fn final_payoffs<G: Game>(position: &G) -> Payoffs {
    let teams = position.teams();
    // A single team can also lose, so there are at least two payoffs.
    let mut payoffs: Payoffs = smallvec![0.0; teams.max(2)];
    match position.result_with(None) {
        GameResult::Win(team) => payoffs[team] = 1.0,
        GameResult::Draw | GameResult::None => payoffs[..teams].fill(1.0 / teams as f32),
    }
    payoffs
}
