//! Bit masks over sets of kings: for each square, the sets that contain it.

use crate::rank::{MOST, all, sets};
use crate::slice::Word;
use crate::squares::each;
use std::sync::OnceLock;

/// The bits of a word's first position, in both halves.
pub const BOTH: Word = 0x1_0000_0001;

/// Masks over the sets of squares that a fixed number of the other side's kings can occupy. Position `n` of a mask
/// represents the set with rank `n`, as that side sees the board.
#[derive(Debug)]
pub struct Masks {
    /// The number of words per mask.
    pub width: usize,
    /// The mask of all sets. The padding of the last word is 0.
    pub full: Vec<Word>,
    holding: Vec<Word>,
}

impl Masks {
    /// Returns the masks for sets of `kings` kings. They are created on the first call, because the masks for six kings
    /// take 7 MB.
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

    /// Returns the mask of the sets that contain `square`, which is numbered as the side to move sees the board.
    #[inline]
    pub fn holding(&self, square: u32) -> &[Word] {
        &self.holding[square as usize * self.width..][..self.width]
    }
}
