//! The tournaments that a table shows: their games, progress and standings. The arena may append to the files while
//! they are read.

use anyhow::{Result, ensure};
use base::files::read_text;
use runner::record::Record;
use runner::results::{RESULTS, SUMMARY, load_file};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use ugi::{Seat, Teams};

/// A tournament is no longer shown as running if its file has not changed for this long.
const INACTIVE_AFTER: Duration = Duration::from_secs(120);
/// The approximate maximum number of points per curve.
const MAX_CURVE_POINTS: usize = 200;

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
pub struct Listing {
    pub name: String,
    /// Whether the record file has changed in the last two minutes, unless all planned games have been played.
    pub running: bool,
    /// The number of finished games.
    pub played: usize,
    /// The number of planned games; `None` if there is no summary or no game.
    pub planned: Option<u64>,
    /// The games, in the order in which they ended.
    pub games: Vec<GameSummary>,
    /// The arena's summary; `null` if there is no summary or no game.
    pub standings: Value,
    /// The scores over time.
    pub curve: Vec<CurvePoint>,
    /// The error, if the files cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameSummary {
    /// The id, as in the game record.
    pub id: String,
    /// The participant in each seat.
    pub names: Vec<String>,
    /// For each seat, the index of its team in the order of `query teams`, or `None` if it is not known.
    pub teams: Vec<Option<usize>>,
    pub game: String,
    /// The result, such as `p1win`.
    pub result: String,
    /// The reason for the result, as in `query reason`.
    pub reason: String,
    /// The number of tokens.
    pub plies: usize,
}

/// The scores of all participants after a number of games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CurvePoint {
    /// The number of finished games.
    pub games: usize,
    /// The mean payoff, 0 to 1, of each participant that has played a game with a result.
    pub shares: BTreeMap<String, f64>,
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
        let played = self.records.len();
        let name = self.summary.as_ref().and_then(|summary| summary["name"].as_str());
        let summary = self.summary.as_ref().filter(|_| played > 0);
        let planned = summary.and_then(|summary| summary["counts"]["planned"].as_u64());
        let unfinished = planned.is_none_or(|planned| (played as u64) < planned);
        let fresh = self.stamps[0].and_then(|(_, date)| date.elapsed().ok()).is_some_and(|age| age < INACTIVE_AFTER);
        Listing {
            name: name.unwrap_or(&self.title).to_string(),
            running: unfinished && fresh,
            played,
            planned,
            games: self.records.iter().map(GameSummary::from).collect(),
            standings: summary.cloned().unwrap_or_default(),
            curve: curve(&self.records),
            error: self.error.clone(),
        }
    }
}

impl From<&Record> for GameSummary {
    fn from(record: &Record) -> Self {
        let (names, teams) = (record.played.seats.clone(), Teams(record.teams.clone()));
        Self {
            id: record.id.clone(),
            teams: Seat::all(names.len()).map(|seat| teams.of(seat)).collect(),
            names,
            game: record.played.game.clone(),
            result: record.played.result.clone(),
            reason: record.played.reason.clone(),
            plies: record.played.moves.len(),
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

/// Returns the scores after each game. For more than [`MAX_CURVE_POINTS`] games, returns only points at equal intervals
/// and the last point.
fn curve(records: &[Record]) -> Vec<CurvePoint> {
    let mut sums: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    let step = records.len().div_ceil(MAX_CURVE_POINTS).max(1);
    let mut curve_points = Vec::new();
    for (index, record) in records.iter().enumerate() {
        let sides = record.members().into_iter().zip(record.payoffs()).filter(|_| record.played.result != "none");
        for (participant, payoff) in sides.flat_map(|(names, payoff)| names.into_iter().map(move |name| (name, payoff)))
        {
            let (points, games) = sums.entry(participant).or_default();
            (*points, *games) = (*points + payoff, *games + 1.0);
        }
        if index % step == 0 || index + 1 == records.len() {
            let share = |(name, (points, games)): (&&str, &(f64, f64))| ((*name).to_string(), points / games);
            curve_points.push(CurvePoint { games: index + 1, shares: sums.iter().map(share).collect() });
        }
    }
    curve_points
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
        assert_eq!((listing.name.as_str(), listing.played, listing.planned), ("cup", 2, None));
        assert_eq!((listing.error, listing.games[1].names.len()), (None, 2));
        assert_eq!(listing.games[0].teams, [Some(0), Some(1)]);
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
        assert_eq!((listing.name.as_str(), listing.planned, listing.standings), ("the cup", None, Value::Null));
        fs::write(path.join(RESULTS), line(&records(1)[0])).unwrap();
        assert!(list.refresh());
        let listing = list.0[0].listing();
        assert_eq!((listing.planned, listing.running, listing.standings), (Some(2), true, summary));
        fs::write(path.join(SUMMARY), r#"{ "format": 1, "name": "another", "counts": { "planned": 1 } }"#).unwrap();
        assert!(list.refresh());
        let listing = list.0[0].listing();
        assert_eq!((listing.name.as_str(), listing.planned, listing.running), ("another", Some(1), false));
        fs::remove_file(path.join(SUMMARY)).unwrap();
        assert!(list.refresh() && list.0[0].listing().standings.is_null());
    }

    #[test]
    fn curves_end_at_the_last_game_and_are_never_long() {
        let games = records(1000);
        let curve = curve(&games);
        assert!(curve.len() <= MAX_CURVE_POINTS + 1 && curve.len() > MAX_CURVE_POINTS / 2);
        let last = curve.last().unwrap();
        assert_eq!(last.games, games.len());
        assert!((last.shares.values().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}
