//! Who sits at a table.

use ugi::engine::{Engine, EngineError};

/// What `bestmove` says of who gives up.
pub(super) const RESIGN: &str = "resign";

/// A seat and who is in it.
pub struct Player {
    /// Index into the plan.
    pub entrant: usize,
    /// The engine, or why there is none and the last lines of the attempt.
    pub engine: Result<Engine, (EngineError, Vec<String>)>,
}
