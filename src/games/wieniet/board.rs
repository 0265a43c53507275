//! The 24 tiles as a bitboard, and the tiles between two tiles of a rank or file.

use base::bits;
use nom::{IResult, Parser, character::complete::one_of, combinator::map_opt};
use std::fmt;

/// A set of tiles. Each file is a byte with rank 1 as its lowest bit: tile `c3` is bit `8 · 2 + 2`. The bits are in the
/// order of the notation. The bits outside [`BOARD`] form a border: a tile that is shifted off the board ends on one of
/// them.
pub type Tiles = u64;

/// All tiles. The files have 2, 4, 6, 6, 4 and 2 tiles.
pub const BOARD: Tiles = 0x0C1E_3F3F_1E0C;

/// The number of bits by which to rotate a set left for one step in each of the eight directions: n, s, e, w, ne, sw,
/// se, nw.
pub const DIRECTIONS: [u32; 8] = [1, 63, 8, 56, 9, 55, 7, 57];

/// Rank 1 of all files.
const RANK: Tiles = 0x0101_0101_0101_0101;

/// A tile, stored as its bit index in [`Tiles`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile(u8);

impl Tile {
    /// The number of bit indices: eight for each of the six files. Not every index is that of a tile.
    pub const COUNT: usize = 48;

    /// Returns the tile on this zero-based file and rank, if it exists.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < 6 && rank < 6 && BOARD >> (8 * file + rank) & 1 == 1 { Some(Self(8 * file + rank)) } else { None }
    }

    /// Iterates over the tiles of a set in the order of the notation: by file, then by rank.
    #[inline]
    pub fn each(tiles: Tiles) -> impl Iterator<Item = Self> {
        bits::each(tiles).map(Self)
    }

    /// Returns the tile at index `rank` of a set, which must have more than `rank` tiles.
    #[inline]
    pub fn nth(tiles: Tiles, rank: usize) -> Self {
        Self(bits::nth(tiles, rank))
    }

    /// Returns the set that contains only this tile.
    #[inline]
    pub const fn bit(self) -> Tiles {
        1 << (self.0 & 63)
    }

    /// Returns the bit index, which is below [`Tile::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the zero-based file.
    pub const fn file(self) -> u8 {
        self.0 >> 3
    }

    /// Returns the zero-based rank.
    pub const fn rank(self) -> u8 {
        self.0 & 7
    }

    /// Returns the origin of a move to this tile. `rotation` is the number of bits by which a set is rotated left to
    /// make the move. The origin must be on the board.
    #[inline]
    pub const fn back(self, rotation: u32) -> Self {
        Self(self.0.wrapping_sub(rotation as u8) & 63)
    }

    /// Parses a tile such as `c3`.
    ///
    /// # Errors
    /// Returns an error if `text` does not begin with a tile.
    pub fn parse(text: &str) -> IResult<&str, Self> {
        let name = (one_of("abcdef"), one_of("123456"));
        map_opt(name, |(file, rank)| Self::new(file as u8 - b'a', rank as u8 - b'1')).parse(text)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

/// Returns the tiles strictly between two tiles on the same rank or file. The set is empty for neighbours and for two
/// tiles that share neither rank nor file.
#[inline]
pub const fn straight_between(from: Tile, to: Tile) -> Tiles {
    let (low, high) = if from.0 < to.0 { (from, to) } else { (to, from) };
    let between = (high.bit() - 1) & !(low.bit() | (low.bit() - 1));
    if from.file() == to.file() {
        between
    } else if from.rank() == to.rank() {
        between & (RANK << from.rank())
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_has_rows_of_two_four_six_six_four_and_two() {
        let rows: Vec<u32> = (0..6).map(|rank| (BOARD & (RANK << rank)).count_ones()).collect();
        assert_eq!(rows, [2, 4, 6, 6, 4, 2]);
        let names: Vec<String> = Tile::each(BOARD).map(|tile| tile.to_string()).collect();
        let sorted = "a3 a4 b2 b3 b4 b5 c1 c2 c3 c4 c5 c6 d1 d2 d3 d4 d5 d6 e2 e3 e4 e5 f3 f4";
        assert_eq!(names.join(" "), sorted);
        assert!(names.iter().all(|name| Tile::parse(name).is_ok_and(|(rest, _)| rest.is_empty())));
        assert!(["a1", "b1", "f6", "g3", "a7", "c0", "c", ""].iter().all(|name| Tile::parse(name).is_err()));
    }

    #[test]
    fn only_straight_lines_have_tiles_between() {
        let between = |from, to| {
            let tile = |name| Tile::parse(name).unwrap().1;
            Tile::each(straight_between(tile(from), tile(to))).map(|t| t.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(between("a3", "f3"), "b3 c3 d3 e3");
        assert_eq!(between("c5", "c2"), "c3 c4");
        assert_eq!(between("c2", "c3"), "");
        assert_eq!(between("b2", "e5"), "");
    }
}
