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
use choose::Candidates;
pub use choose::MAX_SHOWN_GAMES;
use games::GameList;
use page::PageFacts;
use runner::record::Record;
use std::collections::HashMap;
use std::path::Path;
use ugi::{Client, Pipe};

/// The maximum total size in bytes of the games in the viewer. The rest of the page is small.
const MAX_GAME_BYTES: usize = 14 << 20;

/// Collects what a page needs to know about all games, which are added one by one.
#[derive(Default)]
pub struct PageBuilder {
    candidates: Candidates,
    list: GameList,
    facts: PageFacts,
}

impl PageBuilder {
    /// Adds the next game.
    pub fn add(&mut self, record: &Record) {
        self.candidates.add(record);
        self.list.add(record);
        self.facts.add(record);
    }

    /// Writes the page atomically. The viewer contains the `requested` games, games with faults and the first games of
    /// each pairing, in total at most [`MAX_SHOWN_GAMES`] games and 14 MiB. All other games are only listed. `records`
    /// are the games that have been added, in the same order. The `referee` provides the boards, the words and the
    /// steps of the moves.
    pub fn write(
        &self,
        plan: &Plan,
        summary: &Summary,
        records: impl Iterator<Item = Result<Record>>,
        referee: &mut Client<impl Pipe>,
        requested: &[String],
        path: &Path,
    ) -> Result<()> {
        let chosen = pick(records, &self.candidates.choose(&self.list.ids, requested)?)?;
        let terms = terms::Terms::of(&plan.game.name, referee)?;
        let (data, shown) = games::data(&self.list, &chosen, MAX_GAME_BYTES, &terms, referee)?;
        let text = page::page(plan, &self.facts, summary, &terms, &data, shown)?;
        write_atomic(path, text.as_bytes())
    }
}

/// Returns the records with these zero-based numbers, in the order of the numbers.
fn pick(records: impl Iterator<Item = Result<Record>>, numbers: &[usize]) -> Result<Vec<Record>> {
    let places: HashMap<usize, usize> = numbers.iter().enumerate().map(|(place, &number)| (number, place)).collect();
    let mut found = vec![None; numbers.len()];
    for (number, record) in records.enumerate() {
        let record = record?;
        if let Some(&place) = places.get(&number) {
            found[place] = Some(record);
        }
    }
    Ok(found.into_iter().flatten().collect())
}
