//! Solves a slice and its mirror image together, one placement of men at a time, most advanced men first.

use crate::material::Material;
use crate::placement::Men;
use crate::rank::{all, sets};
use crate::side_table::SideTable;
use crate::slice::{Slice, SliceStore, Word};
use crate::squares::{MEN_SQUARES, each};
use base::parallel::map_chunks;
use std::ops::Range;

/// The numbers of won, drawn and lost positions for the side to move.
pub type WdlResults = [u64; 3];

/// The ranks of sets of men. The list at index `n` has the sets whose men have advanced by `n` rows in total.
pub type ByAdvance = Vec<Vec<u32>>;

/// Solves the slice of a material configuration and its mirror image, adds both to the store, and returns the results
/// of each. All other slices that moves lead to must be in the store. If the material is its own mirror image, the
/// second results are all 0.
pub fn solve(material: Material, store: &mut SliceStore, threads: usize) -> [WdlResults; 2] {
    let sides = [material, material.swapped()];
    let ranks = sides.map(|side| by_advance(side.own.men));
    sides.iter().for_each(|side| store.put(*side, Slice::new(*side)));
    let mut results = [[0; 3]; 2];
    // A move of a man leads to the next level, so placements of one level do not depend on each other.
    for level in (0..ranks[0].len() + ranks[1].len() - 1).rev() {
        let level = Level::new(&ranks, level);
        let part = (level.count / (threads * 16)).clamp(1, 1024);
        let done = map_chunks(level.count, part, threads, |range| level.work(material, store, range));
        for done in done {
            done.store(sides, store);
            for (sum, more) in results.iter_mut().flatten().zip(done.results.iter().flatten()) {
                *sum += more;
            }
        }
    }
    results
}

/// Returns the ranks of all sets of `men` men, as [`ByAdvance`] describes. The highest index is `6 * men`.
pub fn by_advance(men: usize) -> ByAdvance {
    let mut lists = vec![Vec::new(); 6 * men + 1];
    for (rank, set) in all(men)[..sets(MEN_SQUARES, men)].iter().enumerate() {
        lists[each(*set).map(|square| square as usize / 4).sum::<usize>()].push(rank as u32);
    }
    lists
}

/// All placements of men with the same total advance: the number of rows that the men of both sides have moved up the
/// board.
pub struct Level<'a> {
    /// Each entry is a pair of lists, the ranks of own men and the ranks of other men, and represents all combinations
    /// of their members.
    lists: Vec<[&'a [u32]; 2]>,
    /// The number of placements in the level.
    pub count: usize,
}

impl<'a> Level<'a> {
    /// Creates the level of all placements with a total advance of `level` rows.
    pub fn new(ranks: &'a [ByAdvance; 2], level: usize) -> Self {
        let pairs_of = |own: usize| Some([&ranks[0][own][..], &ranks[1].get(level.checked_sub(own)?)?[..]]);
        let lists: Vec<_> = (0..ranks[0].len()).filter_map(pairs_of).collect();
        let count = lists.iter().map(|[own, other]| own.len() * other.len()).sum();
        Self { lists, count }
    }

    /// Returns the ranks of the placements with numbers in `range`.
    pub fn placements(&self, range: Range<usize>) -> impl Iterator<Item = [usize; 2]> {
        let mut start = 0;
        self.lists.iter().flat_map(move |[own, other]| {
            let count = own.len() * other.len();
            let part = range.start.clamp(start, start + count) - start..range.end.clamp(start, start + count) - start;
            start += count;
            part.map(|index| [own[index / other.len()] as usize, other[index % other.len()] as usize])
        })
    }

    /// Solves the placements with numbers in `range`.
    fn work(&self, material: Material, store: &SliceStore, range: Range<usize>) -> SolvedPlacements {
        let mut tables = [material, material.swapped()].map(SideTable::new);
        let mut done = SolvedPlacements::default();
        for ranks in self.placements(range) {
            let is_mirror = material.swapped() == material && ranks[0] > ranks[1];
            if let Some(men) = Men::of(material, ranks).filter(|_| !is_mirror) {
                tables.iter_mut().zip(men).for_each(|(table, men)| table.set_up(men, store));
                iterate_to_fixpoint(&mut tables);
                done.add(ranks, &tables);
            }
        }
        done
    }
}

/// Sweeps over the two sides alternately until a sweep changes no value. Positions that are neither won nor lost at
/// that point are drawn.
fn iterate_to_fixpoint([first, second]: &mut [SideTable; 2]) {
    second.update_transposed();
    let mut all_rows = true;
    loop {
        let changed = first.update(second, all_rows);
        first.update_transposed();
        if !changed && !all_rows {
            return;
        }
        if !second.update(first, all_rows) && !all_rows {
            return;
        }
        second.update_transposed();
        all_rows = false;
    }
}

/// The values of some placements, solved by one thread.
#[derive(Default)]
struct SolvedPlacements {
    men: Vec<[usize; 2]>,
    words: [Vec<Word>; 2],
    results: [WdlResults; 2],
}

impl SolvedPlacements {
    fn add(&mut self, ranks: [usize; 2], tables: &[SideTable; 2]) {
        self.men.push(ranks);
        let is_own_mirror = tables[0].material() == tables[1].material();
        for (side, table) in tables.iter().enumerate() {
            self.words[side].extend_from_slice(table.unit());
            let counted = match (is_own_mirror, side) {
                (true, 1) if ranks[0] == ranks[1] => continue,
                (true, _) => 0,
                (false, side) => side,
            };
            let results = &mut self.results[counted];
            results.iter_mut().zip(table.results()).for_each(|(sum, more)| *sum += more);
        }
    }

    fn store(&self, sides: [Material; 2], store: &mut SliceStore) {
        for (index, side) in sides.into_iter().enumerate() {
            let slice = store.get_mut(side).expect("the slice is added before its levels are solved");
            let unit = slice.shape.unit;
            for (ranks, words) in self.men.iter().zip(self.words[index].chunks_exact(unit)) {
                let start = slice.shape.start(ranks[index], ranks[1 - index]);
                slice.words[start..start + unit].copy_from_slice(words);
            }
        }
    }
}
