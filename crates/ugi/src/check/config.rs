//! What is tested, and how.

use crate::guard::Guard;
use crate::program::Program;
use std::time::Duration;

/// What is tested, and how.
pub struct CheckConfig<'a> {
    /// The engine; its options are set after the handshake.
    pub program: &'a Program,
    /// The value of option `Game`, where it is declared.
    pub game: Option<&'a str>,
    /// What any answer may take.
    pub timeout: Duration,
    /// Who sees that no process is left.
    pub guard: Option<&'a Guard>,
}
