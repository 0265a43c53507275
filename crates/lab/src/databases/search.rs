//! Finds the longest win for each number of pieces by retrograde analysis, without database files. A test compares the
//! numbers of won, drawn and lost positions with the published ones.

use super::distances::{DRAWN, Distances, NO_POSITION, SolvedDistances, bytes};
use super::retrograde::RetrogradeSolver;
use anyhow::Result;
use base::parallel::map_chunks;
use egdb::build::{material_pairs, material_sides, memory_of};
use egdb::material::Material;
use egdb::rank::all;
use egdb::solve::{Level, WdlResults, by_advance};
use egdb::squares::Pieces;
use std::ops::Range;

/// The longest wins in a set of positions, and the results of all positions in the set.
#[derive(Clone, Copy, Default, Debug)]
pub struct LongestWin {
    /// The distance of the longest win in plies; 0 if no position is won.
    pub plies: u8,
    /// The number of won positions with this distance.
    pub positions: u64,
    /// The first position with this distance.
    pub first: Option<Pieces>,
    /// The numbers of won, drawn and lost positions.
    pub results: WdlResults,
}

/// Finds the longest win with `pieces` pieces. `known` must contain the distances of all positions with fewer pieces.
/// If `last` is true, no search with more pieces may follow, because distances that this search no longer needs are
/// freed. Calls `progress` after each pair of material configurations.
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

/// Solves a material configuration and its mirror image. Placements with the most advanced men are solved first,
/// because moves of men lead to positions with more advanced men.
fn solve(material: Material, known: &mut SolvedDistances, threads: usize) -> Result<LongestWin> {
    let ranks = [material, material.swapped()].map(|side| by_advance(side.own.men));
    material_sides(material).for_each(|side| known.put(side, Distances::new(side)));
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

/// The distances for some placements of men, as solved by one thread.
#[derive(Default)]
struct SolvedLevel {
    men: Vec<[usize; 2]>,
    /// The distances for either side to move, one unit per placement of men.
    plies: [Vec<u8>; 2],
    longest: LongestWin,
}

impl SolvedLevel {
    fn of(material: Material, level: &Level, units: Range<usize>, known: &SolvedDistances) -> Result<Self> {
        let is_own_mirror = material == material.swapped();
        let mut solver = RetrogradeSolver::new(material);
        let mut done = Self::default();
        for ranks in level.placements(units) {
            if is_own_mirror && ranks[0] > ranks[1] || !solver.solve(ranks, known)? {
                continue;
            }
            done.men.push(ranks);
            for side in 0..2 {
                let start = done.plies[side].len();
                solver.write(side, &mut done.plies[side]);
                // If the configuration is its own mirror image and both sides have the same men, the positions for
                // either side to move are the same. Count them once.
                if !is_own_mirror || side == 0 || ranks[0] != ranks[1] {
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
    /// Finds the longest wins with one placement of men, whose distances are `plies`.
    fn of(material: Material, ranks: [usize; 2], plies: &[u8]) -> Self {
        let count = |which: fn(u8) -> bool| plies.iter().filter(|&&plies| which(plies)).count() as u64;
        let (drawn, impossible) = (count(|plies| plies == DRAWN), count(|plies| plies == NO_POSITION));
        let lost = count(|plies| plies % 2 == 0) - impossible;
        let results = [plies.len() as u64 - drawn - impossible - lost, drawn, lost];
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
        Self { plies: longest, positions, first: first.map(pieces), results }
    }

    /// Adds the results of another set of positions.
    fn add(&mut self, other: Self) {
        self.results.iter_mut().zip(other.results).for_each(|(sum, more)| *sum += more);
        if other.plies > self.plies {
            *self = Self { results: self.results, ..other };
        } else if other.plies == self.plies {
            self.positions += other.positions;
        }
    }
}

/// Returns the number of bytes of memory that [`search`] needs for up to `pieces` pieces.
pub fn memory(pieces: usize) -> usize {
    // While a pair of material configurations is solved, counts, distances after moves of men, and queues take about as
    // much memory as two more copies of its distances.
    memory_of(pieces, 2, bytes)
}
