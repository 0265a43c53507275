//! The result folder of a tournament: the plan that was last run, and `results.jsonl` with one line per finished game.
//! The file is synced before a game counts as finished.

use super::plan::{Plan, Tune};
use super::statistics::{BlockPlace, Tracker};
use anyhow::{Context, Result, ensure};
use base::files::{ensure_file_or_new, read_text, write_atomic};
use data_encoding::HEXLOWER;
use runner::record::Record;
use runner::results::{FormatVersion, Records, parse};
use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The file name of the plan that was last run.
const PLAN: &str = "plan.json";
pub use runner::results::RESULTS;

/// The content of the file [`PLAN`].
#[derive(Serialize, Deserialize)]
struct StoredPlan<P> {
    format: FormatVersion,
    plan: P,
}

/// One of the parts into which a plan is split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// The number of the part, counted from 1.
    pub index: u64,
    /// The number of parts.
    pub of: u64,
    /// The number of the attempt, counted from 1. It changes which part plays which blocks of a wave.
    pub attempt: u64,
}

/// An open result file, locked against other runners.
pub struct Store {
    file: File,
    path: PathBuf,
}

impl FromStr for Shard {
    type Err = String;

    /// Parses `I/N`, which stands for part I of N parts.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Self { index, of, attempt: 1 }),
            _ => Err(format!("expected I/N with I from 1 to N, such as 2/8, found {text}")),
        }
    }
}

impl Shard {
    /// Returns the number of the part, among the `of` parts, that plays the block with this zero-based number among
    /// those of a wave. Each part plays one of every `of` blocks. Not every `of`th, which could be blocks of the same
    /// pairing.
    pub const fn part_of_block(number: u64, of: u64, attempt: u64) -> u64 {
        (number + number / of + attempt - 1) % of + 1
    }

    /// Returns the name of the part's result file.
    pub fn file(self) -> String {
        format!("results-{}-of-{}.jsonl", self.index, self.of)
    }
}

impl Store {
    /// Opens the results of a tournament or of one of its parts. Creates the folder if it does not exist, and removes
    /// an incomplete last line. Calls `each` with the games in the file.
    pub fn open(folder: &Path, shard: Option<Shard>, mut each: impl FnMut(Record) -> Result<()>) -> Result<Self> {
        fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
        let path = results_file(folder, shard);
        let mut file = lock(&path)?;
        let mut records = Records::new(&path, BufReader::new(&file));
        for record in &mut records {
            each(record?)?;
        }
        let whole = records.length();
        if whole < file.metadata()?.len() {
            file.set_len(whole)
                .with_context(|| format!("cannot remove the incomplete last line of {}", path.display()))?;
        }
        file.seek(SeekFrom::End(0))?;
        Ok(Self { file, path })
    }

    /// Appends games and syncs the file.
    pub fn append<'a>(&mut self, records: impl IntoIterator<Item = &'a Record>) -> Result<()> {
        let mut lines = Vec::new();
        for record in records {
            serde_json::to_writer(&mut lines, record)?;
            lines.push(b'\n');
        }
        let written = self.file.write_all(&lines).and_then(|()| self.file.sync_data());
        written.with_context(|| format!("cannot write to {}", self.path.display()))
    }
}

/// Reads the results of a tournament or of one of its parts one by one, in the order of the lines. An incomplete last
/// line is ignored. A part that has not been started has no results.
pub fn load(folder: &Path, shard: Option<Shard>) -> Result<impl Iterator<Item = Result<Record>> + use<>> {
    let path = results_file(folder, shard);
    ensure!(
        shard.is_some() || path.exists() || !is_begun(folder),
        "{0}: the results are in parts: run `speltafel-arena merge {0}` first",
        folder.display()
    );
    let records = (shard.is_none() || path.exists()).then(|| Records::open(&path)).transpose()?;
    Ok(records.into_iter().flatten().map(|record| Ok(record?)))
}

/// Checks that a game was played under the plan with this fingerprint. An error names `place`, where the game is
/// stored.
pub fn check_plan(record: &Record, fingerprint: &str, place: &Path) -> Result<()> {
    let is_same = record.plan == fingerprint;
    ensure!(is_same, "{}: game {} was played under another plan", place.display(), record.id);
    Ok(())
}

/// Opens a result file, or creates it, and locks it against other runners until the returned file is closed.
pub fn lock(path: &Path) -> Result<File> {
    let what = || format!("cannot open {}", path.display());
    ensure_file_or_new(path).with_context(what)?;
    let file = OpenOptions::new().create(true).read(true).append(true).open(path).with_context(what)?;
    let is_locked = flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok();
    // Another runner may have replaced the file before it was locked.
    let is_current = file.metadata().with_context(what)?.ino() == fs::metadata(path).with_context(what)?.ino();
    ensure!(is_locked && is_current, "{}: another speltafel-arena is writing these results", path.display());
    Ok(file)
}

