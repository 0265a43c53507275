//! Joins the results of a plan's parts. Merging is idempotent.

use super::plan::Plan;
use super::plan::change::depends_on_results;
use super::redo::Redone;
use super::schedule::{PlayedGames, known_fixtures};
use super::store::{RESULTS, Store, check_plan, is_part, record_digest};
use anyhow::{Context, Result, bail, ensure};
use base::counted::counted;
use base::files::{create_atomic, open_file};
use runner::record::Record;
use runner::results::Records;
use std::cmp::Ordering;
use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The outcome of a merge.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MergeSummary {
    /// The files that were read.
    pub files: Vec<PathBuf>,
    /// The number of games in the joined results.
    pub games: usize,
    /// The number of records whose game also has a record in an earlier file. Of each game, the first of the records
    /// that were set aside most often is kept.
    pub duplicates: usize,
    /// The ids of duplicates whose reproducible part differs from that of the kept record.
    pub different: Vec<String>,
    /// The number of games of the plan, as far as they are known, that have not been played.
    pub missing: usize,
    /// The number of games of parts whose pairings do not follow from the joined results, because games of earlier
    /// rounds are to be played again, or have another result now. They are left out.
    pub stale: usize,
}

/// Merges the existing results of `folder`, its part files and the files in `others` into its `results.jsonl`. The
/// games are then in the order of the plan. `fingerprint` is the fingerprint of `plan`.
pub fn merge(folder: &Path, plan: &Plan, fingerprint: &str, others: &[PathBuf]) -> Result<MergeSummary> {
    let whole = folder.join(RESULTS);
    let mut files: Vec<PathBuf> = Vec::new();
    // The lock prevents another runner from appending to the file while it is replaced.
    let lock = whole.exists().then(|| Store::open(folder, None, |_| Ok(()))).transpose()?;
    // The existing results come first, so their records are kept when the parts contain the same games.
    files.extend(whole.exists().then(|| whole.clone()));
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
    let games = find_games(plan, fingerprint, &Redone::read(folder)?, &mut merged)?;
    let known = known_fixtures(plan, games.sides, &games.played);
    let mut order: Vec<usize> = Vec::new();
    for fixture in known.fixtures(plan) {
        match games.played.number(&fixture) {
            Some(number) => order.push(number),
            None => merged.missing += 1,
        }
    }
    let mut is_in_plan = vec![false; games.places.len()];
    order.iter().for_each(|&number| is_in_plan[number] = true);
    for number in (0..games.places.len()).filter(|&number| !is_in_plan[number]) {
        let path = &merged.files[games.places[number].file];
        if depends_on_results(plan) && *path != whole {
            merged.stale += 1;
            continue;
        }
        let is_that = |record: &Record| games.played.number_of(record) == Some(number);
        let record = Records::open(path)?.flatten().find(is_that);
        let id = record.map_or_else(String::new, |record| record.id);
        let count = plan.format.games;
        bail!(
            "{}: game {id} is not in the plan, which has {} per pairing; start `run` with the larger plan first",
            path.display(),
            counted(count, "game")
        );
    }
    merged.games = order.len();
    let places = order.into_iter().map(|number| &games.places[number]);
    write_lines(&merged.files, places, &folder.join(RESULTS))?;
    drop(lock);
    Ok(merged)
}

/// The games of all files.
#[derive(Default)]
struct FoundGames {
    played: PlayedGames,
    /// The place of each game's first record.
    places: Vec<Place>,
    /// The number of sides in the game.
    sides: usize,
}

/// A line of a file that is joined, and the digest of its record.
struct Place {
    file: usize,
    offset: u64,
    length: usize,
    digest: [u8; 32],
    /// How often the game was set aside before.
    redone: u32,
}

/// Finds the games of the files and counts duplicates. Records that were set aside are ignored.
fn find_games(plan: &Plan, fingerprint: &str, redone: &Redone, merged: &mut MergeSummary) -> Result<FoundGames> {
    let mut games = FoundGames { sides: 2, ..FoundGames::default() };
    for (file, path) in merged.files.iter().enumerate() {
        let mut records = Records::open(path)?;
        while let Some(record) = records.next() {
            let record = record?;
            check_plan(&record, fingerprint, path)?;
            check_same_participants(plan, &record)
                .with_context(|| format!("{}: game {}", path.display(), record.id))?;
            if record.run.redone < redone.count(&record.id) {
                continue;
            }
            let (digest, length) = (record_digest(&record), records.line().len());
            let offset = records.length() - length as u64;
            let place = Place { file, offset, length, digest, redone: record.run.redone };
            let Some(number) = games.played.number_of(&record) else {
                games.sides = record.teams.len();
                games.played.add(&record);
                games.places.push(place);
                continue;
            };
            merged.duplicates += 1;
            match place.redone.cmp(&games.places[number].redone) {
                Ordering::Less => {}
                Ordering::Equal if games.places[number].digest == digest => {}
                Ordering::Equal => merged.different.push(record.id),
                Ordering::Greater => {
                    games.played.replace(number, &record);
                    games.places[number] = place;
                }
            }
        }
    }
    Ok(games)
}

/// Writes these lines to a file atomically.
fn write_lines<'a>(files: &[PathBuf], places: impl Iterator<Item = &'a Place>, target: &Path) -> Result<()> {
    let files = files.iter().map(|file| open_file(file)).collect::<Result<Vec<File>, _>>();
    let mut files = files.context("cannot read the results again")?;
    let write = || -> Result<()> {
        let new = create_atomic(target)?;
        let mut lines = BufWriter::new(new.file());
        let mut line = Vec::new();
        for place in places {
            let file = &mut files[place.file];
            line.resize(place.length, 0);
            file.seek(SeekFrom::Start(place.offset))?;
            file.read_exact(&mut line)?;
            lines.write_all(&line)?;
        }
        lines.flush()?;
        drop(lines);
        Ok(new.finish()?)
    };
    write().with_context(|| format!("cannot write {}", target.display()))
}

/// Checks that the plan has the participants of the record, and that the options sent to their engines have the values
/// in the plan. The fingerprint in the record does not cover the participants.
fn check_same_participants(plan: &Plan, record: &Record) -> Result<()> {
    for (name, engine) in record.played.seats.iter().zip(&record.engines) {
        let participant = plan.participants.iter().find(|participant| participant.name == *name);
        let participant = participant.with_context(|| format!("the plan has no participant {name}"))?;
        for (name, value) in &participant.program.options {
            let sent = engine.options.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
            if let Some((_, sent)) = sent {
                ensure!(sent == value, "{} played with {name} = {sent}, but the plan has {value}", participant.name);
            }
        }
    }
    Ok(())
}
