//! Looks up values in the files of a folder and in the built-in files.

use crate::cache::Cache;
use crate::captures::{best_capture, must_capture};
use crate::file::File;
use crate::folder::{EXTENSION, path};
use crate::material::{ByMaterial, Material};
use crate::rank::{rank, rank_rotated};
use crate::runs::WORDS;
use crate::slice::{Word, value};
use crate::squares::Pieces;
use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use base::wdl::Wdl;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The size of the block cache in bytes.
const CACHE: usize = 64 << 20;
/// The built-in files, as `egdb build checkers --pieces 5 --joined` writes them.
#[cfg(feature = "built-in")]
static EMBEDDED: &[u8] = include_bytes!("../data/checkers-5.egdb");
#[cfg(not(feature = "built-in"))]
static EMBEDDED: &[u8] = &[];

/// The endgame databases of several material configurations.
#[derive(Debug)]
pub struct Database {
    /// Boxed, because most of the many places of the map are empty.
    files: ByMaterial<Box<OpenFile>>,
    most_pieces: u32,
    cache: Cache,
    /// Descriptions of damaged files that have not been reported yet: for each, the first damaged block that was found.
    errors: Mutex<Vec<String>>,
}

#[derive(Debug)]
struct OpenFile {
    file: File,
    /// The indices of the damaged blocks that were found.
    bad: Mutex<BTreeSet<usize>>,
}

impl Database {
    /// Returns the built-in databases. Without the feature `built-in` there are none, and no position has a value. The
    /// first call opens them; later calls are cheap.
    pub fn embedded() -> Arc<Self> {
        static DATABASE: OnceLock<Arc<Database>> = OnceLock::new();
        Arc::clone(DATABASE.get_or_init(|| Arc::new(Self::compiled_in())))
    }

    /// Opens the built-in databases with a separate cache.
    pub(crate) fn compiled_in() -> Self {
        Self::of(embedded_files())
    }

    /// Opens only the databases in `folder`, or returns the built-in ones if `folder` is `None`.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read or has no database files, or if one of its files cannot be used.
    pub fn of_folder(folder: Option<&Path>) -> Result<Arc<Self>> {
        folder.map_or_else(|| Ok(Self::embedded()), |folder| Self::open_strictly(folder).map(Arc::new))
    }

    /// Opens the built-in databases, and the files in `folder` for other material configurations. The returned errors
    /// describe a folder that cannot be read or has no database files, files that are unusable, files that differ from
    /// the built-in ones, and files that are missing although the folder has files with at least as many pieces.
    /// Unusable and differing files are ignored.
    pub fn open(folder: &Path) -> (Arc<Self>, Vec<Error>) {
        let (files, mut errors) = open_all(folder);
        let mut database = Self::compiled_in();
        let built_in = database.most_pieces() as usize;
        for file in files {
            match database.files.get(file.header().material) {
                None => database.put(file),
                Some(known) if known.file.bytes() == file.bytes() => {}
                Some(_) => {
                    errors.push(anyhow!("{}: differs from the built-in database, which is used instead", file.name()))
                }
            }
        }
        let most = database.most_pieces() as usize;
        errors.extend((built_in + 1..=most).filter_map(|pieces| missing(folder, pieces)));
        (Arc::new(database), errors)
    }

    /// Opens only the files of `folder`.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read or has no database files, or for the first file that cannot be
    /// used.
    pub fn open_strictly(folder: &Path) -> Result<Self> {
        match open_all(folder) {
            (files, errors) if errors.is_empty() => Ok(Self::of(files)),
            (_, mut errors) => Err(errors.swap_remove(0)),
        }
    }

    fn of(files: impl IntoIterator<Item = File>) -> Self {
        let cache = Cache::new(CACHE / (WORDS * size_of::<Word>()));
        let mut database = Self { files: ByMaterial::default(), most_pieces: 0, cache, errors: Mutex::default() };
        files.into_iter().for_each(|file| database.put(file));
        database
    }

    fn put(&mut self, file: File) {
        let material = file.header().material;
        self.most_pieces = self.most_pieces.max(material.pieces() as u32);
        self.files.put(material, Box::new(OpenFile { file, bad: Mutex::default() }));
    }

    /// Returns the files, sorted by material.
    pub fn files(&self) -> impl Iterator<Item = &File> {
        self.files.values().map(|entry| &entry.file)
    }

