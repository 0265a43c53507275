//! Random bits of the system.

use anyhow::{Context, Result};

/// Fills a buffer with bits from the system's random number generator.
pub fn fill(bytes: &mut [u8]) -> Result<()> {
    getrandom::fill(bytes).context("the system has no random numbers")
}
