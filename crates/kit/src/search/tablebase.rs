//! The interface between searches and endgame databases.

use crate::game::State;
pub use base::wdl::Wdl;
use std::fmt::Debug;

/// A database that a search can probe.
pub trait Tablebase<G: State>: Debug + Send + Sync {
    /// Returns the outcome of a position under rules without a move-count draw; `None` if the database does not contain
    /// the position. The game must not be over. Searches call this method at every node, so it must be fast for
    /// positions outside the database.
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
