//! Joins the results of a plan's parts. Merging is idempotent.

use super::plan::Plan;
use super::schedule::known_fixtures;
use super::store::{RESULTS, Store, is_part, load_file, replace};
use anyhow::{Context, Result, ensure};
use runner::record::Record;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

/// The outcome of a merge.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MergeSummary {
    /// The files that were read.
    pub files: Vec<PathBuf>,
    /// The number of games in the joined results.
    pub games: usize,
    /// The number of records whose game also has a record in an earlier file. The first record of each game is kept.
    pub duplicates: usize,
    /// The ids of duplicates whose reproducible part differs from that of the kept record.
    pub different: Vec<String>,
    /// The number of games of the plan, as far as they are known, that have not been played.
    pub missing: usize,
}

/// Merges the existing results of `folder`, its part files and the files in `others` into its `results.jsonl`. The
/// games are then in the order of the plan. `fingerprint` is the fingerprint of `plan`.
pub fn merge(folder: &Path, plan: &Plan, fingerprint: &str, others: &[PathBuf]) -> Result<MergeSummary> {
    let whole = folder.join(RESULTS);
    let mut files: Vec<PathBuf> = Vec::new();
    // The lock prevents another runner from appending to the file while it is replaced.
    let lock = whole.exists().then(|| Store::open(folder, None)).transpose()?;
    // The existing results come first, so their records are kept when the parts contain the same games.
    files.extend(whole.exists().then_some(whole));
    let mut parts: Vec<PathBuf> = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder {}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(is_part))
        .collect();
    parts.sort();
    files.extend(parts);
    files.extend_from_slice(others);
    ensure!(!files.is_empty(), "{}: no results to join", folder.display());

    let mut merged = MergeSummary { files, ..MergeSummary::default() };
    let mut games: BTreeMap<String, Record> = BTreeMap::new();
    for file in &merged.files {
        for record in load_file(file)? {
            ensure!(record.plan == fingerprint, "{}: game {} was played under another plan", file.display(), record.id);
            check_same_participants(plan, &record)
                .with_context(|| format!("{}: game {}", file.display(), record.id))?;
            match games.get(&record.id) {
                None => _ = games.insert(record.id.clone(), record),
                Some(first) => {
                    merged.duplicates += 1;
                    if first.reproducible_part() != record.reproducible_part() {
                        merged.different.push(record.id);
                    }
                }
            }
        }
    }
    let mut records: Vec<Record> = games.into_values().collect();
    let sides = records.first().map_or(2, |record| record.teams.len());
    let known = known_fixtures(plan, sides, &records);
    let position: HashMap<&str, usize> =
        known.fixtures.iter().enumerate().map(|(position, fixture)| (fixture.id.as_str(), position)).collect();
    records.sort_by_key(|record| position.get(record.id.as_str()).copied().unwrap_or(usize::MAX));
    let played = records.iter().filter(|record| position.contains_key(record.id.as_str())).count();
    merged.missing = known.fixtures.len() - played;
    merged.games = records.len();
    replace(folder, &records)?;
    drop(lock);
    Ok(merged)
}

/// Checks that the plan has the participants of the record, and that the options sent to their engines have the values
/// in the plan. The fingerprint in the record does not cover the participants.
fn check_same_participants(plan: &Plan, record: &Record) -> Result<()> {
    for seat in &record.seats {
        let participant = plan.participants.iter().find(|participant| participant.name == seat.participant);
        let participant = participant.with_context(|| format!("the plan has no participant {}", seat.participant))?;
        for (name, value) in &participant.program.options {
            let sent = seat.options.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
            if let Some((_, sent)) = sent {
                ensure!(sent == value, "{} played with {name} = {sent}, but the plan has {value}", participant.name);
            }
        }
    }
    Ok(())
}
