//! A whole build: which slices there are, which are finished, what has to be in memory, what is written.

use crate::encode::{encode, restore};
use crate::file::File;
use crate::folder::path;
use crate::header::Header;
use crate::material::Material;
use crate::slice::{Shape, Slice, SliceStore, Word};
use crate::solve::{WdlResults, solve};
use crate::verify::verify;
use anyhow::{Context, Result, ensure};
use base::files::write_atomic;
use std::fs;
use std::path::{Path, PathBuf};

/// What to build.
#[derive(Clone, Debug)]
pub struct BuildPlan {
    /// Pieces of both sides together, at most.
    pub pieces: usize,
    /// Threads, at least 1.
    pub threads: usize,
    /// Bytes that values may take.
    pub memory: usize,
    /// Where the files are and will be.
    pub folder: PathBuf,
}

/// What a build found of a pair of files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileState {
    /// Both, all checksums right.
    Valid,
    /// Not both.
    Missing,
    /// One is damaged or cannot be read: both are built again.
    Damaged,
}

/// What has been built of one number of pieces.
#[derive(Clone, Copy, Default, Debug)]
pub struct Built {
    /// Positions won, drawn and lost.
    pub results: WdlResults,
    /// Bytes of the files.
    pub bytes: u64,
}

impl Built {
    /// Counts a file in.
    pub fn add(&mut self, header: &Header) {
        self.results.iter_mut().zip(header.results).for_each(|(sum, more)| *sum += more);
        self.bytes += header.file_size() as u64;
    }
}

/// Each pair of a material and its mirror that can be solved together, in the order in which they can be.
pub fn material_pairs(pieces: usize) -> impl Iterator<Item = Material> {
    Material::all(pieces).into_iter().filter(|material| *material <= material.swapped())
}

/// A pair without what is the same twice.
pub fn material_sides(material: Material) -> impl Iterator<Item = Material> {
    let mirror = material.swapped();
    std::iter::once(material).chain((mirror != material).then_some(mirror))
}

/// A build that runs.
#[derive(Debug)]
pub struct Builder {
    plan: BuildPlan,
    store: SliceStore,
}

impl Builder {
    /// Begins.
    ///
    /// # Errors
    /// It needs more memory than it may take, or the folder cannot be made.
    pub fn new(plan: BuildPlan) -> Result<Self> {
        let need = (2..=plan.pieces).map(memory).max().unwrap_or_default();
        ensure!(
            need <= plan.memory,
            "{} pieces take {} MiB of memory, --memory allows {}",
            plan.pieces,
            need.div_ceil(1 << 20),
            plan.memory >> 20
        );
        fs::create_dir_all(&plan.folder).with_context(|| plan.folder.display().to_string())?;
        Ok(Self { plan, store: SliceStore::default() })
    }

    /// Builds and verifies what is not there yet of so many pieces, or damaged. `progress` is told of each pair that is
    /// finished, and what was found of it.
    ///
    /// # Errors
    /// A file cannot be read or written, or a value is wrong.
    pub fn build(&mut self, pieces: usize, progress: &mut dyn FnMut(Material, FileState)) -> Result<Built> {
        let mut built = Built::default();
        let mut men = 0;
        for material in material_pairs(pieces) {
            if material.men() > men {
                men = material.men();
                self.forget(pieces, men);
            }
            let paths: Vec<PathBuf> = material_sides(material).map(|side| path(&self.plan.folder, side)).collect();
            let sound = |path: &PathBuf| File::open(path).and_then(|file| file.ensure_sound().map(|()| file));
            let (files, found) = match paths.iter().map(sound).collect::<Result<Vec<File>>>() {
                Ok(files) => (files, FileState::Valid),
                Err(_) => {
                    let found =
                        if paths.iter().all(|path| path.exists()) { FileState::Damaged } else { FileState::Missing };
                    (self.solve(material).with_context(|| material.to_string())?, found)
                }
            };
            files.iter().for_each(|file| built.add(file.header()));
            progress(material, found);
        }
        Ok(built)
    }

    /// Drops what no slice with so many men needs, where nothing with more pieces is going to be built.
    fn forget(&mut self, pieces: usize, men: usize) {
        if pieces == self.plan.pieces {
            Material::all(pieces).iter().filter(|old| old.men() + 1 < men).for_each(|old| self.store.drop(*old));
        }
    }

    fn solve(&mut self, material: Material) -> Result<Vec<File>> {
        let BuildPlan { threads, .. } = self.plan;
        (2..material.pieces()).flat_map(Material::all).try_for_each(|fewer| self.load(fewer))?;
        promotions(material).into_iter().try_for_each(|crowned| self.load(crowned))?;
        let figures = solve(material, &mut self.store, threads);
        material_sides(material)
            .zip(figures)
            .try_for_each(|(side, figures)| verify(side, figures, &self.store, threads))?;
        let mut files = Vec::new();
        for (side, figures) in material_sides(material).zip(figures) {
            let slice = self.slice(side)?;
            let bytes = encode(slice, figures, threads)?;
            let file = File::owned(bytes)?;
            let again = restore(file.header(), file.decode_all(threads)?, &self.store, threads);
            ensure!(again.words == slice.words, "{side}: what was written is not what was solved");
            files.push(file);
        }
        for file in &files {
            let path = path(&self.plan.folder, file.header().material);
            write_atomic(&path, file.bytes())?;
        }
        Ok(files)
    }

    fn slice(&self, material: Material) -> Result<&Slice> {
        self.store.get(material).with_context(|| format!("{material} is missing"))
    }

    /// Brings a finished slice into memory.
    fn load(&mut self, material: Material) -> Result<()> {
        if self.store.get(material).is_none() {
            load(&path(&self.plan.folder, material), &mut self.store, self.plan.threads)?;
        }
        Ok(())
    }
}

/// Brings the values of a file into memory. Those with fewer pieces must be there.
///
/// # Errors
/// It is missing or damaged.
pub fn load(path: &Path, store: &mut SliceStore, threads: usize) -> Result<Header> {
    let file = File::open(path)?;
    let slice = restore(file.header(), file.decode_all(threads)?, store, threads);
    store.put(slice);
    Ok(file.header().clone())
}

/// The slices that promotions lead to, and their mirrors.
fn promotions(material: Material) -> Vec<Material> {
    let with_men = [material, material.swapped()].into_iter().filter(|side| side.own.men > 0);
    with_men.flat_map(|side| [side.crowned(), side.crowned().swapped()]).collect()
}

/// Bytes of memory that a build of so many pieces takes, those with fewer pieces built before.
fn memory(pieces: usize) -> usize {
    // A slice is there several times while it is written and read again.
    memory_of(pieces, 5, |material| Shape::of(material).words() * size_of::<Word>())
}

/// Bytes that so many pieces take, those with fewer among them, when two numbers of men are there at a time and the
/// largest material `more` times again.
pub fn memory_of(pieces: usize, more: usize, bytes: impl Fn(Material) -> usize) -> usize {
    let fewer: usize = (2..pieces).flat_map(Material::all).map(&bytes).sum();
    let all: Vec<_> = Material::all(pieces).into_iter().map(|material| (material.men(), bytes(material))).collect();
    let of_men = |men: usize| -> usize { all.iter().filter(|(there, _)| *there == men).map(|(_, bytes)| bytes).sum() };
    let levels = (1..=pieces).map(|men| of_men(men - 1) + of_men(men)).max().unwrap_or_default();
    let largest = all.iter().map(|(_, bytes)| *bytes).max().unwrap_or_default();
    fewer + levels + more * largest
}
