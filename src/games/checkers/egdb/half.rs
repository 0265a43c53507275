//! One side to move with the men of both sides standing still: what its king moves, its man moves and its captures come
//! to, for a whole row of positions at a time. Knows nothing of the order in which such sets are solved.

use super::captures::best_capture;
use super::masks::Masks;
use super::material::{Force, Material};
use super::rank::{Steps, all, rank, rank_turned};
use super::slice::{NEUTRAL, Shape, Slice, Store, Word, word};
use super::squares::{KING_ROW, Pieces, Squares, each, step};
use super::turn::{BLOCK, turned, turned_block};
use crate::search::tablebase::Wdl;

/// The upper half of a word: values that are not lost.
const NOT_LOST: Word = 0xFFFF_FFFF_0000_0000;

/// The men of a half, as its mover sees them, and their ranks.
#[derive(Clone, Copy, Default, Debug)]
pub struct Men {
    pub own: Squares,
    pub other: Squares,
    pub own_rank: usize,
    pub other_rank: usize,
}

/// The positions of one side to move: a row for each set of its kings, a value for each set of the others. The buffers
/// are used again for the next men.
#[derive(Debug)]
pub struct Half {
    pub material: Material,
    shape: Shape,
    men: Men,
    /// Rows, and words of a row.
    rows: usize,
    width: usize,
    masks: &'static Masks,
    steps: &'static Steps,
    /// Rows whose kings stand on no man.
    live: Vec<u32>,
    /// What man moves alone come to: values of the other side, joined.
    statics: Vec<Word>,
    /// Where king moves and man moves decide, and what the value is elsewhere.
    keep: Vec<Word>,
    fixed: Vec<Word>,
    /// The values.
    pub values: Vec<Word>,
    /// The same with rows and columns changed, as [`Slice`] has them.
    pub turned: Vec<Word>,
    /// Blocks of `values` that `turned` does not have yet.
    stale: Vec<bool>,
    /// Rows of `turned` that changed last time.
    pub changed: Vec<bool>,
    /// Positions that exist.
    pub legal: u64,
    row: Vec<Word>,
}

impl Half {
    /// Room for the positions of a material.
    #[must_use]
    pub fn new(material: Material) -> Self {
        let shape = Shape::of(material);
        let (rows, width) = (shape.own_kings, shape.other_kings.div_ceil(32));
        let room = rows * width;
        Self {
            material,
            shape,
            men: Men::default(),
            rows,
            width,
            masks: Masks::of(material.other.kings),
            steps: Steps::of(material.own.kings),
            live: Vec::new(),
            statics: vec![0; room],
            keep: vec![0; room],
            fixed: vec![0; room],
            values: vec![0; room],
            turned: vec![NEUTRAL; shape.other_kings * shape.width],
            stale: vec![true; rows.div_ceil(BLOCK) * width],
            changed: vec![true; shape.other_kings],
            legal: 0,
            row: vec![0; width],
        }
    }

    /// Sets up the positions with these men for solving. All values that moves of men, promotions and captures lead to
    /// must be in the store.
    pub fn set_up(&mut self, men: Men, store: &Store) {
        self.place(men, Some(store));
        self.move_men(store);
        self.values.fill(NEUTRAL);
        self.stale.fill(true);
        for &row in &self.live {
            for at in row as usize * self.width..(row as usize + 1) * self.width {
                self.values[at] = self.fixed[at] | self.keep[at] & NOT_LOST;
            }
        }
    }

    /// Puts these men on the board and says which positions there are, and the values of those with a capture where
    /// there is a store with what captures lead to.
    pub fn place(&mut self, men: Men, store: Option<&Store>) {
        self.men = men;
        self.legal = 0;
        self.live.clear();
        let standing = men.own | men.other;
        let sets = all(self.material.own.kings);
        self.live.extend((0..self.rows as u32).filter(|rank| sets[*rank as usize] & standing == 0));
        self.keep.fill(0);
        self.fixed.fill(NEUTRAL);
        for index in 0..self.live.len() {
            let rank = self.live[index] as usize;
            self.mask(rank, sets[rank]);
            if let Some(store) = store {
                self.capture(rank, sets[rank], store);
            }
        }
    }

