//! The board: fourteen fields around the centre, eight directions, and adjacency.

use base::bits;
use std::fmt;

/// One of the fourteen fields, in the order `a1 a2 a3 b1 … e3`. The centre, c2, is not a field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field(u8);

/// A set of fields: bit n is the field with index n.
pub type Fields = u16;

/// The set of all fields.
pub const BOARD: Fields = 0x3FFF;
/// The eight fields around the centre.
pub const RING: Fields = 0x07F8;

/// One of the eight directions, clockwise from north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Direction(u8);

/// The table value for no field or no direction.
const NOWHERE: u8 = 15;

const FILES: [u8; 14] = [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4];
const RANKS: [u8; 14] = [0, 1, 2, 0, 1, 2, 0, 2, 0, 1, 2, 0, 1, 2];
const WORDS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
const STEPS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The adjacent field of each field in each direction. Rows 14 and 15 are padding: an index masked to four bits needs
/// no bounds check.
const NEXT: [[u8; 8]; 16] = neighbours().0;
/// The direction from each field to the centre, or [`NOWHERE`] if they do not touch.
const TO_CENTRE: [u8; 16] = neighbours().1;
/// The fields adjacent to the tip or the tail of a stone, by its field and direction.
const ENDS: [[u16; 8]; 16] = ends_table();

impl Field {
    /// Returns the field with this file letter and rank digit, or `None` if there is no such field.
    pub fn new(file: char, rank: char) -> Option<Self> {
        let file = u8::try_from(file).ok()?.checked_sub(b'a')?;
        let rank = u8::try_from(rank).ok()?.checked_sub(b'1')?;
        Self::all().find(|field| field.file() == file && field.rank() == rank)
    }

    /// Iterates over all fields in order.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::each(BOARD)
    }

    /// Iterates over the fields of a set in order.
    #[inline]
    pub fn each(set: Fields) -> impl Iterator<Item = Self> {
        bits::each(set).map(Self)
    }

    /// Returns the field at index `rank` of a set, which must have more than `rank` fields.
    #[inline]
    pub fn nth(set: Fields, rank: usize) -> Self {
        Self(bits::nth(set, rank))
    }

    /// Returns the set that contains only this field.
    #[inline]
    pub const fn bit(self) -> Fields {
        1 << self.index()
    }

    /// Returns the field with this index, 0–13.
    pub(super) const fn at(index: usize) -> Self {
        debug_assert!(index < 14);
        Self(index as u8)
    }

    /// Returns the index, 0–13.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// Returns the file: 0 for a to 4 for e.
    pub const fn file(self) -> u8 {
        FILES[self.0 as usize]
    }

    /// Returns the rank: 0 for rank 1 to 2 for rank 3.
    pub const fn rank(self) -> u8 {
        RANKS[self.0 as usize]
    }

    /// Returns the adjacent field in a direction: the next cell or, if that is the centre, the field beyond it. Returns
    /// `None` if the direction leads off the board.
    #[inline]
    pub const fn next(self, direction: Direction) -> Option<Self> {
        match NEXT[self.index()][direction.index()] {
            NOWHERE => None,
            field => Some(Self(field)),
        }
    }

    /// Returns the field adjacent to the tip of a stone on this field, as a set. The set is empty if [`Field::next`]
    /// returns `None`.
    #[inline]
    pub const fn tip(self, direction: Direction) -> Fields {
        1 << NEXT[self.index()][direction.index()] & BOARD
    }

    /// Returns the fields adjacent to the tip or the tail of a stone on this field that points in this direction.
    #[inline]
    pub const fn ends(self, direction: Direction) -> Fields {
        ENDS[self.index()][direction.index()] & BOARD
    }

    /// Returns whether a stone on this field that points in this direction attacks the centre. Only stones that touch
    /// the centre can attack it.
    #[inline]
    pub const fn attacks(self, direction: Direction) -> bool {
        TO_CENTRE[self.index()] == direction.0
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl Direction {
    /// Creates the direction that is `index` eighths of a turn clockwise from north. The higher bits of `index` are
    /// ignored.
    #[inline]
    pub const fn new(index: usize) -> Self {
        Self((index & 7) as u8)
    }

    /// Iterates over the directions, clockwise from north.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(Self)
    }

    /// Returns the index, 0–7, clockwise from north.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// Rotates the direction clockwise by a number of eighths of a turn.
    #[inline]
    pub const fn turned(self, eighths: usize) -> Self {
        Self::new(self.0 as usize + eighths)
    }

    /// Returns the direction's name in the notation: `n`, `ne` and so on.
    pub const fn word(self) -> &'static str {
        WORDS[self.index()]
    }

    /// Returns one step in this direction, as its components to the east and to the north.
    pub const fn step(self) -> (i8, i8) {
        STEPS[self.index()]
    }
}

/// Returns a mask of all ones if `condition` holds, otherwise 0, to select a set without a branch.
#[inline]
pub const fn mask_if(condition: bool) -> Fields {
    (condition as Fields).wrapping_neg()
}

/// Returns the index of the field on a cell, or [`NOWHERE`] for the centre and for cells off the board.
const fn field_on(file: i8, rank: i8) -> u8 {
    let mut field = 0;
    while field < 14 {
        if FILES[field] as i8 == file && RANKS[field] as i8 == rank {
            return field as u8;
        }
        field += 1;
    }
    NOWHERE
}

/// Returns the tables [`NEXT`] and [`TO_CENTRE`].
const fn neighbours() -> ([[u8; 8]; 16], [u8; 16]) {
    let (mut next, mut to_centre) = ([[NOWHERE; 8]; 16], [NOWHERE; 16]);
    let mut field = 0;
    while field < 14 {
        let mut direction = 0;
        while direction < 8 {
            let (east, north) = STEPS[direction];
            let (mut file, mut rank) = (FILES[field] as i8 + east, RANKS[field] as i8 + north);
            // The centre is not a field: the field beyond it counts as adjacent.
            if file == 2 && rank == 1 {
                to_centre[field] = direction as u8;
                (file, rank) = (file + east, rank + north);
            }
            next[field][direction] = field_on(file, rank);
            direction += 1;
        }
        field += 1;
    }
    (next, to_centre)
}

const fn ends_table() -> [[u16; 8]; 16] {
    let mut table = [[0; 8]; 16];
    let mut field = 0;
    while field < 14 {
        let mut direction = 0;
        while direction < 8 {
            let tip = 1 << NEXT[field][direction];
            let tail = 1 << NEXT[field][(direction + 4) % 8];
            table[field][direction] = tip | tail;
            direction += 1;
        }
        field += 1;
    }
    table
}
