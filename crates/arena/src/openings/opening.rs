//! Openings, and the trait for the referee that checks them.

use anyhow::Result;
use ugi::{Info, Turn};

/// The opening of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// The base position: `startpos` or `fen TEXT`.
    pub base: String,
    /// The moves and chance events after `base`.
    pub moves: Vec<String>,
}

/// The referee queries that openings need. [`turn`](Self::turn), [`legal`](Self::legal) and
/// [`sample_event`](Self::sample_event) refer to the most recently loaded position.
pub trait OpeningReferee {
    /// Loads the position after `base` and `moves`.
    fn load(&mut self, base: &str, moves: &[String]) -> Result<()>;

    /// Returns who decides next.
    fn turn(&mut self) -> Result<Turn>;

    /// Returns the legal moves in a fixed order.
    fn legal(&mut self) -> Result<Vec<String>>;

    /// Returns the openings of a deck, each as the arguments of `position`.
    fn deck(&mut self, name: &str) -> Result<Vec<String>>;

    /// Returns a chance event chosen with this seed.
    fn sample_event(&mut self, seed: u64) -> Result<String>;

    /// Searches the position after `opening`, with `nodes` as the node limit. Returns the last report
    /// with a score, or `None` if there is none. The result must depend only on the position and the limit, so the hash
    /// table must be cleared before each search.
    fn evaluate(&mut self, opening: &Opening, nodes: u64) -> Result<Option<Info>>;
}
