//! The 32 dark squares as bits of a padded word, and the four diagonals as shifts.

/// A set of squares. Two rows of four are followed by one bit that is no square, as programs
/// for the international board do it: a step is then the same shift from every row, and a step over the edge lands
/// outside [`BOARD`], so that no edge has to be masked. The number of a bit is a place.
pub type Bits = u64;

/// The bits that are squares: all but 8, 17, 26 and what lies beyond 34.
pub const BOARD: Bits = 0x7_FBFD_FEFF;
/// The number of squares.
pub const SQUARES: u8 = 32;
/// The row on which p1's men start behind all others, and p2's men are crowned: squares 1–4.
pub const FIRST_ROW: Bits = 0xF;
/// The row on which p1's men are crowned: squares 29–32.
pub const LAST_ROW: Bits = 0xF << 31;
/// The far row of each seat.
pub const KING_ROW: [Bits; 2] = [LAST_ROW, FIRST_ROW];

/// How far each direction moves a bit: two towards higher squares, then two back; `3 − d` is the opposite of `d`.
pub const STRIDE: [i8; 4] = [4, 5, -5, -4];

/// The place of a bit for the square with this index, 0–31 (its PDN number less one).
#[inline]
pub const fn place(square: u8) -> u8 {
    square + square / 8
}

/// The square index at this place.
#[inline]
pub const fn square(place: u8) -> u8 {
    place - place / 9
}

/// All squares of a set one step further in direction `D`; those that leave the board leave [`BOARD`].
#[inline]
pub const fn shift<const D: usize>(bits: Bits) -> Bits {
    let stride = STRIDE[D];
    if stride > 0 { bits << stride } else { bits >> -stride }
}

/// [`shift`] in a direction that is known only at run time.
#[inline]
pub const fn shifted(bits: Bits, direction: usize) -> Bits {
    match direction {
        0 => shift::<0>(bits),
        1 => shift::<1>(bits),
        2 => shift::<2>(bits),
        _ => shift::<3>(bits),
    }
}

/// The board turned by 180 degrees.
#[inline]
pub const fn turned(bits: Bits) -> Bits {
    bits.reverse_bits() >> 29
}