    /// Returns the largest number of pieces for which there is a file.
    #[inline]
    pub const fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// Returns the value for the side to move, or `None` if there is no file for the position, if its block is
    /// damaged, or if the side to move can capture.
    #[inline]
    pub fn probe(&self, pieces: &Pieces) -> Option<Wdl> {
        let (own, other) = (pieces.own(), pieces.other());
        if (own | other).count_ones() > self.most_pieces || own == 0 || other == 0 || must_capture(pieces) {
            return None;
        }
        self.look_up(pieces)
    }

    /// Returns the value for the side to move, even with a pending capture, or `None` if the databases do not determine
    /// it.
    pub fn value(&self, pieces: &Pieces) -> Option<Wdl> {
        if pieces.own() == 0 {
            return Some(Wdl::Loss);
        }
        if pieces.other() == 0 {
            return None;
        }
        let mut missing = false;
        let best = best_capture(pieces, |after| {
            let value = self.value(&after.swapped());
            missing |= value.is_none();
            value.unwrap_or(Wdl::Win)
        });
        match best {
            Some(Wdl::Win) => best,
            Some(_) if missing => None,
            Some(_) => best,
            None => self.probe(pieces),
        }
    }

    fn look_up(&self, pieces: &Pieces) -> Option<Wdl> {
        let material = Material::of(pieces);
        let entry = self.files.get(material)?;
        let men = [rank(pieces.own_men), rank_rotated(pieces.other_men)];
        let kings = [rank(pieces.own_kings), rank_rotated(pieces.other_kings)];
        let (block, word, bit) = entry.file.place(men, kings);
        let key = (material.code() as u64) << 32 | block as u64;
        if let Some(word) = self.cache.word(key, word) {
            return Some(value(word, bit));
        }
        let words = self.decode(entry, block)?;
        let found = value(words[word], bit);
        self.cache.put(key, words);
        Some(found)
    }

    /// Decodes a block. Returns `None` if the block is damaged. Only the first damaged block of each file is reported.
    /// A damaged block is not read again.
    #[cold]
    fn decode(&self, entry: &OpenFile, block: usize) -> Option<Box<[Word]>> {
        if locked(&entry.bad).contains(&block) {
            return None;
        }
        match entry.file.decode(block) {
            Ok(words) => Some(words),
            Err(error) => {
                let mut bad = locked(&entry.bad);
                if bad.is_empty() {
                    locked(&self.errors).push(format!("{error:#}"));
                }
                bad.insert(block);
                None
            }
        }
    }

    /// Returns a description of each damaged file that was found since the last call.
    pub fn take_errors(&self) -> Vec<String> {
        std::mem::take(&mut locked(&self.errors))
    }

    /// Checks that no damaged file was found since the last call of this function or of [`Database::take_errors`]. Each
    /// damaged file is found only once, by the first lookup in a damaged block.
    ///
    /// # Errors
    /// Returns an error that names the damaged files. In that case, some lookups may have failed.
    pub fn ensure_sound(&self) -> Result<()> {
        let errors = self.take_errors();
        ensure!(errors.is_empty(), "{}", errors.join("; "));
        Ok(())
    }
}

/// Locks a mutex and ignores poisoning: the lists and sets are always consistent.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the built-in files. A test checks that each of them can be opened.
fn embedded_files() -> Vec<File> {
    let (mut files, mut rest) = (Vec::new(), EMBEDDED);
    while let Ok((file, more)) = File::embedded(rest) {
        files.push(file);
        rest = more;
    }
    files
}

/// Returns an error that names the first missing file with `pieces` pieces, or `None` if all such files exist.
fn missing(folder: &Path, pieces: usize) -> Option<Error> {
    let all = Material::all(pieces);
    let missing: Vec<_> = all.iter().map(|&material| path(folder, material)).filter(|path| !path.exists()).collect();
    let first = missing.first()?;
    let (count, all) = (missing.len(), all.len());
    Some(anyhow!("{}: no such file; missing: {count} of the {all} files of {pieces} pieces", first.display()))
}

fn open_all(folder: &Path) -> (Vec<File>, Vec<Error>) {
    let list = || -> Result<Vec<_>> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == EXTENSION) {
                paths.push(path);
            }
        }
        paths.sort();
        if paths.is_empty() {
            bail!("{}: the folder contains no *.{EXTENSION} file", folder.display());
        }
        Ok(paths)
    };
    let paths = match list() {
        Ok(paths) => paths,
        Err(error) => return (Vec::new(), vec![error]),
    };
    let (mut files, mut errors) = (Vec::new(), Vec::new());
    for opened in paths.iter().map(|path| File::open(path)) {
        match opened {
            Ok(file) => files.push(file),
            Err(error) => errors.push(error),
        }
    }
    (files, errors)
}
