//! Tiles: the twelve kinds, and the 57 pieces, which are the kinds in all rotations that look different.

use base::bits;

/// The roads of each kind in rotation 0, as the two to six edges that they cross. Edges are numbered clockwise from 0
/// (ne). All roads of a tile meet in its middle.
const PATTERNS: [&[u8]; KINDS] = [
    &[0, 1],
    &[0, 2],
    &[0, 3],
    &[0, 1, 2],
    &[0, 1, 3],
    &[0, 2, 3],
    &[0, 2, 4],
    &[0, 1, 2, 3],
    &[0, 1, 2, 4],
    &[0, 1, 3, 4],
    &[0, 1, 2, 3, 4],
    &[0, 1, 2, 3, 4, 5],
];
/// The number of kinds, `a` to `l`. Every pattern of two or more roads is a rotation of one of them.
pub const KINDS: usize = 12;
/// The number of pieces: all kinds in all rotations that look different.
pub const PIECES: usize = 57;

/// The kind of a tile, which is its pattern of roads: 0 (`a`) to 11 (`l`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(u8);

impl Kind {
    /// The kind of the centre tile, which is never in a hand.
    pub const CENTRE: Self = Self(11);

    /// Returns the kinds that hands may contain, `a` to `k`.
    pub fn of_hands() -> impl Iterator<Item = Self> {
        (0..Self::CENTRE.0).map(Self)
    }

    /// Returns all kinds, `a` to `l`.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..KINDS as u8).map(Self)
    }

    /// Returns the kind with this letter; `None` unless it is `a` to `l`.
    pub fn of_letter(letter: char) -> Option<Self> {
        ('a'..='l').contains(&letter).then(|| Self(letter as u8 - b'a'))
    }

    /// Returns the letter, `a` to `l`.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// Returns the zero-based index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the edges with a road in rotation 0.
    pub const fn roads(self) -> &'static [u8] {
        PATTERNS[self.index()]
    }

    /// Returns the pieces of this kind, one for each rotation that looks different.
    pub const fn pieces(self) -> PieceSet {
        OF_KIND[self.index()]
    }
}

/// A tile in one rotation: its index in the list of all [`PIECES`], sorted by kind, then by rotation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece(u8);

/// A set of pieces, one bit per piece.
pub type PieceSet = u64;

impl Piece {
    /// The centre tile, which looks the same in all rotations.
    pub const CENTRE: Self = Self(PIECES as u8 - 1);

    /// Returns a tile of `kind`, rotated clockwise by `rotation` steps of 60 degrees; `None` if a smaller rotation
    /// looks the same.
    pub fn new(kind: Kind, rotation: u8) -> Option<Self> {
        let all = kind.pieces();
        (u32::from(rotation) < all.count_ones()).then(|| Self(all.trailing_zeros() as u8 + rotation))
    }

    /// Returns the piece with a road across each edge in the mask `roads`, which must contain at least two edges.
    pub const fn of_roads(roads: u8) -> Self {
        Self(OF_ROADS[roads as usize])
    }

    /// Returns the kind of the piece.
    pub const fn kind(self) -> Kind {
        Kind(PICTURES[self.0 as usize].1)
    }

    /// Returns the clockwise rotation, in steps of 60 degrees.
    pub const fn rotation(self) -> u8 {
        self.0 - OF_KIND[self.kind().index()].trailing_zeros() as u8
    }

    /// Returns a mask of the edges with a road.
    pub const fn roads(self) -> u8 {
        PICTURES[self.0 as usize].0
    }

    /// Returns the index, below [`PIECES`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the set with only this piece.
    pub const fn bit(self) -> PieceSet {
        1 << self.0
    }

    /// Returns the pieces of a set, in order.
    #[inline]
    pub fn each(set: PieceSet) -> impl Iterator<Item = Self> {
        bits::each(set).map(Self)
    }

    /// Returns the piece at index `rank` of a set, which must have more than `rank` pieces.
    #[inline]
    pub fn nth(set: PieceSet, rank: usize) -> Self {
        Self(bits::nth(set, rank))
    }

    /// Returns the pieces with a road across every edge in `roads` and across no edge in `blanks`.
    #[inline]
    pub const fn matching(roads: u8, blanks: u8) -> PieceSet {
        WITH[roads as usize] & WITHOUT[blanks as usize]
    }
}

/// The roads and the kind of each piece.
const PICTURES: [(u8, u8); PIECES] = pictures();
/// The piece for each set of roads; `u8::MAX` for fewer than two roads.
const OF_ROADS: [u8; 64] = of_roads();
/// The pieces of each kind.
const OF_KIND: [PieceSet; KINDS] = of_kind();
/// For each set of edges, the pieces with a road across all of them.
static WITH: [PieceSet; 64] = matching(true);
/// For each set of edges, the pieces with a road across none of them.
static WITHOUT: [PieceSet; 64] = matching(false);

const fn pictures() -> [(u8, u8); PIECES] {
    let mut all = [(0, 0); PIECES];
    let (mut count, mut kind) = (0, 0);
    while kind < KINDS {
        let (mut pattern, mut at) = (0u8, 0);
        while at < PATTERNS[kind].len() {
            pattern |= 1 << PATTERNS[kind][at];
            at += 1;
        }
        let mut roads = pattern;
        loop {
            all[count] = (roads, kind as u8);
            count += 1;
            roads = (roads << 1 | roads >> 5) & 63;
            if roads == pattern {
                break;
            }
        }
        kind += 1;
    }
    all
}

const fn of_roads() -> [u8; 64] {
    let mut all = [u8::MAX; 64];
    let mut piece = 0;
    while piece < PIECES {
        all[PICTURES[piece].0 as usize] = piece as u8;
        piece += 1;
    }
    all
}

const fn of_kind() -> [PieceSet; KINDS] {
    let mut all = [0; KINDS];
    let mut piece = 0;
    while piece < PIECES {
        all[PICTURES[piece].1 as usize] |= 1 << piece;
        piece += 1;
    }
    all
}

const fn matching(with: bool) -> [PieceSet; 64] {
    let mut all = [0; 64];
    let mut edges = 0;
    while edges < 64 {
        let mut piece = 0;
        while piece < PIECES {
            if PICTURES[piece].0 & edges as u8 == if with { edges as u8 } else { 0 } {
                all[edges] |= 1 << piece;
            }
            piece += 1;
        }
        edges += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_two_or_more_roads_is_one_piece() {
        for roads in 0u8..64 {
            let piece = OF_ROADS[roads as usize];
            assert_eq!(piece == u8::MAX, roads.count_ones() < 2, "{roads:06b}");
            assert!(roads.count_ones() < 2 || Piece(piece).roads() == roads);
        }
    }

    #[test]
    fn rotations_are_the_smallest() {
        let kinds = (0..12).map(Kind);
        let rotations: Vec<u32> = kinds.map(|kind| kind.pieces().count_ones()).collect();
        assert_eq!(rotations, [6, 6, 3, 6, 6, 6, 2, 6, 6, 3, 6, 1]);
        let e = Kind::of_letter('e').unwrap();
        assert_eq!(Piece::new(e, 1).unwrap().roads(), 0b010110, "e1 has roads over 1, 2 and 4");
        assert_eq!(Piece::new(Kind::of_letter('c').unwrap(), 3), None);
    }
}
