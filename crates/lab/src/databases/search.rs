//! The longest win of each number of pieces, counted ply by ply from the end. It reads no file: equal numbers of won,
//! drawn and lost positions here and in the files are a check of both.

use super::distances::{DRAWN, NO_POSITION, SolvedDistances, bytes};
use super::retrograde::RetrogradeSolver;
use anyhow::Result;
use base::parallel::map_chunks;
use egdb::build::{material_pairs, material_sides, memory_of};
use egdb::material::Material;
use egdb::rank::all;
use egdb::solve::{Level, WdlResults, by_advance};
use egdb::squares::Pieces;
use std::ops::Range;

/// The longest wins of some positions.
#[derive(Clone, Copy, Default, Debug)]
pub struct LongestWin {
    /// Plies to the end with best play by both; 0 where nothing is won.
    pub plies: u8,
    /// Won positions that take so many.
    pub positions: u64,
    /// The first of them.
    pub first: Option<Pieces>,
    /// Positions won, drawn and lost.
    pub results: WdlResults,
}

/// The longest win with so many pieces, all with fewer being known. What nothing here needs any more is forgotten where it
/// is the `last` number of pieces. `progress` is told of each pair of materials.
///
/// # Errors
/// A win is longer than a byte can tell.
pub fn search(
    pieces: usize,
    last: bool,
    threads: usize,
    known: &mut SolvedDistances,
    progress: &mut dyn FnMut(Material),
) -> Result<LongestWin> {
    let mut longest = LongestWin::default();
    for material in material_pairs(pieces) {
        if last {
            Material::all(pieces).iter().filter(|old| old.men() + 1 < material.men()).for_each(|old| known.drop(*old));
        }
        longest.add(solve(material, known, threads)?);
        progress(material);
    }
    Ok(longest)
}

/// Solves a material and its mirror: the most advanced men come first, as in [`egdb::solve`].
fn solve(material: Material, known: &mut SolvedDistances, threads: usize) -> Result<LongestWin> {
    let ranks = [material, material.swapped()].map(|side| by_advance(side.own.men));
    material_sides(material).for_each(|side| known.begin(side));
    let mut longest = LongestWin::default();
    for level in (0..ranks[0].len() + ranks[1].len() - 1).rev() {
        let level = Level::new(&ranks, level);
        let part = (level.count / (threads * 16)).clamp(1, 1024);
        for done in map_chunks(level.count, part, threads, |units| SolvedLevel::of(material, &level, units, known)) {
            let done = done?;
            done.store(material, known);
            longest.add(done.longest);
        }
    }
    Ok(longest)
}

/// What a thread has solved.
#[derive(Default)]
struct SolvedLevel {
    men: Vec<[usize; 2]>,
    /// Of both sides to move, unit after unit.
    plies: [Vec<u8>; 2],
    longest: LongestWin,
}

impl SolvedLevel {
    fn of(material: Material, level: &Level, units: Range<usize>, known: &SolvedDistances) -> Result<Self> {
        let own_mirror = material == material.swapped();
        let mut pair = RetrogradeSolver::new(material);
        let mut done = Self::default();
        for ranks in level.placements(units) {
            if own_mirror && ranks[0] > ranks[1] || !pair.solve(ranks, known)? {
                continue;
            }
            done.men.push(ranks);
            for side in 0..2 {
                let start = done.plies[side].len();
                pair.write(side, &mut done.plies[side]);
                // With the same men on both sides both halves have the same positions.
                if !own_mirror || side == 0 || ranks[0] != ranks[1] {
                    let side_material = if side == 0 { material } else { material.swapped() };
                    let side_ranks = if side == 0 { ranks } else { [ranks[1], ranks[0]] };
                    done.longest.add(LongestWin::of(side_material, side_ranks, &done.plies[side][start..]));
                }
            }
        }
        Ok(done)
    }

    fn store(&self, material: Material, known: &mut SolvedDistances) {
        for (side, which) in [material, material.swapped()].into_iter().enumerate() {
            let Some(distances) = known.get_mut(which) else { continue };
            let unit = which.own.king_sets() * which.other.king_sets();
            for (ranks, plies) in self.men.iter().zip(self.plies[side].chunks_exact(unit)) {
                distances.unit_mut(ranks[side], ranks[1 - side]).copy_from_slice(plies);
            }
        }
    }
}

impl LongestWin {
    /// Those of the positions with the men of these ranks.
    fn of(material: Material, ranks: [usize; 2], plies: &[u8]) -> Self {
        let count = |which: fn(u8) -> bool| plies.iter().filter(|&&plies| which(plies)).count() as u64;
        let (drawn, nowhere) = (count(|plies| plies == DRAWN), count(|plies| plies == NO_POSITION));
        let lost = count(|plies| plies % 2 == 0) - nowhere;
        let figures = [plies.len() as u64 - drawn - nowhere - lost, drawn, lost];
        let wins = |plies: &u8| if plies % 2 == 1 && *plies != DRAWN { *plies } else { 0 };
        let longest = plies.iter().map(wins).max().unwrap_or_default();
        let first = plies.iter().position(|plies| *plies == longest).filter(|_| longest > 0);
        let rows = material.own.king_sets();
        let pieces = |index: usize| Pieces {
            own_men: all(material.own.men)[ranks[0]],
            own_kings: all(material.own.kings)[index % rows],
            other_men: all(material.other.men)[ranks[1]].reverse_bits(),
            other_kings: all(material.other.kings)[index / rows].reverse_bits(),
        };
        let positions = plies.iter().filter(|plies| wins(plies) == longest && longest > 0).count() as u64;
        Self { plies: longest, positions, first: first.map(pieces), results: figures }
    }

    /// Takes more positions in.
    fn add(&mut self, other: Self) {
        self.results.iter_mut().zip(other.results).for_each(|(sum, more)| *sum += more);
        if other.plies > self.plies {
            *self = Self { results: self.results, ..other };
        } else if other.plies == self.plies {
            self.positions += other.positions;
        }
    }
}

/// Bytes that so many pieces take, those with fewer among them.
#[must_use]
pub fn memory(pieces: usize) -> usize {
    // What a pair takes while it is solved: counts, plies of moves of men, positions that are due.
    memory_of(pieces, 2, bytes)
}
