//! Front-end protocols: protocols other than UGI that graphical programs for a single game use, such as Hub for
//! draughts.

use crate::output::Output;
use anyhow::Result;
use std::io::BufRead;
use std::sync::Arc;

/// A front-end protocol. It takes over the engine's input and output until the process exits.
#[derive(Clone, Copy, Debug)]
pub struct FrontEnd {
    /// The word that selects the protocol: the first word of the first non-blank line.
    pub first_word: &'static str,
    /// Reads and answers lines, starting with the line that selected the protocol, until a command or the end of input
    /// ends the session. Returns an error if the input cannot be read or the search thread ends unexpectedly.
    pub run: fn(&Arc<Output>, &mut dyn BufRead) -> Result<()>,
}
