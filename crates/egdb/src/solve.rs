//! Solves a slice and its mirror together: all ways the men can stand, the most advanced ones first.

use crate::material::Material;
use crate::placement::Men;
use crate::rank::{all, sets};
use crate::side_table::SideTable;
use crate::slice::{Slice, SliceStore, Word};
use crate::squares::{MEN_SQUARES, each};
use base::parallel::map_chunks;
use std::ops::Range;

/// Positions won, drawn and lost for the side to move.
pub type WdlResults = [u64; 3];

/// Ranks of men sets by the rows that their members have advanced, taken together.
pub type ByAdvance = Vec<Vec<u32>>;

/// Solves the positions of a material and of its mirror, puts them into the store, which must have what moves lead
/// to, and counts them. What is its own mirror is counted once.
pub fn solve(material: Material, store: &mut SliceStore, threads: usize) -> [WdlResults; 2] {
    let sides = [material, material.swapped()];
    let ranks = sides.map(|side| by_advance(side.own.men));
    sides.iter().for_each(|side| store.put(Slice::new(*side)));
    let mut figures = [[0; 3]; 2];
    // A man move leads to the next level: what stands on one level does not depend on each other.
    for level in (0..ranks[0].len() + ranks[1].len() - 1).rev() {
        let level = Level::new(&ranks, level);
        let part = (level.count / (threads * 16)).clamp(1, 1024);
        let done = map_chunks(level.count, part, threads, |pairs| level.work(material, store, pairs));
        for done in done {
            done.store(sides, store);
            for (sum, more) in figures.iter_mut().flatten().zip(done.results.iter().flatten()) {
                *sum += more;
            }
        }
    }
    figures
}

/// The ranks of all sets of so many men.
#[must_use]
pub fn by_advance(men: usize) -> ByAdvance {
    let mut lists = vec![Vec::new(); 6 * men + 1];
    for (rank, set) in all(men)[..sets(MEN_SQUARES, men)].iter().enumerate() {
        lists[each(*set).map(|square| square as usize / 4).sum::<usize>()].push(rank as u32);
    }
    lists
}

/// All ways to place the men that are equally far advanced.
pub struct Level<'a> {
    /// Lists of ranks of both sides that belong together.
    lists: Vec<[&'a [u32]; 2]>,
    /// How many.
    pub count: usize,
}

impl<'a> Level<'a> {
    /// Those that are `level` rows advanced, both sides together.
    #[must_use]
    pub fn new(ranks: &'a [ByAdvance; 2], level: usize) -> Self {
        let pairs_of = |own: usize| Some([&ranks[0][own][..], &ranks[1].get(level.checked_sub(own)?)?[..]]);
        let lists: Vec<_> = (0..ranks[0].len()).filter_map(pairs_of).collect();
        let pairs = lists.iter().map(|[own, other]| own.len() * other.len()).sum();
        Self { lists, count: pairs }
    }

    /// Those with these numbers.
    pub fn placements(&self, range: Range<usize>) -> impl Iterator<Item = [usize; 2]> {
        let mut start = 0;
        self.lists.iter().flat_map(move |[own, other]| {
            let count = own.len() * other.len();
            let part = range.start.clamp(start, start + count) - start..range.end.clamp(start, start + count) - start;
            start += count;
            part.map(|index| [own[index / other.len()] as usize, other[index % other.len()] as usize])
        })
    }

    /// Solves those with these numbers.
    fn work(&self, material: Material, store: &SliceStore, pairs: Range<usize>) -> SolvedPlacements {
        let mut halves = [material, material.swapped()].map(SideTable::new);
        let mut done = SolvedPlacements::default();
        for ranks in self.placements(pairs) {
            let is_mirror = material.swapped() == material && ranks[0] > ranks[1];
            if let Some(men) = Men::of(material, ranks).filter(|_| !is_mirror) {
                halves.iter_mut().zip(men).for_each(|(half, men)| half.set_up(men, store));
                iterate_to_fixpoint(&mut halves);
                done.add(ranks, &halves);
            }
        }
        done
    }
}

/// Lets king moves go to and fro until nothing changes any more: what is not won or lost then is drawn.
fn iterate_to_fixpoint([here, there]: &mut [SideTable; 2]) {
    there.update_transposed();
    let mut everything = true;
    loop {
        let changed = here.update(there, everything);
        here.update_transposed();
        if !changed && !everything {
            return;
        }
        if !there.update(here, everything) && !everything {
            return;
        }
        there.update_transposed();
        everything = false;
    }
}

/// What a thread has solved.
#[derive(Default)]
struct SolvedPlacements {
    men: Vec<[usize; 2]>,
    words: [Vec<Word>; 2],
    results: [WdlResults; 2],
}

impl SolvedPlacements {
    fn add(&mut self, ranks: [usize; 2], halves: &[SideTable; 2]) {
        self.men.push(ranks);
        let own_mirror = halves[0].material() == halves[1].material();
        for (side, half) in halves.iter().enumerate() {
            self.words[side].extend_from_slice(half.unit());
            let counted = match (own_mirror, side) {
                (true, 1) if ranks[0] == ranks[1] => continue,
                (true, _) => 0,
                (false, side) => side,
            };
            let figures = &mut self.results[counted];
            figures.iter_mut().zip(half.results()).for_each(|(sum, more)| *sum += more);
        }
    }

    fn store(&self, sides: [Material; 2], store: &mut SliceStore) {
        for (index, side) in sides.into_iter().enumerate() {
            let slice = store.get_mut(side).expect("it is put in before its levels are solved");
            let unit = slice.shape.unit;
            for (ranks, words) in self.men.iter().zip(self.words[index].chunks_exact(unit)) {
                let start = slice.shape.start(ranks[index], ranks[1 - index]);
                slice.words[start..start + unit].copy_from_slice(words);
            }
        }
    }
}
