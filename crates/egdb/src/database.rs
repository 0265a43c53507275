//! The files of a folder together, and those compiled in: what a position is worth.

use crate::cache::Cache;
use crate::captures::{best_capture, must_capture};
use crate::file::File;
use crate::folder::{EXTENSION, path};
use crate::material::Material;
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

/// Decoded blocks are kept up to so many bytes.
const CACHE: usize = 64 << 20;
/// All of two to four pieces, as `egdb build checkers --pieces 4 --joined` writes them.
static EMBEDDED: &[u8] = include_bytes!("../data/checkers-4.egdb");

/// Databases of several materials.
#[derive(Debug)]
pub struct Database {
    files: Vec<Option<OpenFile>>,
    most_pieces: u32,
    cache: Cache,
    /// Blocks that turned out to be damaged, to be told.
    errors: Mutex<Vec<String>>,
}

#[derive(Debug)]
struct OpenFile {
    file: Arc<File>,
    /// Blocks of it that are damaged. The first one is or has been told.
    bad: Mutex<BTreeSet<usize>>,
}

impl Database {
    /// Those compiled in. It takes a moment the first time.
    #[must_use]
    pub fn embedded() -> Arc<Self> {
        static DATABASE: OnceLock<Arc<Database>> = OnceLock::new();
        Arc::clone(DATABASE.get_or_init(|| Arc::new(Self::compiled_in())))
    }

    /// Those compiled in, with a cache of their own.
    pub(crate) fn compiled_in() -> Self {
        Self::of(embedded_files())
    }

    /// Those of a folder alone, or those compiled in where none is named.
    ///
    /// # Errors
    /// The first file of the folder that cannot be used.
    pub fn of_folder(folder: Option<&Path>) -> Result<Arc<Self>> {
        folder.map_or_else(|| Ok(Self::embedded()), |folder| Self::open_strictly(folder).map(Arc::new))
    }

    /// Those compiled in, and the files of a folder for other materials. What cannot be used is left out and said, and
    /// so are files that are missing beside others, and those that say anything else than what is compiled in.
    #[must_use]
    pub fn open(folder: &Path) -> (Arc<Self>, Vec<Error>) {
        let (files, mut errors) = open_all(folder);
        let mut database = Self::compiled_in();
        let compiled_in = database.most_pieces() as usize;
        for file in files {
            match &database.files[file.header().material.code()] {
                None => database.put(file),
                Some(known) if known.file.bytes() == file.bytes() => {}
                Some(_) => {
                    errors.push(anyhow!("{}: differs from the one that is compiled in, which is used", file.name()))
                }
            }
        }
        let most = database.most_pieces() as usize;
        errors.extend((compiled_in + 1..=most).filter_map(|pieces| missing(folder, pieces)));
        (Arc::new(database), errors)
    }

    /// The files of a folder alone.
    ///
    /// # Errors
    /// The first one that cannot be used.
    pub fn open_strictly(folder: &Path) -> Result<Self> {
        match open_all(folder) {
            (files, errors) if errors.is_empty() => Ok(Self::of(files)),
            (_, mut errors) => Err(errors.swap_remove(0)),
        }
    }

    /// These files.
    fn of(files: impl IntoIterator<Item = File>) -> Self {
        let cache = Cache::new(CACHE / (WORDS * size_of::<Word>()));
        let mut database = Self { files: Vec::new(), most_pieces: 0, cache, errors: Mutex::default() };
        database.files.resize_with(Material::CODES, || None);
        files.into_iter().for_each(|file| database.put(file));
        database
    }

    fn put(&mut self, file: File) {
        let material = file.header().material;
        self.most_pieces = self.most_pieces.max(material.pieces() as u32);
        self.files[material.code()] = Some(OpenFile { file: Arc::new(file), bad: Mutex::default() });
    }

    /// The files, by material.
    pub fn files(&self) -> impl Iterator<Item = &File> {
        self.files.iter().flatten().map(|entry| &*entry.file)
    }

    /// No file has more pieces.
    #[inline]
    #[must_use]
    pub const fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// The value for the side to move, where there is a file with it and no capture to be made.
    #[inline]
    #[must_use]
    pub fn probe(&self, pieces: &Pieces) -> Option<Wdl> {
        let (own, other) = (pieces.own(), pieces.other());
        if (own | other).count_ones() > self.most_pieces || own == 0 || other == 0 || must_capture(pieces) {
            return None;
        }
        self.look_up(pieces)
    }

    /// The value for the side to move of any position, captures and all, where there are files for it.
    #[must_use]
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
        let code = Material::of(pieces).code();
        let entry = self.files[code].as_ref()?;
        let men = [rank(pieces.own_men), rank_rotated(pieces.other_men)];
        let kings = [rank(pieces.own_kings), rank_rotated(pieces.other_kings)];
        let (block, word, bit) = entry.file.place(men, kings);
        let key = (code as u64) << 32 | block as u64;
        if let Some(word) = self.cache.word(key, word) {
            return Some(value(word, bit));
        }
        let words = self.decode(entry, block)?;
        let found = value(words[word], bit);
        self.cache.put(key, words);
        Some(found)
    }

    /// A block; `None` when it is damaged. That is kept to be told, once for each file, and the block is not read again.
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

    /// What was found damaged since this was asked last.
    pub fn take_errors(&self) -> Vec<String> {
        std::mem::take(&mut locked(&self.errors))
    }

    /// After everything has been asked for.
    ///
    /// # Errors
    /// What was found damaged since this was asked last: not all that is known was to be had.
    pub fn ensure_sound(&self) -> Result<()> {
        let faults = self.take_errors();
        ensure!(faults.is_empty(), "{}", faults.join("; "));
        Ok(())
    }
}

/// Lists and sets are whole at any time.
fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The files compiled in: a test sees to it that all can be used.
fn embedded_files() -> Vec<File> {
    let (mut files, mut rest) = (Vec::new(), EMBEDDED);
    while let Ok((file, more)) = File::embedded(rest) {
        files.push(file);
        rest = more;
    }
    files
}

/// Which files of so many pieces are not there, if any.
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
            bail!("{}: no file *.{EXTENSION} in it", folder.display());
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
