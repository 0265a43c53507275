//! Databases of positions whose outcome is known, as a search sees them. Knows no file and no game.

use crate::game::State;
pub use base::wdl::Wdl;
use std::fmt::Debug;

/// A database that a search may ask.
pub trait Tablebase<G: State>: Debug + Send + Sync {
    /// The outcome of a running position, by the rules without a draw by counting; `None` where the database does not
    /// have it. Called at every node: it must be quick to say no.
    fn probe(&self, position: &G) -> Option<Wdl>;

    /// The same for the root of a search, which may take its time: also where [`Tablebase::probe`] had to look further.
    fn outcome(&self, position: &G) -> Option<Wdl> {
        self.probe(position)
    }

    /// What has gone wrong with it since this was asked last, such as a damaged file: a sentence each.
    fn errors(&self) -> Vec<String> {
        Vec::new()
    }
}
