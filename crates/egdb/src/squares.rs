//! The 32 dark squares as bits of a word, from the side to move's point of view: its men move towards higher bits.

pub use base::bits::each;

/// A set of squares. In the standard numbering, bit `n` is square `n + 1` if Black is to move, and square `32 - n` if
/// White is. `reverse_bits` rotates the board by 180 degrees.
pub type Squares = u32;

/// The squares of the even rows. Rows are counted from 0.
const EVEN_ROWS: Squares = 0x0F0F_0F0F;
/// The lowest square of each row. In odd rows, it is at the edge of the board.
const FIRST: Squares = 0x1111_1111;
/// The highest square of each row. In even rows, it is at the edge of the board.
const LAST: Squares = 0x8888_8888;
/// The row on which men of the side to move are promoted.
pub const KING_ROW: Squares = 0xF000_0000;
/// The number of squares that a man can occupy.
pub const MEN_SQUARES: u32 = 28;

/// Moves all squares of a set one step. Directions 0 and 1 are up, towards higher bits; 2 and 3 are down; `3 - d` is
/// the opposite of `d`. Squares that leave the board are dropped.
#[inline]
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
    /// Men of the side to move; never on [`KING_ROW`].
    pub own_men: Squares,
    /// Kings of the side to move.
    pub own_kings: Squares,
    /// Men of the other side; never on squares 1–4.
    pub other_men: Squares,
    /// Kings of the other side.
    pub other_kings: Squares,
}

impl Pieces {
    /// Returns the position as the other side sees it.
    #[inline]
    pub const fn swapped(self) -> Self {
        Self {
            own_men: self.other_men.reverse_bits(),
            own_kings: self.other_kings.reverse_bits(),
            other_men: self.own_men.reverse_bits(),
            other_kings: self.own_kings.reverse_bits(),
        }
    }

    /// Returns the pieces of the side to move.
    #[inline]
    pub const fn own(self) -> Squares {
        self.own_men | self.own_kings
    }

    /// Returns the pieces of the other side.
    #[inline]
    pub const fn other(self) -> Squares {
        self.other_men | self.other_kings
    }

    /// Returns the empty squares.
    #[inline]
    pub const fn free(self) -> Squares {
        !(self.own() | self.other())
    }

    /// Returns the pieces of the side to move that may move in `direction`: all pieces upwards, only kings downwards.
    /// Blocked pieces are included.
    #[inline]
    pub const fn movers(self, direction: usize) -> Squares {
        if direction < 2 { self.own() } else { self.own_kings }
    }
}
