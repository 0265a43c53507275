//! The tournaments that a table shows: their games, progress and standings. The arena may append to the files while
//! they are read.

use anyhow::{Result, ensure};
use base::files::read_text;
use runner::ListedRecord;
use runner::record::Record;
use runner::results::{RESULTS, SUMMARY, load_file};
use serde::Serialize;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A tournament is no longer shown as running if its file has not changed for this long.
const INACTIVE_AFTER: Duration = Duration::from_secs(120);

/// The tournaments that a table shows.
pub(super) struct TournamentList(Vec<RecordSource>);

/// A tournament folder or a record file.
struct RecordSource {
    /// The tournament folder or the record file.
    path: PathBuf,
    /// The name of the folder or file, without the leading path and the extension.
    title: String,
    /// The length and modification time of the record file and of the summary file when they were last read.
    stamps: [Option<(u64, SystemTime)>; 2],
    /// The contents of the summary file that the arena writes.
    summary: Option<Value>,
    records: Vec<Record>,
    /// The error, if the files cannot be read.
    error: Option<String>,
}

/// The message `records`.
#[derive(Serialize)]
#[serde(tag = "is", rename = "records")]
struct RecordsMessage {
    sources: Vec<Listing>,
}

/// A tournament, as sent to the page.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Listing {
    name: String,
    /// Whether the record file has changed in the last two minutes, unless all planned games have been played.
    running: bool,
    /// The games, in the order in which they ended.
    games: Vec<ListedRecord>,
    /// The arena's summary; `None` if there is no summary or no game.
    summary: Option<Value>,
    /// The error, if the files cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl TournamentList {
    /// Reads the tournaments at these paths, each of which is a tournament folder or a record file.
    pub(super) fn new(paths: &[PathBuf]) -> Self {
        let source = |path: &PathBuf| RecordSource {
            path: path.clone(),
            title: title(path),
            stamps: [None; 2],
            summary: None,
            records: Vec::new(),
            error: None,
        };
        let mut list = Self(paths.iter().map(source).collect());
        list.refresh();
        list
    }

    /// Reads changed files again. Returns whether anything has changed.
    pub(super) fn refresh(&mut self) -> bool {
        // `|` does not short-circuit, so every source is refreshed.
        self.0.iter_mut().fold(false, |changed, source| source.refresh() | changed)
    }

    /// Returns the message `records`.
    pub(super) fn message(&self) -> String {
        let message = RecordsMessage { sources: self.0.iter().map(RecordSource::listing).collect() };
        serde_json::to_string(&message).unwrap_or_default()
    }

    /// Returns the record of a game.
    pub(super) fn find(&self, source: usize, id: &str) -> Option<&Record> {
        self.0.get(source)?.records.iter().find(|record| record.id == id)
    }
}

impl RecordSource {
    /// Returns the path of the record file and, if the source is a folder, that of the summary file.
    fn files(&self) -> (PathBuf, Option<PathBuf>) {
        if self.path.is_dir() {
            (self.path.join(RESULTS), Some(self.path.join(SUMMARY)))
        } else {
            (self.path.clone(), None)
        }
    }

    fn refresh(&mut self) -> bool {
        let (records, summary) = self.files();
        let seen = [file_stamp(&records), summary.as_deref().and_then(file_stamp)];
        if seen[0].is_some() && seen == self.stamps {
            return false;
        }
        let read = || -> Result<(Option<Value>, Vec<Record>)> {
            let summary = summary.filter(|_| seen[1].is_some()).map(|file| read_text(&file)).transpose()?;
            let summary: Option<Value> = summary.map(|text| serde_json::from_slice(&text)).transpose()?;
            ensure!(summary.as_ref().is_none_or(|summary| summary["format"] == 1), "{SUMMARY}: expected format 1");
            Ok((summary, load_file(&records)?))
        };
        let error = match read() {
            Ok((summary, records)) => {
                (self.summary, self.records) = (summary, records);
                None
            }
            Err(_) => Some("the results cannot be read".to_string()),
        };
        let changed = seen[0].is_some() || error != self.error;
        (self.stamps, self.error) = (seen, error);
        changed
    }

    fn listing(&self) -> Listing {
        let name = self.summary.as_ref().and_then(|summary| summary["name"].as_str());
        let summary = self.summary.as_ref().filter(|_| !self.records.is_empty());
        let planned = summary.and_then(|summary| summary["counts"]["planned"].as_u64());
        let unfinished = planned.is_none_or(|planned| (self.records.len() as u64) < planned);
        let fresh = self.stamps[0].and_then(|(_, date)| date.elapsed().ok()).is_some_and(|age| age < INACTIVE_AFTER);
        Listing {
            name: name.unwrap_or(&self.title).to_string(),
            running: unfinished && fresh,
            games: self.records.iter().map(ListedRecord::from).collect(),
            summary: summary.cloned(),
            error: self.error.clone(),
        }
    }
}

