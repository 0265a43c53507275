//! The configuration of the conformance check.

use crate::guard::Guard;
use crate::program::Program;
use std::time::Duration;

/// The engine to check, and the conditions of the check.
///
/// See the example of [`check`](super::check).
pub struct CheckConfig<'a> {
    /// The engine. Its options are set after the handshake.
    pub program: &'a Program,
    /// The value for the option `Game`; `None` keeps the default. Ignored if the engine does not declare the option.
    pub game: Option<&'a str>,
    /// The timeout for each answer.
    pub timeout: Duration,
    /// The guard that kills leftover engine processes; `None` runs the check without a guard.
    pub guard: Option<&'a Guard>,
}
