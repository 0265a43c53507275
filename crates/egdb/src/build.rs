//! Builds databases: finds the missing files, loads the slices that they depend on, and solves, verifies and writes the
//! missing slices.

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

/// The parameters of a build.
#[derive(Clone, Debug)]
pub struct BuildPlan {
    /// The maximum number of pieces, counting both sides.
    pub pieces: usize,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// The memory limit in bytes.
    pub memory: usize,
    /// The output folder. Valid files that are already in it are kept.
    pub folder: PathBuf,
}

/// The state, before the build, of the files of a material configuration and its mirror image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileState {
    /// Both files exist and all checksums are correct.
    Valid,
    /// At least one file does not exist.
    Missing,
    /// Both files exist, but at least one is damaged or cannot be read. Both are built again.
    Damaged,
}

/// Totals over all files with the same number of pieces.
#[derive(Clone, Copy, Default, Debug)]
pub struct Built {
    /// The numbers of positions that are won, drawn and lost for the side to move.
    pub results: WdlResults,
    /// The size of the files in bytes.
    pub bytes: u64,
}

impl Built {
    /// Adds the results and the size of a file, given by its header, to the totals.
    pub fn add(&mut self, header: &Header) {
        self.results.iter_mut().zip(header.results).for_each(|(sum, more)| *sum += more);
        self.bytes += header.file_size() as u64;
    }
}

/// Returns the first material configuration of each mirror-image pair, in the order in which the pairs are solved.
pub fn material_pairs(pieces: usize) -> impl Iterator<Item = Material> {
    Material::all(pieces).into_iter().filter(|material| *material <= material.swapped())
}

/// Returns `material` and its mirror image, or only `material` if it is its own mirror image.
pub fn material_sides(material: Material) -> impl Iterator<Item = Material> {
    let mirror = material.swapped();
    std::iter::once(material).chain((mirror != material).then_some(mirror))
}

/// A build in progress.
#[derive(Debug)]
pub struct Builder {
    plan: BuildPlan,
    store: SliceStore,
}

impl Builder {
    /// Creates a builder. Checks the memory limit and creates the output folder.
    ///
    /// # Errors
    /// Returns an error if the build needs more memory than the plan allows, or if the folder cannot be created.
    pub fn new(plan: BuildPlan) -> Result<Self> {
        let need = (2..=plan.pieces).map(memory).max().unwrap_or_default();
        ensure!(
            need <= plan.memory,
            "{} pieces need {} MiB of memory; --memory allows {}",
            plan.pieces,
            need.div_ceil(1 << 20),
            plan.memory >> 20
        );
        fs::create_dir_all(&plan.folder).with_context(|| plan.folder.display().to_string())?;
        Ok(Self { plan, store: SliceStore::default() })
    }

    /// Builds and verifies all slices with `pieces` pieces whose files are missing or damaged, and returns the totals
    /// over all files with `pieces` pieces. The files with fewer pieces must be in the folder. For each material
    /// configuration and its mirror image together, calls `progress` with the state in which their files were found.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or written, or if a value is wrong.
    pub fn build(&mut self, pieces: usize, progress: &mut dyn FnMut(Material, FileState)) -> Result<Built> {
        let mut built = Built::default();
        let mut men = 0;
        for material in material_pairs(pieces) {
            if material.men() > men {
                men = material.men();
                self.forget(pieces, men);
            }
            let paths: Vec<PathBuf> = material_sides(material).map(|side| path(&self.plan.folder, side)).collect();
            let open_checked = |path: &PathBuf| File::open(path).and_then(|file| file.ensure_sound().map(|()| file));
            let (files, state) = match paths.iter().map(open_checked).collect::<Result<Vec<File>>>() {
                Ok(files) => (files, FileState::Valid),
                Err(_) => {
                    let state =
                        if paths.iter().all(|path| path.exists()) { FileState::Damaged } else { FileState::Missing };
                    (self.solve(material).with_context(|| material.to_string())?, state)
                }
            };
            files.iter().for_each(|file| built.add(file.header()));
            progress(material, state);
        }
        Ok(built)
    }

