//! The board: fourteen fields around the Jeex-centre, eight directions, and which field is directly adjacent to which.

use base::bits;
use std::fmt;

/// One of the fourteen fields, in the order `a1 a2 a3 b1 … e3` (c2 is the centre and no field).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field(u8);

/// A set of fields: bit n is the field with index n.
pub type Fields = u16;

/// All fourteen fields.
pub const BOARD: Fields = 0x3FFF;
/// The eight fields that touch the centre.
pub const RING: Fields = ring();

/// One of the eight directions, clockwise from north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Direction(u8);

/// Stands in the tables where no field follows, and where no direction does.
const NOWHERE: u8 = 15;

const FILES: [u8; 14] = [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4];
const RANKS: [u8; 14] = [0, 1, 2, 0, 1, 2, 0, 2, 0, 1, 2, 0, 1, 2];
const WORDS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
const STEPS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The field directly adjacent in each direction. Rows 14 and 15 pad the table: a masked index needs no check.
const NEXT: [[u8; 8]; 16] = next_table();
/// The direction in which the centre lies right next to a field.
const TO_CENTRE: [u8; 16] = to_centre_table();
/// The fields directly adjacent to tip or tail of a stone.
const ENDS: [[u16; 8]; 16] = ends_table();

impl Field {
    /// The field of this name, file letter before rank.
    #[must_use]
    pub fn new(file: char, rank: char) -> Option<Self> {
        let file = u8::try_from(file).ok()?.checked_sub(b'a')?;
        let rank = u8::try_from(rank).ok()?.checked_sub(b'1')?;
        Self::all().find(|field| field.file() == file && field.rank() == rank)
    }

    /// Every field in order.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::each(BOARD)
    }

    /// The fields of a set in order.
    #[inline]
    pub fn each(set: Fields) -> impl Iterator<Item = Self> {
        bits::each(set).map(Self)
    }

    /// The field of a set that has `rank` fields of the set before it; there must be more than that.
    #[must_use]
    #[inline]
    pub fn nth(set: Fields, rank: usize) -> Self {
        Self(bits::nth(set, rank))
    }

    /// The set of this field alone.
    #[must_use]
    #[inline]
    pub const fn bit(self) -> Fields {
        1 << self.index()
    }

    /// The field at this place of the order, 0–13.
    #[must_use]
    pub(super) const fn at(index: usize) -> Self {
        debug_assert!(index < 14);
        Self(index as u8)
    }

    /// 0–13.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// 0 for a to 4 for e.
    #[must_use]
    pub const fn file(self) -> u8 {
        FILES[self.0 as usize]
    }

    /// 0 for rank 1 to 2 for rank 3.
    #[must_use]
    pub const fn rank(self) -> u8 {
        RANKS[self.0 as usize]
    }

    /// The field directly adjacent in a direction: the next cell or, when that is the centre, the field beyond it.
    #[must_use]
    #[inline]
    pub const fn next(self, direction: Direction) -> Option<Self> {
        match NEXT[self.index()][direction.index()] {
            NOWHERE => None,
            field => Some(Self(field)),
        }
    }

    /// The same as a set.
    #[must_use]
    #[inline]
    pub const fn tip(self, direction: Direction) -> Fields {
        1 << NEXT[self.index()][direction.index()] & BOARD
    }

    /// The fields directly adjacent to the tip or the tail of a stone that lies here.
    #[must_use]
    #[inline]
    pub const fn ends(self, direction: Direction) -> Fields {
        ENDS[self.index()][direction.index()] & BOARD
    }

    /// Does a stone that lies here and points there attack the centre? Only from a field that touches it.
    #[must_use]
    #[inline]
    pub const fn attacks(self, direction: Direction) -> bool {
        TO_CENTRE[self.index()] == direction.0
    }

    /// The direction in which a stone that lies here attacks the centre.
    #[must_use]
    pub const fn to_centre(self) -> Option<Direction> {
        match TO_CENTRE[self.index()] {
            NOWHERE => None,
            direction => Some(Direction(direction)),
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl Direction {
    /// Clockwise from north; only the last three bits count.
    #[must_use]
    #[inline]
    pub const fn new(index: usize) -> Self {
        Self((index & 7) as u8)
    }

    /// Every direction, clockwise from north.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(Self)
    }

    /// 0–7.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// Turned clockwise by so many eighths.
    #[must_use]
    #[inline]
    pub const fn turned(self, eighths: usize) -> Self {
        Self::new(self.0 as usize + eighths)
    }

    /// The word on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        WORDS[self.index()]
    }

    /// East and north part of one step.
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        STEPS[self.index()]
    }
}

/// Every field if `condition`, else none: for an intersection without a branch.
#[must_use]
#[inline]
pub const fn mask_if(condition: bool) -> Fields {
    (condition as Fields).wrapping_neg()
}

/// The field on a cell; the centre and what lies off the board give none.
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

const fn next_table() -> [[u8; 8]; 16] {
    let mut table = [[NOWHERE; 8]; 16];
    let mut field = 0;
    while field < 14 {
        let mut direction = 0;
        while direction < 8 {
            let (east, north) = STEPS[direction];
            let (mut file, mut rank) = (FILES[field] as i8 + east, RANKS[field] as i8 + north);
            // The centre is no field: adjacency goes on to the field beyond it.
            if file == 2 && rank == 1 {
                (file, rank) = (file + east, rank + north);
            }
            table[field][direction] = field_on(file, rank);
            direction += 1;
        }
        field += 1;
    }
    table
}

const fn to_centre_table() -> [u8; 16] {
    let mut table = [NOWHERE; 16];
    let mut field = 0;
    while field < 14 {
        let mut direction = 0;
        while direction < 8 {
            let (east, north) = STEPS[direction];
            if FILES[field] as i8 + east == 2 && RANKS[field] as i8 + north == 1 {
                table[field] = direction as u8;
            }
            direction += 1;
        }
        field += 1;
    }
    table
}

const fn ring() -> Fields {
    let (mut set, mut index) = (0, 0);
    while index < 14 {
        set |= ((TO_CENTRE[index] != NOWHERE) as Fields) << index;
        index += 1;
    }
    set
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
