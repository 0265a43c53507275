//! The steps of the conformance check.

use super::tested_engine::{CheckError, TestedEngine};

/// A step: one requirement on an engine.
pub(super) struct Step {
    pub(super) name: &'static str,
    /// The extension or option that the engine must declare; empty if the step applies to every engine.
    pub(super) needs: &'static str,
    pub(super) run: fn(&mut TestedEngine) -> Result<(), CheckError>,
}

/// Creates a step that applies to every engine.
pub(super) const fn step(name: &'static str, run: fn(&mut TestedEngine) -> Result<(), CheckError>) -> Step {
    Step { name, needs: "", run }
}

/// Creates a step for engines that declare the extension or option `needs`.
pub(super) const fn where_declared(
    needs: &'static str,
    name: &'static str,
    run: fn(&mut TestedEngine) -> Result<(), CheckError>,
) -> Step {
    Step { name, needs, run }
}
