//! A move packed into 64 bits.

use super::super::board::{Bits, STRIDE, shift, square};
use base::bits;

/// A move in 64 bits:
///
/// - bits 0–5: the origin, as a place;
/// - bits 6–11: the destination, as a place;
/// - bits 12–29: the direction of each jump, two bits per jump;
/// - bits 33–63: the set of captured pieces. It fits because a piece on the edge of the board cannot be captured.
///
/// A move has at most nine jumps: from a given origin, a piece can jump over at most nine different squares, each at
/// most once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u64);

impl Move {
    #[inline]
    pub(super) const fn step(from: u8, to: u8) -> Self {
        Self(from as u64 | (to as u64) << 6)
    }

    #[inline]
    pub(super) const fn capture(from: u8, to: u8, route: u64, taken: Bits) -> Self {
        Self(from as u64 | (to as u64) << 6 | route << 12 | taken << 33)
    }

    /// Creates a capture with a single jump in direction `D`.
    #[inline]
    pub(super) const fn jump<const D: usize>(from: u8) -> Self {
        Self::capture(from, (from as i8 + 2 * STRIDE[D]) as u8, D as u64, shift::<D>(1 << from))
    }

    /// Returns the origin as a place.
    #[inline]
    pub const fn from(self) -> u8 {
        (self.0 & 63) as u8
    }

    /// Returns the destination as a place.
    #[inline]
    pub const fn to(self) -> u8 {
        (self.0 >> 6 & 63) as u8
    }

    /// Returns the squares of the captured pieces; empty for a step.
    #[inline]
    pub const fn taken(self) -> Bits {
        self.0 >> 33
    }

    /// Returns the origin and the destination as standard square numbers, 1–32.
    pub fn endpoints(self) -> [u8; 2] {
        [self.from(), self.to()].map(|place| square(place) + 1)
    }

    /// Returns the captured squares as standard square numbers, in ascending order.
    pub fn captured(self) -> Vec<u8> {
        bits::each(self.taken()).map(|place| square(place) + 1).collect()
    }

    /// Returns whether the move is a capture.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.taken() != 0
    }

    /// Returns the origin, the destination and the route as one number. It is never 0, and no two legal moves of a
    /// position have the same number.
    #[inline]
    pub const fn encode(self) -> u32 {
        (self.0 & 0x3FFF_FFFF) as u32 | 1 << 31
    }

    /// Returns the places where the piece lands, in order. The last one is the destination.
    pub fn landings(self) -> impl Iterator<Item = u8> {
        let jumps = self.taken().count_ones();
        let mut place = self.from() as i8;
        let last = (jumps == 0).then(|| self.to());
        let landed = (0..jumps).map(move |jump| {
            place += 2 * STRIDE[(self.0 >> (12 + 2 * jump) & 3) as usize];
            place as u8
        });
        landed.chain(last)
    }
}
