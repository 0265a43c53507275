//! The configuration of the conformance check.

use crate::guard::Guard;
use crate::program::Program;
use std::time::Duration;

/// The engine to check, and the conditions of the check.
pub struct CheckConfig<'a> {
    /// The engine. Its options are set after the handshake.
    pub program: &'a Program,
    /// The value of the option `Game`, if the engine declares it; `None` for its default.
    pub game: Option<&'a str>,
    /// The timeout for each answer.
    pub timeout: Duration,
    /// The guard that kills leftover processes, if any.
    pub guard: Option<&'a Guard>,
}
