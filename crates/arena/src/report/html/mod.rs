//! The report as one self-contained page: the statistics, and a viewer that steps through games move by move. The
//! page's scripts draw it from JSON, so that no name becomes part of the page's markup. The referee provides the
//! boards.

mod choose;
mod embed;
mod games;
mod terms;

use crate::plan::Plan;
use crate::report::Summary;
use anyhow::Result;
use base::files::write_atomic;
use board::PageFile;
use choose::Candidates;
pub use choose::MAX_SHOWN_GAMES;
use games::PackedGame;
use runner::ListedRecord;
use runner::record::{Fault, Record};
use serde::Serialize;
use std::collections::HashMap;
use std::path::Path;
use terms::Terms;
use ugi::{Client, Pipe};

/// The maximum total size in bytes of the games in the viewer. The rest of the page is small.
const MAX_GAME_BYTES: usize = 14 << 20;

/// The maximum number of faults that are shown with the most recent lines of the engine's input and output.
const MAX_SHOWN_FAULTS: usize = 200;

/// The scripts of the page, after those of `board`.
const SCRIPT: PageFile = PageFile { name: "viewer.js", text: include_str!("../../../templates/report/viewer.js") };

/// Collects what a page needs to know about all games, which are added one by one.
#[derive(Default)]
pub struct PageBuilder {
    candidates: Candidates,
    games: Vec<ListedRecord>,
    /// The first faults, each with the id of its game.
    faults: Vec<(String, Fault)>,
}

/// The data that the page's scripts read.
#[derive(Serialize)]
struct Data<'a> {
    version: &'a str,
    summary: &'a Summary,
    terms: &'a Terms,
    games: &'a [ListedRecord],
    faults: &'a [(String, Fault)],
    shown: &'a [PackedGame],
}

impl PageBuilder {
    /// Adds the next game.
    pub fn add(&mut self, record: &Record) {
        self.candidates.add(record);
        self.games.push(record.into());
        let room = MAX_SHOWN_FAULTS - self.faults.len();
        self.faults.extend(record.faults.iter().take(room).map(|fault| (record.id.clone(), fault.clone())));
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
        let chosen = pick(records, &self.candidates.choose(&self.games, requested)?)?;
        let terms = &Terms::of(&plan.game.name, referee)?;
        let shown = &games::packed(&chosen, MAX_GAME_BYTES, referee)?[..];
        let version = env!("CARGO_PKG_VERSION");
        let data = Data { version, summary, terms, games: &self.games, faults: &self.faults, shown };
        write_atomic(path, page(&data)?.as_bytes())
    }
}

fn page(data: &Data) -> Result<String> {
    let [board, tournament] = board::STYLES.map(|file| file.text);
    Ok(format!(
        include_str!("../../../templates/report/page.html"),
        style = [include_str!("../../../templates/report/page.css"), board, tournament].concat(),
        script = board::inline(&[&board::SCRIPTS[..], &[SCRIPT]].concat())?,
        data = embed::json(data)?,
    ))
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
