//! Bitboards of the 32 dark squares, with the four diagonal directions as shifts.

/// A set of squares. After every eight squares (two rows) there is one unused bit. A step in a direction is therefore
/// the same shift from every row, and a step across the edge always ends outside [`BOARD`]. Programs for international
/// draughts use the same layout for their larger board. The number of a square's bit is called its *place*.
pub type Bits = u64;

/// The bits that are squares: all below 35 except 8, 17 and 26.
pub const BOARD: Bits = 0x7_FBFD_FEFF;
/// The number of dark squares, on which the game is played.
pub const SQUARES: u8 = 32;
/// p1's first row, on which p2's men are crowned: squares 1–4.
pub const FIRST_ROW: Bits = 0xF;
/// p2's first row, on which p1's men are crowned: squares 29–32.
pub const LAST_ROW: Bits = 0xF << 31;
/// The row on which each seat's men are crowned.
pub const KING_ROW: [Bits; 2] = [LAST_ROW, FIRST_ROW];

/// The bit shift for each direction: two directions towards higher squares, then the two opposite directions. The
/// opposite of direction `d` is `3 − d`.
pub const STRIDE: [i8; 4] = [4, 5, -5, -4];

/// Converts a square index, 0–31 (the PDN number minus one), to a place.
#[inline]
pub const fn place(square: u8) -> u8 {
    square + square / 8
}

/// Converts a place to a square index.
#[inline]
pub const fn square(place: u8) -> u8 {
    place - place / 9
}

/// Moves all squares in a set one step in direction `D`. Squares that leave the board end outside [`BOARD`].
#[inline]
pub const fn shift<const D: usize>(bits: Bits) -> Bits {
    let stride = STRIDE[D];
    if stride > 0 { bits << stride } else { bits >> -stride }
}

/// Like [`shift`], for a direction that is not a constant.
#[inline]
pub const fn shifted(bits: Bits, direction: usize) -> Bits {
    match direction {
        0 => shift::<0>(bits),
        1 => shift::<1>(bits),
        2 => shift::<2>(bits),
        _ => shift::<3>(bits),
    }
}

/// Rotates the board by 180 degrees.
#[inline]
pub const fn turned(bits: Bits) -> Bits {
    bits.reverse_bits() >> 29
}
