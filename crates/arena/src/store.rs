//! The folder of a tournament: the plan it was begun with and `results.jsonl`, one line a finished game, appended with
//! one write and synced. Knows no process.

use super::plan::Plan;
use anyhow::{Context, Result, ensure};
use base::files::write_atomic;
use rustix::fs::{FlockOperation, flock};
use sha2::{Digest, Sha256};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use ugi::record::Record;
use ugi::results::read;

/// The plan that a tournament was begun with.
const PLAN: &str = "plan.json";
pub use ugi::results::{RESULTS, load_file};

/// A part of a plan: part `index` of `of`, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part.
    pub index: u64,
    /// How many parts there are.
    pub of: u64,
}

/// Results to which games can be added. Nobody else can meanwhile.
pub struct Store {
    file: File,
    path: PathBuf,
}

impl Shard {
    /// Reads `I/N`.
    ///
    /// # Errors
    /// Anything else.
    pub fn read(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Self { index, of }),
            _ => Err(format!("expected I/N with I from 1 to N, such as 2/8, got {text}")),
        }
    }

    /// Does a block belong to this part? Blocks are never parted.
    #[must_use]
    pub const fn has(self, block: u64) -> bool {
        block % self.of == self.index - 1
    }

    /// The file of its results.
    #[must_use]
    pub fn file(self) -> String {
        format!("results-{}-of-{}.jsonl", self.index, self.of)
    }
}

impl Store {
    /// Opens the results of a tournament or of a part of it, and makes the folder if there is none. A last line that
    /// was torn is taken off. Gives the games that are there.
    ///
    /// # Errors
    /// Another runner is at work on it, a line is unreadable, or the disk does not obey.
    pub fn open(folder: &Path, shard: Option<Shard>) -> Result<(Self, Vec<Record>)> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let path = folder.join(shard.map_or(RESULTS.to_string(), Shard::file));
        let what = || format!("cannot open {}", path.display());
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(&path).with_context(what)?;
        ensure!(
            flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok(),
            "{}: another speltafel-arena is at work on these results",
            path.display()
        );
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(what)?;
        let (records, whole) = read(&path, &bytes)?;
        if whole < bytes.len() {
            file.set_len(whole as u64).with_context(|| format!("cannot mend {}", path.display()))?;
            file.seek(SeekFrom::End(0))?;
        }
        Ok((Self { file, path }, records))
    }

    /// Appends a game; when this returns it is on the disk.
    ///
    /// # Errors
    /// The disk does not obey.
    pub fn append(&mut self, record: &Record) -> Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        written.with_context(|| format!("cannot write to {}", self.path.display()))
    }
}

/// The games in the results of a folder, in the order in which they ended; a torn last line does not count.
///
/// # Errors
/// There are none, or a line is unreadable.
pub fn load(folder: &Path) -> Result<Vec<Record>> {
    load_file(&folder.join(RESULTS))
}

/// Replaces the results of a folder as a whole.
///
/// # Errors
/// The disk does not obey.
pub fn replace(folder: &Path, records: &[Record]) -> Result<()> {
    let mut bytes = Vec::new();
    for record in records {
        serde_json::to_writer(&mut bytes, record)?;
        bytes.push(b'\n');
    }
    write_atomic(&folder.join(RESULTS), &bytes)
}

/// The plan that a folder was begun with, if it was.
///
/// # Errors
/// It is there and unreadable.
pub fn load_plan(folder: &Path) -> Result<Option<Plan>> {
    let path = folder.join(PLAN);
    match fs::read(&path) {
        Ok(bytes) => {
            serde_json::from_slice(&bytes).map(Some).with_context(|| format!("{}: not a plan", path.display()))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Has any game of a tournament in this folder ended, in the whole or in a part? Until then its plan binds nobody.
#[must_use]
pub fn is_begun(folder: &Path) -> bool {
    files_with_games(folder).next().is_some()
}

/// The first game in the results of a folder, in those of the whole before those of a part; `None` where no game has
/// ended yet.
///
/// # Errors
/// The results are unreadable.
pub fn first_game(folder: &Path) -> Result<Option<Record>> {
    let mut files: Vec<PathBuf> = files_with_games(folder).collect();
    files.sort_by_key(|path| (path.file_name() != Some(RESULTS.as_ref()), path.clone()));
    let first = |path: &PathBuf| Ok(load_file(path)?.into_iter().next());
    files.iter().find_map(|path| first(path).transpose()).transpose()
}

/// The files of a folder that hold results and are not empty.
fn files_with_games(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let is_ours = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let ours = name.to_str().is_some_and(|name| name == RESULTS || is_part(name));
        ours && entry.metadata().is_ok_and(|file| file.len() > 0)
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(is_ours).map(|entry| entry.path())
}

/// Is this the name of a file with the results of a part?
#[must_use]
pub fn is_part(name: &str) -> bool {
    name.starts_with("results-") && name.ends_with(".jsonl")
}

/// Keeps a plan in a folder.
///
/// # Errors
/// The disk does not obey.
pub fn save_plan(folder: &Path, plan: &Plan) -> Result<()> {
    let mut bytes = serde_json::to_vec_pretty(plan)?;
    bytes.push(b'\n');
    write_atomic(&folder.join(PLAN), &bytes)
}

/// One number for everything that must be the same wherever the games are played at fixed nodes: SHA-256 over the
/// lasting parts of all games, by id.
#[must_use]
pub fn digest(records: &[Record]) -> String {
    let mut sorted: Vec<&Record> = records.iter().collect();
    sorted.sort_by(|a, b| a.id.cmp(&b.id));
    let mut hash = Sha256::new();
    for record in sorted {
        hash.update(serde_json::to_vec(&record.reproducible_part()).unwrap_or_default());
        hash.update(b"\n");
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
