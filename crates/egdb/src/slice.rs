//! The values of one material, two bits a position, in the order in which the solver works: a matrix of kings for each
//! way the men stand.

use crate::material::Material;
use crate::rank::{rank, rank_rotated};
use crate::squares::Pieces;
use base::wdl::Wdl;

/// The values of 32 positions: in the lower half the won ones, in the upper half those that are not lost. Positions
/// that do not exist are both, so that they decide nothing where words are joined with `&`.
pub type Word = u64;

/// A word without an opinion.
pub const NEUTRAL: Word = !0;

/// How the values of a material lie in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Ways to place the own men.
    pub own_men: usize,
    /// Ways to place the other men.
    pub other_men: usize,
    /// Ways to place the own kings: positions in a row.
    pub own_kings: usize,
    /// Ways to place the other kings: rows.
    pub other_kings: usize,
    /// Words of a row.
    pub width: usize,
    /// Words of one way to place the men. Where the mover has no king a row is a single bit, and they lie together.
    pub unit: usize,
}

impl Shape {
    /// That of a material.
    #[must_use]
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

    /// Words of all.
    #[must_use]
    pub const fn words(&self) -> usize {
        self.own_men * self.other_men * self.unit
    }

    /// Where the words of one way to place the men begin.
    #[inline]
    #[must_use]
    pub const fn start(&self, own_men: usize, other_men: usize) -> usize {
        (own_men * self.other_men + other_men) * self.unit
    }

    /// Are its rows single bits?
    #[inline]
    #[must_use]
    pub const fn is_packed(&self) -> bool {
        self.own_kings == 1
    }

    /// Word and bit of a position in its unit.
    #[inline]
    #[must_use]
    pub const fn place(&self, own_kings: usize, other_kings: usize) -> (usize, usize) {
        if self.is_packed() {
            (other_kings / 32, other_kings % 32)
        } else {
            (other_kings * self.width + own_kings / 32, own_kings % 32)
        }
    }
}

/// All values of one material.
#[derive(Clone, Debug)]
pub struct Slice {
    /// Whose they are.
    pub material: Material,
    /// How they lie.
    pub shape: Shape,
    /// The values.
    pub words: Vec<Word>,
}

impl Slice {
    /// A slice in which nothing exists yet.
    #[must_use]
    pub fn new(material: Material) -> Self {
        let shape = Shape::of(material);
        Self { material, shape, words: vec![NEUTRAL; shape.words()] }
    }

    /// The words of one way to place the men.
    #[inline]
    #[must_use]
    pub fn unit(&self, own_men: usize, other_men: usize) -> &[Word] {
        let start = self.shape.start(own_men, other_men);
        &self.words[start..start + self.shape.unit]
    }

    /// The value of the position with these ranks.
    #[inline]
    #[must_use]
    pub fn get(&self, own_men: usize, other_men: usize, own_kings: usize, other_kings: usize) -> Wdl {
        let (word, bit) = self.shape.place(own_kings, other_kings);
        value(self.words[self.shape.start(own_men, other_men) + word], bit)
    }

    /// The value of a position of this material.
    #[inline]
    #[must_use]
    pub fn value(&self, pieces: &Pieces) -> Wdl {
        self.get(
            rank(pieces.own_men),
            rank_rotated(pieces.other_men),
            rank(pieces.own_kings),
            rank_rotated(pieces.other_kings),
        )
    }
}

/// The value at a bit of a word.
#[inline]
#[must_use]
pub const fn value(word: Word, bit: usize) -> Wdl {
    if word >> bit & 1 != 0 {
        Wdl::Win
    } else if word >> (32 + bit) & 1 != 0 {
        Wdl::Draw
    } else {
        Wdl::Loss
    }
}

/// A word that says one value at one bit and is clear elsewhere.
#[inline]
#[must_use]
pub const fn word(value: Wdl, bit: usize) -> Word {
    match value {
        Wdl::Win => 0x1_0000_0001 << bit,
        Wdl::Draw => 0x1_0000_0000 << bit,
        Wdl::Loss => 0,
    }
}

/// The slices known so far.
#[derive(Default, Debug)]
pub struct SliceStore {
    slices: Vec<Option<Slice>>,
}

impl SliceStore {
    /// Adds a slice, or replaces it.
    pub fn put(&mut self, slice: Slice) {
        if self.slices.is_empty() {
            self.slices.resize_with(Material::CODES, || None);
        }
        let code = slice.material.code();
        self.slices[code] = Some(slice);
    }

    /// The slice of a material, to be changed.
    pub fn get_mut(&mut self, material: Material) -> Option<&mut Slice> {
        self.slices.get_mut(material.code()).and_then(Option::as_mut)
    }

    /// Forgets a slice.
    pub fn drop(&mut self, material: Material) {
        if let Some(slice) = self.slices.get_mut(material.code()) {
            *slice = None;
        }
    }

    /// The slice of a material.
    #[inline]
    #[must_use]
    pub fn get(&self, material: Material) -> Option<&Slice> {
        self.slices.get(material.code()).and_then(Option::as_ref)
    }
}
