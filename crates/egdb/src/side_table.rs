//! The solver's values of all positions with a given placement of men and a given side to move. Each sweep computes
//! these values from those of the successor positions, 32 positions of a row at a time.

use crate::masks::BOTH;
use crate::material::Material;
use crate::placement::{Men, Placement};
use crate::rank::{Steps, all, rank};
use crate::slice::{NEUTRAL, SliceStore, Word};
use crate::squares::{KING_ROW, Squares, each, step};
use crate::transpose::{BLOCK, transposed_block};

/// The upper half of a word, which marks the positions that are not lost.
const NOT_LOST: Word = 0xFFFF_FFFF_0000_0000;

/// The values of a [`Placement`]'s positions between sweeps.
#[derive(Debug)]
pub struct SideTable {
    placement: Placement,
    steps: &'static Steps,
    /// The values after all moves of men, promotions included, combined with `&`. They are from the other side's point
    /// of view and do not change during the sweeps.
    man_moves: Vec<Word>,
    /// The values after the last sweep, row by row: `placement.rows` rows of `placement.width` words.
    values: Vec<Word>,
    /// `values` transposed, which is the layout of a slice unless its rows are packed.
    transposed: Vec<Word>,
    /// The blocks of `values` that have changed since `transposed` was updated.
    stale: Vec<bool>,
    /// The rows of `transposed` that changed in the last update.
    changed: Vec<bool>,
    /// Scratch space for one row.
    row: Vec<Word>,
}

impl SideTable {
    /// Creates a table without men and allocates its buffers.
    pub fn new(material: Material) -> Self {
        let placement = Placement::new(material);
        let (shape, rows, width) = (placement.shape, placement.rows, placement.width);
        Self {
            placement,
            steps: Steps::of(material.own.kings),
            man_moves: vec![0; rows * width],
            values: vec![0; rows * width],
            transposed: vec![NEUTRAL; shape.other_kings * shape.width],
            stale: vec![true; rows.div_ceil(BLOCK) * width],
            changed: vec![true; shape.other_kings],
            row: vec![0; width],
        }
    }

    /// Returns the material configuration of the positions.
    pub const fn material(&self) -> Material {
        self.placement.material
    }

    /// Sets the men and the initial values. All slices and units that moves of men, promotions and captures lead to
    /// must be solved and in the store.
    pub fn set_up(&mut self, men: Men, store: &SliceStore) {
        self.placement.set_men(men, Some(store));
        self.move_men(store);
        self.values.fill(NEUTRAL);
        self.stale.fill(true);
        let Placement { keep, fixed, live, width, .. } = &self.placement;
        for &row in live {
            for at in row as usize * width..(row as usize + 1) * width {
                self.values[at] = fixed[at] | keep[at] & NOT_LOST;
            }
        }
    }

    /// Computes `man_moves` from the slices in `store`, which contain the positions after the moves of men.
    fn move_men(&mut self, store: &SliceStore) {
        for &row in &self.placement.live {
            self.man_moves[row as usize * self.placement.width..][..self.placement.width].fill(NEUTRAL);
        }
        let Men { own, other, .. } = self.placement.men;
        for from in each(own) {
            for direction in 0..2 {
                let to = step(1 << from, direction) & !(own | other);
                if to & KING_ROW != 0 {
                    self.promote(own & !(1 << from), to, store);
                } else if to != 0 {
                    self.advance(own & !(1 << from) | to, store);
                }
            }
        }
    }

    fn advance(&mut self, own: Squares, store: &SliceStore) {
        let slice = store.solved(self.placement.material.swapped());
        let unit = slice.unit(self.placement.men.other_rank, rank(own));
        if slice.shape.is_packed() {
            for &row in &self.placement.live {
                self.man_moves[row as usize] &= unpacked(unit, row as usize);
            }
        } else {
            for (combined, after) in self.man_moves.iter_mut().zip(unit) {
                *combined &= after;
            }
        }
    }

