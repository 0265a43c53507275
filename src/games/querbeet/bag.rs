//! A multiset of known and unknown tiles, packed into a `u64`: a hand, or the eighteen tiles of a game.

use super::tile::{Kind, PieceSet};
use std::fmt::{self, Write};

/// A multiset of at most 31 tiles: twelve fields of five bits, for the kinds `a` to `k` and for unknown tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bag(u64);

/// The index of the field that counts unknown tiles. It is the index of the centre tile's kind, because that tile is
/// never in a bag.
const UNKNOWN: usize = Kind::CENTRE.index();
const BITS: usize = 5;
/// The value 1 in every field.
const ONES: u64 = 0x0084_2108_4210_8421;

impl Bag {
    /// Returns `count` unknown tiles.
    pub const fn unknowns(count: usize) -> Self {
        Self((count as u64) << (UNKNOWN * BITS))
    }

    /// Reads letters `a` to `k` and `?`. Characters after the first 31 are ignored.
    ///
    /// # Errors
    /// Returns the byte offset of the first invalid character.
    pub fn parse(text: &str) -> Result<Self, usize> {
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

    /// Returns the number of known tiles of this kind.
    #[inline]
    pub const fn count(self, kind: Kind) -> usize {
        self.field(kind.index())
    }

    /// Returns the number of unknown tiles.
    #[inline]
    pub const fn unknown(self) -> usize {
        self.field(UNKNOWN)
    }

    /// Returns the number of tiles, unknown ones included.
    #[inline]
    pub const fn len(self) -> usize {
        (self.0.wrapping_mul(ONES) >> (UNKNOWN * BITS)) as usize & 31
    }

    /// Returns whether the bag is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the bag without its unknown tiles.
    pub const fn known(self) -> Self {
        Self(self.0 & ((1 << (UNKNOWN * BITS)) - 1))
    }

    /// Adds a tile.
    pub const fn add(&mut self, kind: Kind) {
        self.0 += 1 << (kind.index() * BITS);
    }

    /// Removes a tile of this kind, or an unknown tile if no tile of this kind is known. The bag must contain one of
    /// the two.
    #[inline]
    pub const fn take(&mut self, kind: Kind) {
        let field = if self.count(kind) > 0 { kind.index() } else { UNKNOWN };
        debug_assert!(self.field(field) > 0);
        self.0 -= 1 << (field * BITS);
    }

    /// Returns the sum of both bags, which must not exceed 31 tiles.
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Returns the bag minus the known tiles of `other`; `None` if `other` has more tiles of some kind.
    pub fn without(self, other: Self) -> Option<Self> {
        let enough = Kind::of_hands().all(|kind| other.count(kind) <= self.count(kind));
        enough.then(|| Self(self.0 - other.known().0))
    }

    /// Returns every known tile, sorted.
    pub fn each(self) -> impl Iterator<Item = Kind> {
        Kind::of_hands().flat_map(move |kind| std::iter::repeat_n(kind, self.count(kind)))
    }

    /// Returns the distinct known kinds, in order.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        Kind::of_hands().filter(move |&kind| self.count(kind) > 0)
    }

    /// Returns every rotation of the known kinds, as a set of pieces.
    #[inline]
    pub fn pieces(self) -> PieceSet {
        self.kinds().fold(0, |set, kind| set | kind.pieces())
    }

    /// Returns the packed counts, for hashing.
    pub const fn bits(self) -> u64 {
        self.0
    }

    const fn field(self, index: usize) -> usize {
        (self.0 >> (index * BITS)) as usize & 31
    }
}

/// Writes the letters, sorted, `?` last.
impl fmt::Display for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.each().try_for_each(|kind| f.write_char(kind.letter()))?;
        (0..self.unknown()).try_for_each(|_| f.write_char('?'))
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
        let bag = Bag::parse("k?aab?").unwrap();
        let text = bag.to_string();
        assert_eq!((text.as_str(), bag.len(), bag.unknown()), ("aabk??", 6, 2));
        assert_eq!(Bag::parse("abl"), Err(2));
        assert_eq!(Bag::parse(&"b".repeat(18)).unwrap().len(), 18);
    }

    #[test]
    fn a_known_tile_is_taken_before_an_unknown_one() {
        let mut bag = Bag::parse("ab?").unwrap();
        for (letter, left) in [('b', "a?"), ('b', "a"), ('a', "")] {
            bag.take(Kind::of_letter(letter).unwrap());
            assert_eq!(Bag::parse(left), Ok(bag));
        }
    }
}
