//! The steps of the test.

use super::tested_engine::{CheckError, TestedEngine};

/// One thing that an engine must do.
pub(super) struct Step {
    pub(super) name: &'static str,
    /// The extension or option that it is about; empty for what every engine must do.
    pub(super) needs: &'static str,
    pub(super) run: fn(&mut TestedEngine) -> Result<(), CheckError>,
}

/// A step that every engine must pass.
pub(super) const fn step(name: &'static str, run: fn(&mut TestedEngine) -> Result<(), CheckError>) -> Step {
    Step { name, needs: "", run }
}

/// A step for engines that declare something.
pub(super) const fn where_declared(
    needs: &'static str,
    name: &'static str,
    run: fn(&mut TestedEngine) -> Result<(), CheckError>,
) -> Step {
    Step { name, needs, run }
}