    /// Hands out, for each word as [`Slice`] has them, where the values are not those of captures and what they are
    /// elsewhere.
    pub fn placed(&self, mut visit: impl FnMut([Word; 2])) {
        if self.shape.is_packed() {
            return self.keep.iter().zip(&self.fixed).for_each(|(keep, fixed)| visit([*keep, *fixed]));
        }
        let [keep, fixed] = [&self.keep, &self.fixed].map(|matrix| turned(matrix, self.width, self.shape.other_kings));
        keep.into_iter().zip(fixed).for_each(|(keep, fixed)| visit([keep, fixed]));
    }

    /// Says which positions of a row exist (`fixed` is neutral elsewhere) and which have a capture (left in `row`).
    fn mask(&mut self, rank: usize, kings: Squares) {
        let Men { own, other, .. } = self.men;
        let range = rank * self.width..(rank + 1) * self.width;
        let legal = &mut self.keep[range.clone()];
        legal.copy_from_slice(&self.masks.full);
        for square in each(own | other | kings) {
            for (legal, held) in legal.iter_mut().zip(self.masks.holding(square)) {
                *legal &= !held;
            }
        }
        self.row.fill(0);
        for direction in 0..4 {
            let goers = if direction < 2 { own | kings } else { kings };
            for from in each(goers) {
                let over = step(1 << from, direction);
                let landing = step(over, direction);
                if landing == 0 || over & (own | kings) != 0 || landing & (own | kings | other) != 0 {
                    continue;
                }
                let blocked = self.masks.holding(landing.trailing_zeros());
                if over & other != 0 {
                    for (captures, blocked) in self.row.iter_mut().zip(blocked) {
                        *captures |= !blocked;
                    }
                } else {
                    let held = self.masks.holding(over.trailing_zeros());
                    for ((captures, blocked), held) in self.row.iter_mut().zip(blocked).zip(held) {
                        *captures |= held & !blocked;
                    }
                }
            }
        }
        let fixed = &mut self.fixed[range];
        for ((captures, legal), fixed) in self.row.iter_mut().zip(legal).zip(fixed) {
            *captures &= *legal;
            *fixed = !*legal;
            self.legal += u64::from((*legal as u32).count_ones());
            *legal &= !*captures;
        }
    }

    /// Fills in the values of the positions with a capture.
    fn capture(&mut self, rank: usize, kings: Squares, store: &Store) {
        let Men { own, other, .. } = self.men;
        let others = all(self.material.other.kings);
        for column in 0..self.width {
            let mut fixed = self.fixed[rank * self.width + column];
            for bit in each(self.row[column] as u32) {
                let other_kings = others[column * 32 + bit as usize].reverse_bits();
                let pieces = Pieces { own_men: own, own_kings: kings, other_men: other, other_kings };
                let best = best_capture(&pieces, |after| self.look_up(after, store));
                fixed |= word(best.unwrap_or(Wdl::Draw), bit as usize);
            }
            self.fixed[rank * self.width + column] = fixed;
        }
    }

    /// The value for the side to move after a capture; the position is still seen by the side that captured.
    #[inline]
    fn look_up(&self, after: &Pieces, store: &Store) -> Wdl {
        let men = &self.men;
        let own_men = if after.own_men == men.own { men.own_rank } else { rank(after.own_men) };
        let other_men = if after.other_men == men.other { men.other_rank } else { rank_turned(after.other_men) };
        let slice = expect(store, Material::of(after).swapped());
        slice.get(other_men, own_men, rank_turned(after.other_kings), rank(after.own_kings))
    }

