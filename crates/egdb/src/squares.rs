//! The 32 dark squares as bits of a word without gaps, seen by the side to move: its men go towards higher bits.

pub use base::bits::each;

/// A set of squares; bit `n` is the square that the literature calls `n + 1`. Turning the board by 180 degrees is
/// `reverse_bits`.
pub type Squares = u32;

/// Every second row, from the first one on.
const EVEN_ROWS: Squares = 0x0F0F_0F0F;
/// The leftmost square of each row, and the rightmost.
const FIRST: Squares = 0x1111_1111;
const LAST: Squares = 0x8888_8888;
/// Where men are crowned.
pub const KING_ROW: Squares = 0xF000_0000;
/// Where men may stand, by number.
pub const MEN_SQUARES: u32 = 28;

/// All squares of a set one step further: directions 0 and 1 go up, 2 and 3 down, `3 - d` is the opposite of `d`.
#[inline]
#[must_use]
pub const fn step(set: Squares, direction: usize) -> Squares {
    let (even, odd) = (set & EVEN_ROWS, set & !EVEN_ROWS);
    match direction {
        0 => even << 4 | (odd & !FIRST) << 3,
        1 => (even & !LAST) << 5 | odd << 4,
        2 => even >> 4 | (odd & !FIRST) >> 5,
        _ => (even & !LAST) >> 3 | odd >> 4,
    }
}

/// The pieces of a position as the side to move sees them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pieces {
    /// Men of the side to move: never on [`KING_ROW`].
    pub own_men: Squares,
    /// Its kings.
    pub own_kings: Squares,
    /// Men of the other side: never on squares 1-4.
    pub other_men: Squares,
    /// Its kings.
    pub other_kings: Squares,
}

impl Pieces {
    /// The same board as the other side sees it.
    #[inline]
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self {
            own_men: self.other_men.reverse_bits(),
            own_kings: self.other_kings.reverse_bits(),
            other_men: self.own_men.reverse_bits(),
            other_kings: self.own_kings.reverse_bits(),
        }
    }

    /// Men and kings of the side to move.
    #[inline]
    #[must_use]
    pub const fn own(self) -> Squares {
        self.own_men | self.own_kings
    }

    /// Men and kings of the other side.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Squares {
        self.other_men | self.other_kings
    }

    /// Empty squares.
    #[inline]
    #[must_use]
    pub const fn free(self) -> Squares {
        !(self.own() | self.other())
    }

    /// The own pieces that may go in a direction.
    #[inline]
    #[must_use]
    pub const fn goers(self, direction: usize) -> Squares {
        if direction < 2 { self.own() } else { self.own_kings }
    }
}
