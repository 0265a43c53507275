//! An opening, and what a referee says of one.

use anyhow::Result;
use ugi::{Score, Turn};

/// Where a game starts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// `startpos` or `fen TEXT`.
    pub base: String,
    /// The moves and events after that.
    pub moves: Vec<String>,
}

/// What a short search says of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningEvaluation {
    /// For the side to move.
    pub score: Score,
    /// The best line.
    pub line: Vec<String>,
}

/// What openings ask of a referee. A question is about the position that was loaded last.
pub trait OpeningReferee {
    /// Loads a history.
    ///
    /// # Errors
    /// It does not take the whole of it; or it has gone.
    fn load(&mut self, base: &str, moves: &[String]) -> Result<()>;

    /// Who decides next.
    ///
    /// # Errors
    /// It has gone.
    fn turn(&mut self) -> Result<Turn>;

    /// The legal moves, in an order that is always the same.
    ///
    /// # Errors
    /// It has gone.
    fn legal(&mut self) -> Result<Vec<String>>;

    /// The openings of a deck, each what follows `position `.
    ///
    /// # Errors
    /// It has no such deck, and which it has; or it has gone.
    fn deck(&mut self, name: &str) -> Result<Vec<String>>;

    /// The chance event that this seed draws.
    ///
    /// # Errors
    /// Nothing is to be drawn; or it has gone.
    fn sample_event(&mut self, seed: u64) -> Result<String>;

    /// What a search of so many nodes says of the position behind an opening. It must depend on the position alone:
    /// tables are cleared before, and the engine has one thread and a seed of its own that stays the same. `None` where
    /// the search says nothing.
    ///
    /// # Errors
    /// It has gone.
    fn evaluate(&mut self, opening: &Opening, nodes: u64) -> Result<Option<OpeningEvaluation>>;
}
