//! For each square the king sets that hold it, as rows of bits.

use crate::rank::{MOST, all, sets};
use crate::slice::Word;
use crate::squares::each;
use std::sync::OnceLock;

/// One value of a row in both halves of a word.
pub const BOTH: Word = 0x1_0000_0001;

/// Rows over all king sets of one size of the other side, in the order of their ranks there.
#[derive(Debug)]
pub struct Masks {
    /// Words of a row.
    pub width: usize,
    /// All sets that there are: padding is clear.
    pub full: Vec<Word>,
    holding: Vec<Word>,
}

impl Masks {
    /// The rows for sets of this size, made when first needed: those of six kings alone take 7 MB.
    #[must_use]
    pub fn of(kings: usize) -> &'static Self {
        static TABLES: [OnceLock<Masks>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
        TABLES[kings].get_or_init(|| Self::new(kings))
    }

    fn new(kings: usize) -> Self {
        let width = sets(32, kings).div_ceil(32);
        let mut masks = Self { width, full: vec![0; width], holding: vec![0; 32 * width] };
        for (rank, &set) in all(kings).iter().enumerate() {
            masks.full[rank / 32] |= BOTH << (rank % 32);
            for square in each(set) {
                masks.holding[(31 - square as usize) * width + rank / 32] |= BOTH << (rank % 32);
            }
        }
        masks
    }

    /// The sets that hold a square, which is numbered as the side to move sees it.
    #[inline]
    #[must_use]
    pub fn holding(&self, square: u32) -> &[Word] {
        &self.holding[square as usize * self.width..][..self.width]
    }
}
