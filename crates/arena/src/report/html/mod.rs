//! The report as one self-contained page: the statistics, and a viewer that steps through games move by move. The
//! referee provides the boards.

mod bins;
mod choose;
mod deltas;
mod embed;
mod facts;
mod games;
mod page;
mod plots;
mod terms;
mod words;

use crate::plan::Plan;
use crate::report::Summary;
use anyhow::Result;
use base::files::write_atomic;
pub use choose::MAX_SHOWN_GAMES;
use runner::record::Record;
use std::path::Path;
use ugi::{Client, Pipe};

/// The maximum total size in bytes of the games in the viewer. The rest of the page is small.
const MAX_GAME_BYTES: usize = 14 << 20;

/// Writes the page atomically. The viewer contains the `requested` games, games with faults and the first games of each
/// pairing, in total at most [`MAX_SHOWN_GAMES`] games and 14 MiB. All other games are only listed. The `referee`
/// provides the boards, the words and the steps of the moves.
pub fn write(
    plan: &Plan,
    records: &[Record],
    summary: &Summary,
    referee: &mut Client<impl Pipe>,
    requested: &[String],
    path: &Path,
) -> Result<()> {
    let chosen = choose::choose(records, requested)?;
    let terms = terms::Terms::of(&plan.game.name, referee)?;
    let (data, shown) = games::data(records, &chosen, MAX_GAME_BYTES, &terms, referee)?;
    let text = page::page(plan, records, summary, &terms, &data, shown)?;
    write_atomic(path, text.as_bytes())
}
