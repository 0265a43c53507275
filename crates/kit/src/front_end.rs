//! Other protocols that the programs of one game speak.

use crate::output::Output;
use anyhow::Result;
use std::io::BufRead;
use std::sync::Arc;

/// A protocol beside the engine's own. It takes over input and output for good.
#[derive(Clone, Copy, Debug)]
pub struct FrontEnd {
    /// The first word of the first line that is not blank.
    pub first_word: &'static str,
    /// Reads from that line on and answers until the protocol or the input ends. Fails where the input cannot be read or
    /// the thinking thread is lost.
    pub run: fn(&Arc<Output>, &mut dyn BufRead) -> Result<()>,
}
