//! An engine in a seat.

use runner::record::FaultKind;
use runner::{EngineError, EngineProcess};

/// The argument of `bestmove` for a resignation.
pub(super) const RESIGN: &str = "resign";

/// The engine of one seat.
pub struct SeatedEngine {
    /// The index of the participant in the plan.
    pub participant: usize,
    /// The index of the engine's cores in its pool; `None` if it runs on any core.
    pub cores: Option<usize>,
    /// The engine, or its error with the dialogue.
    pub engine: Result<EngineProcess, EngineError>,
}

impl SeatedEngine {
    /// Returns a seat of a game that cannot begin. It has no engine.
    pub fn vacant(participant: usize) -> Self {
        Self { participant, cores: None, engine: Err(EngineError::new(FaultKind::NoHandshake, false, "")) }
    }
}
