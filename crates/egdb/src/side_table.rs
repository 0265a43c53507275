//! One side to move with the men of both sides standing still: what its king moves and its man moves come to, for a
//! whole row of positions at a time.

use crate::masks::BOTH;
use crate::material::Material;
use crate::placement::{Men, Placement, solved_slice};
use crate::rank::{Steps, all, rank};
use crate::slice::{NEUTRAL, SliceStore, Word};
use crate::squares::{KING_ROW, Squares, each, step};
use crate::transpose::{BLOCK, transposed_block};

/// The upper half of a word: values that are not lost.
const NOT_LOST: Word = 0xFFFF_FFFF_0000_0000;

/// The values of the positions of a [`Placement`], from sweep to sweep.
#[derive(Debug)]
pub struct SideTable {
    placement: Placement,
    steps: &'static Steps,
    /// What man moves alone come to: values of the other side, joined.
    statics: Vec<Word>,
    values: Vec<Word>,
    /// The same with rows and columns changed, as a slice has them.
    transposed: Vec<Word>,
    /// Blocks of `values` that `turned` does not have yet.
    stale: Vec<bool>,
    /// Rows of `turned` that changed last time.
    changed: Vec<bool>,
    /// The row in work.
    row: Vec<Word>,
}

impl SideTable {
    /// Room for the positions of a material.
    #[must_use]
    pub fn new(material: Material) -> Self {
        let ground = Placement::new(material);
        let (shape, rows, width) = (ground.shape, ground.rows, ground.width);
        Self {
            placement: ground,
            steps: Steps::of(material.own.kings),
            statics: vec![0; rows * width],
            values: vec![0; rows * width],
            transposed: vec![NEUTRAL; shape.other_kings * shape.width],
            stale: vec![true; rows.div_ceil(BLOCK) * width],
            changed: vec![true; shape.other_kings],
            row: vec![0; width],
        }
    }

    /// Men and kings of both sides.
    #[must_use]
    pub const fn material(&self) -> Material {
        self.placement.material
    }

    /// Puts these men on the board. All values that moves of men, promotions and captures lead to must be in the store.
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

    /// Joins what the moves of each man lead to.
    fn move_men(&mut self, store: &SliceStore) {
        for &row in &self.placement.live {
            self.statics[row as usize * self.placement.width..][..self.placement.width].fill(NEUTRAL);
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
        let slice = solved_slice(store, self.placement.material.swapped());
        let unit = slice.unit(self.placement.men.other_rank, rank(own));
        if slice.shape.is_packed() {
            for &row in &self.placement.live {
                self.statics[row as usize] &= unpacked(unit, row as usize);
            }
        } else {
            for (joined, after) in self.statics.iter_mut().zip(unit) {
                *joined &= after;
            }
        }
    }

    fn promote(&mut self, own: Squares, to: Squares, store: &SliceStore) {
        let slice = solved_slice(store, self.placement.material.crowned().swapped());
        let unit = slice.unit(self.placement.men.other_rank, rank(own));
        let sets = all(self.placement.material.own.kings);
        for &row in &self.placement.live {
            let row = row as usize;
            if sets[row] & to != 0 {
                continue;
            }
            let next = rank(sets[row] | to);
            let joined = &mut self.statics[row * self.placement.width..][..self.placement.width];
            if slice.shape.is_packed() {
                joined[0] &= unpacked(unit, next);
            } else {
                for (joined, after) in joined.iter_mut().zip(&unit[next * self.placement.width..]) {
                    *joined &= after;
                }
            }
        }
    }

    /// Computes the rows anew that a changed row of the other side's positions bears upon, or all. False when nothing
    /// came of it.
    pub fn update(&mut self, answer: &Self, everything: bool) -> bool {
        let standing = self.placement.men.own | self.placement.men.other;
        let mut any = false;
        for &row in &self.placement.live {
            let row = row as usize;
            let steps = self.steps.from(row);
            let bears = |&(to, next): &(u8, u32)| standing >> to & 1 == 0 && answer.changed[next as usize];
            if !everything && !steps.iter().any(bears) {
                continue;
            }
            let range = row * self.placement.width..(row + 1) * self.placement.width;
            let joined = &mut self.row[..];
            joined.copy_from_slice(&self.statics[range.clone()]);
            for &(to, next) in steps {
                if standing >> to & 1 == 0 {
                    for (joined, after) in
                        joined.iter_mut().zip(&answer.transposed[next as usize * self.placement.width..])
                    {
                        *joined &= after;
                    }
                }
            }
            let stale = &mut self.stale[row / BLOCK * self.placement.width..][..self.placement.width];
            let decided = self.placement.keep[range.clone()].iter().zip(&self.placement.fixed[range.clone()]);
            let before = self.values[range].iter_mut().zip(stale);
            for ((joined, (keep, fixed)), (value, stale)) in joined.iter().zip(decided).zip(before) {
                // Won where an answer is lost, lost where all are won.
                let now = !joined.rotate_left(32) & keep | fixed;
                *stale |= now != *value;
                any |= now != *value;
                *value = now;
            }
        }
        any
    }

    /// Brings `turned` up to date and marks the rows that changed.
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

    /// The values as [`crate::slice::Slice`] has them.
    #[must_use]
    pub fn unit(&self) -> &[Word] {
        // Without a king of its own there is one row: its turned form takes a word for each value.
        if self.placement.shape.is_packed() { &self.values } else { &self.transposed }
    }

    /// Positions won, drawn, lost.
    #[must_use]
    pub fn results(&self) -> [u64; 3] {
        let ones =
            |half: u32| -> u64 { self.values.iter().map(|word| u64::from(((word >> half) as u32).count_ones())).sum() };
        let all = 32 * self.values.len() as u64;
        let (won, not_lost) = (ones(0) - (all - self.placement.legal), ones(32));
        [won, self.placement.legal - won - (all - not_lost), all - not_lost]
    }
}

/// A packed value as a word whose other values are neutral.
#[inline]
fn unpacked(unit: &[Word], index: usize) -> Word {
    let bit = BOTH;
    unit[index / 32] >> (index % 32) & bit | !bit
}
