//! An engine in a seat.

use runner::{EngineError, EngineProcess};

/// The argument of `bestmove` for a resignation.
pub(super) const RESIGN: &str = "resign";

/// The engine of one seat.
pub struct SeatedEngine {
    /// The index of the participant in the plan.
    pub participant: usize,
    /// The engine, or its error with the dialogue.
    pub engine: Result<EngineProcess, EngineError>,
}
