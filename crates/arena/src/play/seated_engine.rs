//! Who sits at a table.

use ugi::engine::{EngineError, EngineProcess};

/// What `bestmove` says of who gives up.
pub(super) const RESIGN: &str = "resign";

/// A seat and who is in it.
pub struct SeatedEngine {
    /// Index into the plan.
    pub participant: usize,
    /// The engine, or why there is none and the last lines of the attempt.
    pub engine: Result<EngineProcess, (EngineError, Vec<String>)>,
}