/// Returns the path of the results of a tournament or of one of its parts.
pub fn results_file(folder: &Path, shard: Option<Shard>) -> PathBuf {
    folder.join(shard.map_or(RESULTS.to_string(), Shard::file))
}

/// Reads the stored plan of a folder; `None` if the folder contains no plan.
pub fn load_plan(folder: &Path) -> Result<Option<Plan>> {
    let path = folder.join(PLAN);
    match read_text(&path) {
        Ok(bytes) => {
            let stored: StoredPlan<Plan> = parse(&bytes).with_context(|| format!("{}: not a plan", path.display()))?;
            let is_sound = stored.plan.tune.as_ref().is_none_or(Tune::is_sound);
            ensure!(is_sound, "{}: not a plan: the numbers of the tuning contradict each other", path.display());
            Ok(Some(stored.plan))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Returns whether the results of this folder or of one of its parts contain a finished game. Before the first finished
/// game, any change to the plan is accepted.
pub fn is_begun(folder: &Path) -> bool {
    let has_games = |entry: fs::DirEntry| {
        let name = entry.file_name();
        let is_results = name.to_str().is_some_and(|name| name == RESULTS || is_part(name));
        is_results && entry.metadata().is_ok_and(|file| file.len() > 0)
    };
    fs::read_dir(folder).into_iter().flatten().flatten().any(has_games)
}

/// Returns whether `name` is the name of a part's result file.
pub fn is_part(name: &str) -> bool {
    name.starts_with("results-") && name.ends_with(".jsonl")
}

/// Removes the settings that have no value, as a plan file leaves them out.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(table) => {
            let given = table.into_iter().filter(|(_, value)| !value.is_null());
            given.map(|(key, value)| (key, without_nulls(value))).collect()
        }
        Value::Array(list) => list.into_iter().map(without_nulls).collect(),
        other => other,
    }
}

/// Stores a plan in a folder atomically, with the keys of a plan file and the facts that were found at the start. A
/// folder with a secret seed can be entered by its owner only.
pub fn save_plan(folder: &Path, plan: &Plan) -> Result<()> {
    if plan.secret_seed {
        let private = fs::set_permissions(folder, Permissions::from_mode(0o700));
        private.with_context(|| format!("cannot make the folder {} private", folder.display()))?;
    }
    let plan = without_nulls(serde_json::to_value(plan)?);
    let mut bytes = serde_json::to_vec_pretty(&StoredPlan { format: FormatVersion, plan })?;
    bytes.push(b'\n');
    write_atomic(&folder.join(PLAN), &bytes)
}

/// A digest of everything that must be the same on every machine if the number of nodes is fixed: of all games'
/// reproducible parts, in any order, without the games after the decision of the sequential test.
#[derive(Clone, Debug, Default)]
pub struct ResultsDigest(Vec<([u8; 32], Option<BlockPlace>)>);

impl ResultsDigest {
    /// Adds a game that has been added to the tracker.
    pub fn add(&mut self, record: &Record, tracker: &Tracker) {
        self.0.push((record_digest(record), tracker.place(record)));
    }

    /// Returns the digest in hexadecimal. `tracker` has all games.
    pub fn finish(self, tracker: &Tracker) -> String {
        let is_counted = |place: Option<BlockPlace>| place.is_none_or(|place| !tracker.is_after_decision(place));
        let counted = self.0.into_iter().filter(|(_, place)| is_counted(*place));
        let mut digests: Vec<[u8; 32]> = counted.map(|(digest, _)| digest).collect();
        digests.sort_unstable();
        HEXLOWER.encode(&Sha256::digest(digests.as_flattened()))
    }
}

/// Returns the SHA-256 of a game's reproducible part.
pub fn record_digest(record: &Record) -> [u8; 32] {
    Sha256::digest(serde_json::to_vec(&record.reproducible_part()).unwrap_or_default()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::synthetic::plan;

    /// A number that is read differs in no bit from the one that was stored. Otherwise the plan would seem to have
    /// changed.
    #[test]
    fn a_stored_plan_is_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let mut plan = plan(&["a", "b"], 2);
        plan.ratings.anchors = [("a".to_string(), 0.05 * 19.0)].into();
        save_plan(folder.path(), &plan).unwrap();
        assert_eq!(load_plan(folder.path()).unwrap(), Some(plan));
    }
}
