//! The values of a material configuration, two bits per position, in the order in which the solver works: a matrix of
//! kings for each placement of men.

use crate::material::{ByMaterial, Material};
use crate::rank::{rank, rank_rotated};
use crate::squares::Pieces;
use base::wdl::Wdl;

/// The values of 32 positions. The lower half has a bit for each position that is won, the upper half a bit for each
/// position that is not lost. Positions that do not exist have both bits set, which is neutral for `&`.
pub type Word = u64;

/// The word of 32 positions that do not exist. `&` with this word leaves the other word unchanged.
pub const NEUTRAL: Word = !0;

/// The layout of a material configuration's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The number of sets of own men.
    pub own_men: usize,
    /// The number of sets of other men.
    pub other_men: usize,
    /// The number of sets of own kings, which is the number of positions per row.
    pub own_kings: usize,
    /// The number of sets of other kings, which is the number of rows.
    pub other_kings: usize,
    /// The number of words per row.
    pub width: usize,
    /// The number of words per unit. A unit is one placement of men. If the side to move has no kings, a row is a
    /// single position, and 32 rows are packed into a word.
    pub unit: usize,
}

impl Shape {
    /// Returns the layout of a material configuration.
    pub const fn of(material: Material) -> Self {
        let (own_kings, other_kings) = (material.own.king_sets(), material.other.king_sets());
        let width = own_kings.div_ceil(32);
        Self {
            own_men: material.own.men_sets(),
            other_men: material.other.men_sets(),
            own_kings,
            other_kings,
            width,
            unit: if own_kings == 1 { other_kings.div_ceil(32) } else { width * other_kings },
        }
    }

    /// Returns the number of words in all units.
    pub const fn words(&self) -> usize {
        self.own_men * self.other_men * self.unit
    }

    /// Returns the index of the first word of a unit.
    #[inline]
    pub const fn start(&self, own_men: usize, other_men: usize) -> usize {
        (own_men * self.other_men + other_men) * self.unit
    }

    /// Returns whether the side to move has no kings, so that a row is a single position and rows are packed.
    #[inline]
    pub const fn is_packed(&self) -> bool {
        self.own_kings == 1
    }

    /// Returns the word and the bit of a position within its unit, given the ranks of the kings.
    #[inline]
    pub const fn place(&self, own_kings: usize, other_kings: usize) -> (usize, usize) {
        if self.is_packed() {
            (other_kings / 32, other_kings % 32)
        } else {
            (other_kings * self.width + own_kings / 32, own_kings % 32)
        }
    }
}

/// The values of all positions with one material configuration.
#[derive(Clone, Debug)]
pub struct Slice {
    /// The material configuration of the positions.
    pub material: Material,
    /// The layout of the values.
    pub shape: Shape,
    /// The values, one unit after the other.
    pub words: Vec<Word>,
}

impl Slice {
    /// Creates a slice without positions: all values are neutral.
    pub fn new(material: Material) -> Self {
        let shape = Shape::of(material);
        Self { material, shape, words: vec![NEUTRAL; shape.words()] }
    }

    /// Returns the words of the unit in which the own men and the other men have these ranks.
    #[inline]
    pub fn unit(&self, own_men: usize, other_men: usize) -> &[Word] {
        let start = self.shape.start(own_men, other_men);
        &self.words[start..start + self.shape.unit]
    }

    /// Returns the value of the position with the given ranks.
    #[inline]
    pub fn get(&self, own_men: usize, other_men: usize, own_kings: usize, other_kings: usize) -> Wdl {
        let (word, bit) = self.shape.place(own_kings, other_kings);
        value(self.words[self.shape.start(own_men, other_men) + word], bit)
    }

    /// Returns the value of a position, which must have the material of the slice.
    #[inline]
    pub fn value(&self, pieces: &Pieces) -> Wdl {
        self.get(
            rank(pieces.own_men),
            rank_rotated(pieces.other_men),
            rank(pieces.own_kings),
            rank_rotated(pieces.other_kings),
        )
    }
}

/// Returns the value at `bit` of a word.
#[inline]
pub const fn value(word: Word, bit: usize) -> Wdl {
    if word >> bit & 1 != 0 {
        Wdl::Win
    } else if word >> (32 + bit) & 1 != 0 {
        Wdl::Draw
    } else {
        Wdl::Loss
    }
}

/// Returns a word with one value at `bit` and 0 elsewhere.
#[inline]
pub const fn word(value: Wdl, bit: usize) -> Word {
    match value {
        Wdl::Win => 0x1_0000_0001 << bit,
        Wdl::Draw => 0x1_0000_0000 << bit,
        Wdl::Loss => 0,
    }
}

/// The slices in memory.
pub type SliceStore = ByMaterial<Slice>;
