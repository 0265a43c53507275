//! A bag of tiles: how many of each kind, and how many of which the kind is not known. Hands and the eighteen are bags.

use super::tile::{Kind, PieceSet};
use std::fmt;

/// Twelve fields of five bits: kinds `a` to `k`, then the unknown. Never more than 31 tiles together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bag(u64);

/// The field of the unknown, where kinds have the centre tile, which is in no bag.
const UNKNOWN: usize = Kind::CENTRE.index();
const BITS: usize = 5;
/// A one in every field.
const ONES: u64 = 0x0084_2108_4210_8421;

impl Bag {
    /// So many unknown tiles.
    #[must_use]
    pub const fn unknowns(count: usize) -> Self {
        Self((count as u64) << (UNKNOWN * BITS))
    }

    /// Reads letters `a` to `k` and `?`; the byte offset of the first other character is the error. At most 31 letters
    /// count.
    ///
    /// # Errors
    /// The offset of a character that is no tile.
    pub fn read(text: &str) -> Result<Self, usize> {
        let mut bag = Self::default();
        for (at, letter) in text.char_indices().take(31) {
            match Kind::of_letter(letter).filter(|&kind| kind != Kind::CENTRE) {
                Some(kind) => bag.add(kind),
                None if letter == '?' => bag.0 += Self::unknowns(1).0,
                None => return Err(at),
            }
        }
        Ok(bag)
    }

    /// How many tiles of this kind are known to be in it.
    #[inline]
    #[must_use]
    pub const fn count(self, kind: Kind) -> usize {
        self.field(kind.index())
    }

    /// How many tiles are unknown.
    #[inline]
    #[must_use]
    pub const fn unknown(self) -> usize {
        self.field(UNKNOWN)
    }

    /// How many tiles there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        (self.0.wrapping_mul(ONES) >> (UNKNOWN * BITS)) as usize & 31
    }

    /// No tile at all?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Without the unknown.
    #[must_use]
    pub const fn known(self) -> Self {
        Self(self.0 & ((1 << (UNKNOWN * BITS)) - 1))
    }

    /// Puts a tile in.
    pub const fn add(&mut self, kind: Kind) {
        self.0 += 1 << (kind.index() * BITS);
    }

    /// Takes a tile out: a known one where there is one of the kind, else an unknown one.
    #[inline]
    pub const fn take(&mut self, kind: Kind) {
        let field = if self.count(kind) > 0 { kind.index() } else { UNKNOWN };
        debug_assert!(self.field(field) > 0);
        self.0 -= 1 << (field * BITS);
    }

    /// Everything of both.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// What remains without the known tiles of `other`, or `None` where it has more of a kind.
    #[must_use]
    pub fn without(self, other: Self) -> Option<Self> {
        let enough = Kind::of_hands().all(|kind| other.count(kind) <= self.count(kind));
        enough.then(|| Self(self.0 - other.known().0))
    }

    /// Every known tile, sorted.
    pub fn each(self) -> impl Iterator<Item = Kind> {
        Kind::of_hands().flat_map(move |kind| std::iter::repeat_n(kind, self.count(kind)))
    }

    /// The known kinds in it, once each.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        Kind::of_hands().filter(move |&kind| self.count(kind) > 0)
    }

    /// Every picture that a known tile of it can show.
    #[inline]
    #[must_use]
    pub fn pieces(self) -> PieceSet {
        self.kinds().fold(0, |set, kind| set | kind.pieces())
    }

    /// All fields at once, for hashing.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    const fn field(self, index: usize) -> usize {
        (self.0 >> (index * BITS)) as usize & 31
    }
}

/// The letters, sorted, `?` last.
impl fmt::Display for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.each().try_for_each(|kind| write!(f, "{}", kind.letter()))?;
        (0..self.unknown()).try_for_each(|_| write!(f, "?"))
    }
}

impl FromIterator<Kind> for Bag {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::default(), |mut bag, kind| {
            bag.add(kind);
            bag
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bags_read_write_and_count() {
        let bag = Bag::read("k?aab?").unwrap();
        let text = bag.to_string();
        assert_eq!((text.as_str(), bag.len(), bag.unknown()), ("aabk??", 6, 2));
        assert_eq!(Bag::read("abl"), Err(2));
        assert_eq!(Bag::read(&"b".repeat(18)).unwrap().len(), 18);
    }

    #[test]
    fn a_known_tile_is_taken_before_an_unknown_one() {
        let mut bag = Bag::read("ab?").unwrap();
        for (letter, left) in [('b', "a?"), ('b', "a"), ('a', "")] {
            bag.take(Kind::of_letter(letter).unwrap());
            assert_eq!(Bag::read(left), Ok(bag));
        }
    }
}
