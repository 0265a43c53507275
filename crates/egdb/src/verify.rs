//! Verifies each value against the values of all successors, one position at a time and without the solver's sweeps.

use crate::captures::best_capture;
use crate::material::Material;
use crate::rank::{Steps, all, rank};
use crate::slice::{Slice, SliceStore, value};
use crate::solve::WdlResults;
use crate::squares::{KING_ROW, Pieces, Squares, each, step};
use anyhow::{Context, Result, bail, ensure};
use base::parallel::map_chunks;
use base::wdl::Wdl;
use std::ops::Range;

/// Verifies all values of a material configuration against those of the successors, and `expected` against the numbers
/// of won, drawn and lost positions.
///
/// # Errors
/// Returns an error if the slice, its mirror image, or a slice that a promotion leads to is not in the store, if a
/// value is wrong, or if the numbers differ.
pub fn verify(material: Material, expected: WdlResults, store: &SliceStore, threads: usize) -> Result<()> {
    let slice = store.get(material).with_context(|| format!("the slice {material} is not in memory"))?;
    let units = slice.shape.own_men * slice.shape.other_men;
    let part = units.div_ceil(64 * threads);
    let mut counted = WdlResults::default();
    for results in map_chunks(units, part, threads, |units| check_units(slice, store, units)) {
        counted.iter_mut().zip(results?).for_each(|(sum, more)| *sum += more);
    }
    ensure!(
        counted == expected,
        "{material}: expected {expected:?} positions won, drawn and lost; counted {counted:?}"
    );
    Ok(())
}

fn check_units(slice: &Slice, store: &SliceStore, units: Range<usize>) -> Result<WdlResults> {
    let material = slice.material;
    let mut results = WdlResults::default();
    for unit in units {
        let ranks = [unit / slice.shape.other_men, unit % slice.shape.other_men];
        let own = all(material.own.men)[ranks[0]];
        let other = all(material.other.men)[ranks[1]].reverse_bits();
        if own & other == 0 {
            PlacementCheck::new(slice, store, own, other, ranks)?.check(&mut results)?;
        }
    }
    Ok(results)
}

/// The positions with a given placement of men.
struct PlacementCheck<'a> {
    slice: &'a Slice,
    store: &'a SliceStore,
    own: Squares,
    other: Squares,
    ranks: [usize; 2],
    answers: &'a Slice,
    /// The target square of each man move without promotion, and the rank of the men after the move.
    advances: Vec<(Squares, usize)>,
    /// The target square of each promotion, and the rank of the remaining men.
    promotions: Vec<(Squares, usize)>,
    promoted: Option<&'a Slice>,
}

impl<'a> PlacementCheck<'a> {
    fn new(slice: &'a Slice, store: &'a SliceStore, own: Squares, other: Squares, ranks: [usize; 2]) -> Result<Self> {
        let mirror = slice.material.swapped();
        let answers = store.get(mirror).with_context(|| format!("the slice {mirror} is not in memory"))?;
        let (mut advances, mut promotions) = (Vec::new(), Vec::new());
        for from in each(own) {
            for direction in 0..2 {
                let to = step(1 << from, direction) & !(own | other);
                if to & KING_ROW != 0 {
                    promotions.push((to, rank(own & !(1 << from))));
                } else if to != 0 {
                    advances.push((to, rank(own & !(1 << from) | to)));
                }
            }
        }
        let mut crowned = None;
        if !promotions.is_empty() {
            let after = slice.material.promoted().swapped();
            crowned = Some(store.get(after).with_context(|| format!("the slice {after} is not in memory"))?);
        }
        Ok(Self { slice, store, own, other, ranks, answers, advances, promotions, promoted: crowned })
    }

    /// Verifies the value of each position and adds the position to the count of its value.
    fn check(&self, [won, drawn, lost]: &mut WdlResults) -> Result<()> {
        let material = self.slice.material;
        let men = self.own | self.other;
        let words = self.slice.unit(self.ranks[0], self.ranks[1]);
        for (other_rank, set) in all(material.other.kings).iter().enumerate() {
            let other_kings = set.reverse_bits();
            if other_kings & men != 0 {
                continue;
            }
            for (own_rank, &own_kings) in all(material.own.kings).iter().enumerate() {
                if own_kings & (men | other_kings) != 0 {
                    continue;
                }
                let pieces = Pieces { own_men: self.own, own_kings, other_men: self.other, other_kings };
                let (word, bit) = self.slice.shape.place(own_rank, other_rank);
                let found = value(words[word], bit);
                let expected = self.expected(&pieces, [own_rank, other_rank], found);
                if found != expected {
                    bail!("{material}: the value of {pieces:x?} is {found:?}; its successors give {expected:?}");
                }
                *match found {
                    Wdl::Win => &mut *won,
                    Wdl::Draw => &mut *drawn,
                    Wdl::Loss => &mut *lost,
                } += 1;
            }
        }
        Ok(())
    }

    /// Returns the value that follows from the successors. `kings` contains the ranks of the own and of the other
    /// kings. `found` is the stored value; if it is a win, the first lost successor confirms it and the others are not
    /// examined.
    #[inline]
    fn expected(&self, pieces: &Pieces, kings: [usize; 2], found: Wdl) -> Wdl {
        let successor =
            |after: &Pieces| self.store.get(Material::of(after).swapped()).map(|slice| slice.value(&after.swapped()));
        // A missing slice counts as a draw, so a stored win or loss that depends on it is reported as wrong.
        if let Some(best) = best_capture(pieces, |after| successor(after).unwrap_or(Wdl::Draw)) {
            return best;
        }
        let free = pieces.free();
        let mut best = Wdl::Loss;
        let mut answer = |value: Wdl| {
            best = best.max(value.flipped());
            // Stop here if this successor confirms a stored win.
            best == Wdl::Win && found == Wdl::Win
        };
        let unit = self.answers.unit(self.ranks[1], self.ranks[0]);
        let shape = &self.answers.shape;
        for &(to, next) in Steps::of(self.slice.material.own.kings).from(kings[0]) {
            if free >> to & 1 != 0 {
                let (word, bit) = shape.place(kings[1], next as usize);
                if answer(value(unit[word], bit)) {
                    return Wdl::Win;
                }
            }
        }
        for &(to, men) in &self.advances {
            if free & to != 0 && answer(self.answers.get(self.ranks[1], men, kings[1], kings[0])) {
                return Wdl::Win;
            }
        }
        for (&(to, men), crowned) in self.promotions.iter().zip(self.promoted.into_iter().cycle()) {
            if free & to != 0 && answer(crowned.get(self.ranks[1], men, kings[1], rank(pieces.own_kings | to))) {
                return Wdl::Win;
            }
        }
        best
    }
}
