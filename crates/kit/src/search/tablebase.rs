//! The interface of searches to endgame databases.

use crate::game::State;
pub use base::wdl::Wdl;
use std::fmt::Debug;

/// A database that a search can probe.
pub trait Tablebase<G: State>: Debug + Send + Sync {
    /// Returns the outcome of a running position under rules in which no ply count draws the game; `None` if the
    /// database does not contain the position. It is called at every node, so it must be fast for positions outside the
    /// database.
    fn probe(&self, position: &G) -> Option<Wdl>;

    /// Returns the outcome of a search root. It may take longer than [`Tablebase::probe`] and find positions that need
    /// a deeper lookup.
    fn outcome(&self, position: &G) -> Option<Wdl> {
        self.probe(position)
    }

    /// Returns the errors since the last call, such as a damaged file, one sentence each.
    fn errors(&self) -> Vec<String> {
        Vec::new()
    }
}