    fn promote(&mut self, own: Squares, to: Squares, store: &SliceStore) {
        let slice = store.solved(self.placement.material.promoted().swapped());
        let unit = slice.unit(self.placement.men.other_rank, rank(own));
        let sets = all(self.placement.material.own.kings);
        for &row in &self.placement.live {
            let row = row as usize;
            if sets[row] & to != 0 {
                continue;
            }
            let next = rank(sets[row] | to);
            let combined = &mut self.man_moves[row * self.placement.width..][..self.placement.width];
            if slice.shape.is_packed() {
                combined[0] &= unpacked(unit, next);
            } else {
                for (combined, after) in combined.iter_mut().zip(&unit[next * self.placement.width..]) {
                    *combined &= after;
                }
            }
        }
    }

    /// Recomputes values from `other`, the table of the other side: all rows if `all_rows` is set, otherwise only the
    /// rows from which a king move leads to a changed row of `other`. Returns whether a value has changed.
    pub fn update(&mut self, other: &Self, all_rows: bool) -> bool {
        let occupied = self.placement.men.own | self.placement.men.other;
        let mut any_changed = false;
        for &row in &self.placement.live {
            let row = row as usize;
            let steps = self.steps.from(row);
            let is_affected = |&(to, next): &(u8, u32)| occupied >> to & 1 == 0 && other.changed[next as usize];
            if !all_rows && !steps.iter().any(is_affected) {
                continue;
            }
            let range = row * self.placement.width..(row + 1) * self.placement.width;
            let combined = &mut self.row[..];
            combined.copy_from_slice(&self.man_moves[range.clone()]);
            for &(to, next) in steps {
                if occupied >> to & 1 == 0 {
                    for (combined, after) in
                        combined.iter_mut().zip(&other.transposed[next as usize * self.placement.width..])
                    {
                        *combined &= after;
                    }
                }
            }
            let stale = &mut self.stale[row / BLOCK * self.placement.width..][..self.placement.width];
            let masks = self.placement.keep[range.clone()].iter().zip(&self.placement.fixed[range.clone()]);
            let values = self.values[range].iter_mut().zip(stale);
            for ((combined, (keep, fixed)), (value, stale)) in combined.iter().zip(masks).zip(values) {
                // Swapping the halves and negating turns the combined values of the successors into the value of the
                // position: won if one successor is lost, lost if all are won.
                let updated = !combined.rotate_left(32) & keep | fixed;
                *stale |= updated != *value;
                any_changed |= updated != *value;
                *value = updated;
            }
        }
        any_changed
    }

    /// Brings `transposed` up to date with `values` and marks the changed rows.
    pub fn update_transposed(&mut self) {
        self.changed.fill(false);
        for (index, stale) in self.stale.iter_mut().enumerate() {
            if !std::mem::take(stale) {
                continue;
            }
            let (band, column) = (index / self.placement.width, index % self.placement.width);
            let block = transposed_block(&self.values, self.placement.width, band, column);
            let lines = (self.placement.shape.other_kings - column * BLOCK).min(BLOCK);
            for (line, word) in block[..lines].iter().enumerate() {
                let line = column * BLOCK + line;
                let before = &mut self.transposed[line * self.placement.shape.width + band];
                self.changed[line] |= *before != *word;
                *before = *word;
            }
        }
    }

    /// Returns the values in the layout of [`crate::slice::Slice`].
    pub fn unit(&self) -> &[Word] {
        // Without own kings there is one row, and both `values` and a slice pack 32 of its values into a word. The
        // transposed matrix has a word for each value.
        if self.placement.shape.is_packed() { &self.values } else { &self.transposed }
    }

    /// Returns the numbers of won, drawn and lost positions.
    pub fn results(&self) -> [u64; 3] {
        let ones =
            |half: u32| -> u64 { self.values.iter().map(|word| u64::from(((word >> half) as u32).count_ones())).sum() };
        let all = 32 * self.values.len() as u64;
        let (won, not_lost) = (ones(0) - (all - self.placement.legal), ones(32));
        [won, self.placement.legal - won - (all - not_lost), all - not_lost]
    }
}

/// Returns the value at `index` of a packed unit as the first value of a word that is neutral elsewhere.
#[inline]
fn unpacked(unit: &[Word], index: usize) -> Word {
    unit[index / 32] >> (index % 32) & BOTH | !BOTH
}
