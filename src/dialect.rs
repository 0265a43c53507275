//! Other protocols that the programs of one game speak: which first line opens one, and the loop that runs it.
//! Knows no game and no protocol.

use crate::games::GAMES;
use crate::serve::output::Output;
use anyhow::Result;
use std::io::BufRead;
use std::sync::Arc;
use ugi::words::first;

/// A protocol beside the engine's own. It takes over input and output for good.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// The first word of the first line that is not blank.
    pub opening: &'static str,
    /// Reads from that line on and answers until the protocol or the input ends. Fails where the input cannot be read or
    /// the thinking thread is lost.
    pub speak: fn(&Arc<Output>, &mut dyn BufRead) -> Result<()>,
}

/// The dialect that begins with this line, if one does.
#[must_use]
pub fn opened_by(line: &str) -> Option<Dialect> {
    let word = first(line)?;
    GAMES.iter().flat_map(|game| game.dialects).find(|dialect| dialect.opening == word).copied()
}
