//! The interface between searches and endgame databases.

use crate::state::State;
pub use base::wdl::Wdl;
use std::fmt::Debug;

/// A database that a search can probe.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::search::{AlphaBeta, Control, SearchTask, Searcher, Stop, Tablebase, Wdl};
/// use speltafel_kit::ugi::Score;
/// use nim::Nim;
/// use std::sync::Arc;
///
/// /// Contains heaps of any size.
/// #[derive(Debug)]
/// struct Heaps;
///
/// impl Tablebase<Nim> for Heaps {
///     fn probe(&self, position: &Nim) -> Option<Wdl> {
///         Some(if position.left % 4 == 0 { Wdl::Loss } else { Wdl::Win })
///     }
/// }
///
/// let (root, task) = (Nim { left: 99, mover: 0 }, SearchTask { depth: Some(1), hash: 1, ..SearchTask::default() });
/// let mut player = AlphaBeta::new().with_tablebase(Some(Arc::new(Heaps)));
/// let result = player.search(&root, &task, &Control::new(&Stop::default()), &mut |_| ());
/// assert_eq!(result.best, Some(3));
/// assert!(matches!(result.score, Some(Score::Cp(value)) if value > 10_000));
/// ```
pub trait Tablebase<G: State>: Debug + Send + Sync {
    /// Returns the outcome of a position for the side to move, under rules without a move-count draw; `None` if the
    /// database does not contain the position. The game must not be over. Searches call this method at every node, so
    /// it must be fast for positions outside the database.
    fn probe(&self, position: &G) -> Option<Wdl>;

    /// Returns the outcome of a search root. This method may take longer than [`Tablebase::probe`], and may return
    /// outcomes for which `probe` would be too slow.
    fn outcome(&self, position: &G) -> Option<Wdl> {
        self.probe(position)
    }

    /// Returns the errors that have occurred since the last call, such as a damaged file, one sentence each.
    fn errors(&self) -> Vec<String> {
        Vec::new()
    }
}