    /// Drops the slices with `pieces` pieces that slices with `men` men do not depend on. If databases with more pieces
    /// follow, all slices are kept, because the larger databases depend on all of them.
    fn forget(&mut self, pieces: usize, men: usize) {
        if pieces == self.plan.pieces {
            Material::all(pieces).iter().filter(|old| old.men() + 1 < men).for_each(|old| self.store.drop(*old));
        }
    }

    fn solve(&mut self, material: Material) -> Result<Vec<File>> {
        let BuildPlan { threads, .. } = self.plan;
        (2..material.pieces()).flat_map(Material::all).try_for_each(|fewer| self.load(fewer))?;
        promotions(material).into_iter().try_for_each(|promoted| self.load(promoted))?;
        let results = solve(material, &mut self.store, threads);
        material_sides(material)
            .zip(results)
            .try_for_each(|(side, results)| verify(side, results, &self.store, threads))?;
        let mut files = Vec::new();
        for (side, results) in material_sides(material).zip(results) {
            let slice = self.slice(side)?;
            let bytes = encode(slice, results, threads)?;
            let file = File::owned(bytes)?;
            let again = restore(file.header(), file.decode_all(threads)?, &self.store, threads);
            ensure!(again.words == slice.words, "{side}: the encoded values differ from the solved values");
            files.push(file);
        }
        for file in &files {
            let path = path(&self.plan.folder, file.header().material);
            write_atomic(&path, file.bytes())?;
        }
        Ok(files)
    }

    fn slice(&self, material: Material) -> Result<&Slice> {
        self.store.get(material).with_context(|| format!("the slice {material} is not in memory"))
    }

    /// Loads a slice from its file unless it is in memory already.
    fn load(&mut self, material: Material) -> Result<()> {
        if self.store.get(material).is_none() {
            load(&path(&self.plan.folder, material), &mut self.store, self.plan.threads)?;
        }
        Ok(())
    }
}

/// Loads the values of a file into `store` and returns the header of the file. All slices with fewer pieces must be in
/// the store, because the values of positions with a pending capture are computed from them.
///
/// # Errors
/// Returns an error if the file is missing or damaged.
pub fn load(path: &Path, store: &mut SliceStore, threads: usize) -> Result<Header> {
    let file = File::open(path)?;
    let slice = restore(file.header(), file.decode_all(threads)?, store, threads);
    store.put(slice.material, slice);
    Ok(file.header().clone())
}

/// Returns the material configurations that promotions of either side lead to, and their mirror images.
fn promotions(material: Material) -> Vec<Material> {
    let with_men = [material, material.swapped()].into_iter().filter(|side| side.own.men > 0);
    with_men.flat_map(|side| [side.promoted(), side.promoted().swapped()]).collect()
}

/// Returns the memory, in bytes, that is needed to build the slices with `pieces` pieces after those with fewer pieces
/// have been built.
fn memory(pieces: usize) -> usize {
    // Encoding a slice and reading it back takes about five copies of it.
    memory_of(pieces, 5, |material| Shape::of(material).words() * size_of::<Word>())
}

/// Returns the memory, in bytes, that is needed to solve the slices with `pieces` pieces. In memory are all slices with
/// fewer pieces, those with two consecutive numbers of men, and `more` additional copies of the largest slice. `bytes`
/// returns the size of a slice.
pub fn memory_of(pieces: usize, more: usize, bytes: impl Fn(Material) -> usize) -> usize {
    let fewer: usize = (2..pieces).flat_map(Material::all).map(&bytes).sum();
    let all: Vec<_> = Material::all(pieces).into_iter().map(|material| (material.men(), bytes(material))).collect();
    let of_men = |men: usize| -> usize { all.iter().filter(|(count, _)| *count == men).map(|(_, bytes)| bytes).sum() };
    let levels = (1..=pieces).map(|men| of_men(men - 1) + of_men(men)).max().unwrap_or_default();
    let largest = all.iter().map(|(_, bytes)| *bytes).max().unwrap_or_default();
    fewer + levels + more * largest
}
