//! An engine in a seat.

use ugi::engine::{EngineError, EngineProcess};

/// The word of `bestmove` for a resignation.
pub(super) const RESIGN: &str = "resign";

/// The engine in one seat.
pub struct SeatedEngine {
    /// The participant, an index into the plan.
    pub participant: usize,
    /// The engine, or its error with the most recent lines of the dialogue.
    pub engine: Result<EngineProcess, (EngineError, Vec<String>)>,
}
