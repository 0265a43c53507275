//! The report as one page that needs nothing from outside: what the statistics say, and a viewer that steps through
//! games board by board. Draws what a referee says and knows no game.

mod bins;
mod choose;
mod deltas;
mod embed;
mod facts;
mod games;
mod page;
mod plots;
mod tables;
mod view;
mod words;

use crate::plan::Plan;
use crate::report::Summary;
use anyhow::Result;
use base::files::write_atomic;
pub use choose::MAX_SHOWN_GAMES;
use std::path::Path;
use ugi::client::Client;
use ugi::pipe::Pipe;
use ugi::record::Record;

/// Bytes that all games in the viewer may take together; the rest of the page is small beside it.
const MAX_GAME_BYTES: usize = 14 << 20;

/// Writes the page, whole or not at all. The games `asked` for, those with faults and the first ones of each pairing
/// can be stepped through, at most [`MAX_SHOWN_GAMES`]; all others are listed. The `referee` draws the boards.
///
/// # Errors
/// A game that was asked for and is not among the records, a referee that has gone, or a file that cannot be written.
pub fn write(
    plan: &Plan,
    records: &[Record],
    summary: &Summary,
    referee: &mut Client<impl Pipe>,
    asked: &[String],
    path: &Path,
) -> Result<()> {
    let chosen = choose::choose(records, asked)?;
    let (data, shown) = games::data(records, &chosen, MAX_GAME_BYTES, referee)?;
    let text = page::page(plan, records, summary, &data, shown)?;
    write_atomic(path, text.as_bytes())
}