/// Returns the length and modification time of a file.
fn file_stamp(file: &Path) -> Option<(u64, SystemTime)> {
    fs::metadata(file).ok().and_then(|data| Some((data.len(), data.modified().ok()?)))
}

/// Checks that a path is a tournament folder or a record file. The tournament may have no finished games yet.
pub fn check(path: &Path) -> Result<()> {
    ensure!(path.exists(), "no such file or folder");
    let file = if path.is_dir() { path.join(RESULTS) } else { path.to_path_buf() };
    let exists = file.exists() || path.join(SUMMARY).exists();
    ensure!(exists, "no tournament in this folder: {RESULTS} is missing");
    if file.exists() {
        load_file(&file)?;
    }
    Ok(())
}

fn title(path: &Path) -> String {
    path.file_stem().map_or_else(|| "results".to_string(), |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Returns `count` games that `a` and `b` win alternately.
    fn records(count: usize) -> Vec<Record> {
        let engine = json!({ "name": "toy", "options": {} });
        let circumstances = json!({ "host": "here", "started": 0, "wall_ms": 1, "times_ms": [], "trips": 0 });
        let record = |index: usize| {
            let ranks = [1 + index % 2, 2 - index % 2];
            json!({
                "format": 1, "id": format!("a:b/{index}/0"), "plan": "x", "game": "toss", "pairing": "a:b",
                "block": index, "seating": 0, "teams": [[1], [2]], "seats": ["a", "b"], "engines": [engine, engine],
                "base": "startpos", "moves": ["m"], "reports": [null], "movers": [1],
                "result": format!("p{}win", ranks[1]), "reason": "points", "scores": [0, 0], "ranks": ranks,
                "version": "1", "run": circumstances,
            })
        };
        (0..count).map(|index| serde_json::from_value(record(index)).unwrap()).collect()
    }

    fn line(record: &Record) -> String {
        serde_json::to_string(record).unwrap() + "\n"
    }

    #[test]
    fn files_are_read_again_when_they_grow() {
        let folder = tempfile::tempdir().unwrap();
        let games = records(2);
        let file = folder.path().join("cup.jsonl");
        let mut list = TournamentList::new(std::slice::from_ref(&file));
        assert!(list.message().contains("cannot be read"));
        fs::write(&file, line(&games[0])).unwrap();
        assert!(list.refresh() && !list.refresh());
        fs::write(&file, line(&games[0]) + &line(&games[1]) + "{\"torn").unwrap();
        assert!(list.refresh());
        let listing = list.0[0].listing();
        assert_eq!((listing.name.as_str(), listing.games.len(), listing.summary), ("cup", 2, None));
        assert_eq!((listing.error, listing.games[1].names.join(":")), (None, "a:b".to_string()));
        assert!(list.find(0, &games[1].id).is_some() && list.find(0, "x").is_none() && list.find(1, "x").is_none());
        fs::write(&file, "nonsense\n").unwrap();
        assert!(list.refresh());
        assert!(list.find(0, &games[0].id).is_some(), "the records of the last successful read remain");
    }

    #[test]
    fn a_summary_gives_name_and_standings_and_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_path_buf();
        assert!(check(&path).is_err());
        fs::write(path.join(RESULTS), "").unwrap();
        check(&path).unwrap();
        let summary = json!({ "format": 1, "name": "the cup", "counts": { "planned": 2 }, "standings": [] });
        fs::write(path.join(SUMMARY), summary.to_string()).unwrap();
        let mut list = TournamentList::new(std::slice::from_ref(&path));
        let listing = list.0[0].listing();
        assert_eq!((listing.name.as_str(), listing.summary), ("the cup", None));
        fs::write(path.join(RESULTS), line(&records(1)[0])).unwrap();
        assert!(list.refresh());
        let listing = list.0[0].listing();
        assert_eq!((listing.running, listing.summary), (true, Some(summary)));
        fs::write(path.join(SUMMARY), r#"{ "format": 1, "name": "another", "counts": { "planned": 1 } }"#).unwrap();
        assert!(list.refresh());
        let listing = list.0[0].listing();
        assert_eq!((listing.name.as_str(), listing.running), ("another", false));
        fs::remove_file(path.join(SUMMARY)).unwrap();
        assert!(list.refresh() && list.0[0].listing().summary.is_none());
    }
}