    /// Joins what the moves of each man lead to.
    fn move_men(&mut self, store: &Store) {
        for &row in &self.live {
            self.statics[row as usize * self.width..][..self.width].fill(NEUTRAL);
        }
        let Men { own, other, .. } = self.men;
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

    fn advance(&mut self, own: Squares, store: &Store) {
        let slice = expect(store, self.material.swapped());
        let unit = slice.unit(self.men.other_rank, rank(own));
        if slice.shape.is_packed() {
            for &row in &self.live {
                self.statics[row as usize] &= unpacked(unit, row as usize);
            }
        } else {
            for (joined, after) in self.statics.iter_mut().zip(unit) {
                *joined &= after;
            }
        }
    }

    fn promote(&mut self, own: Squares, to: Squares, store: &Store) {
        let Force { men, kings } = self.material.own;
        let crowned = Material { own: Force { men: men - 1, kings: kings + 1 }, ..self.material };
        let slice = expect(store, crowned.swapped());
        let unit = slice.unit(self.men.other_rank, rank(own));
        let sets = all(kings);
        for &row in &self.live {
            let row = row as usize;
            if sets[row] & to != 0 {
                continue;
            }
            let next = rank(sets[row] | to);
            let joined = &mut self.statics[row * self.width..][..self.width];
            if slice.shape.is_packed() {
                joined[0] &= unpacked(unit, next);
            } else {
                for (joined, after) in joined.iter_mut().zip(&unit[next * self.width..]) {
                    *joined &= after;
                }
            }
        }
    }

    /// Computes the rows anew that a changed row of the other side's positions bears upon, or all. False when nothing
    /// came of it.
    pub fn update(&mut self, answer: &Self, everything: bool) -> bool {
        let standing = self.men.own | self.men.other;
        let mut any = false;
        for &row in &self.live {
            let row = row as usize;
            let steps = self.steps.from(row);
            let bears = |&(to, next): &(u8, u32)| standing >> to & 1 == 0 && answer.changed[next as usize];
            if !everything && !steps.iter().any(bears) {
                continue;
            }
            let range = row * self.width..(row + 1) * self.width;
            let joined = &mut self.row[..];
            joined.copy_from_slice(&self.statics[range.clone()]);
            for &(to, next) in steps {
                if standing >> to & 1 == 0 {
                    for (joined, after) in joined.iter_mut().zip(&answer.turned[next as usize * self.width..]) {
                        *joined &= after;
                    }
                }
            }
            let stale = &mut self.stale[row / BLOCK * self.width..][..self.width];
            let decided = self.keep[range.clone()].iter().zip(&self.fixed[range.clone()]);
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
    pub fn turn(&mut self) {
        self.changed.fill(false);
        for (index, stale) in self.stale.iter_mut().enumerate() {
            if !std::mem::take(stale) {
                continue;
            }
            let (band, column) = (index / self.width, index % self.width);
            let block = turned_block(&self.values, self.width, band, column);
            let lines = (self.shape.other_kings - column * BLOCK).min(BLOCK);
            for (line, word) in block[..lines].iter().enumerate() {
                let line = column * BLOCK + line;
                let before = &mut self.turned[line * self.shape.width + band];
                self.changed[line] |= *before != *word;
                *before = *word;
            }
        }
    }

    /// The values as [`Slice`] has them.
    #[must_use]
    pub fn unit(&self) -> &[Word] {
        // Without a king of its own there is one row: its turned form takes a word for each value.
        if self.shape.is_packed() { &self.values } else { &self.turned }
    }

    /// Positions won, drawn, lost.
    #[must_use]
    pub fn figures(&self) -> [u64; 3] {
        let ones =
            |half: u32| -> u64 { self.values.iter().map(|word| u64::from(((word >> half) as u32).count_ones())).sum() };
        let all = 32 * self.values.len() as u64;
        let (won, not_lost) = (ones(0) - (all - self.legal), ones(32));
        [won, self.legal - won - (all - not_lost), all - not_lost]
    }
}

/// A packed value as a word whose other values are neutral.
#[inline]
fn unpacked(unit: &[Word], index: usize) -> Word {
    let bit = super::masks::BOTH;
    unit[index / 32] >> (index % 32) & bit | !bit
}

/// The slice of a material that has been solved before: the order of solving sees to that.
#[inline]
fn expect(store: &Store, material: Material) -> &Slice {
    store.get(material).expect("what moves lead to is solved first")
}
