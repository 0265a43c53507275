//! A move in one word.

use super::super::board::{Bits, STRIDE, shift, square};
use base::bits;

/// A move in one word: where from, where to, the directions of its jumps, the squares that it empties.
///
/// Bits 0–5 are the place it starts from, 6–11 the place it ends on, 12–29 two bits for the direction of each jump (nine
/// at most: each jump uses up one of the nine inner squares that its landing squares have between them), and from bit 33
/// on lies the set of jumped pieces, which never has one of its lowest four bits set.
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

    /// A capture that ends after one jump.
    #[inline]
    pub(super) const fn jump<const D: usize>(from: u8) -> Self {
        Self::capture(from, (from as i8 + 2 * STRIDE[D]) as u8, D as u64, shift::<D>(1 << from))
    }

    /// The place it starts from.
    #[inline]
    pub const fn from(self) -> u8 {
        (self.0 & 63) as u8
    }

    /// The place it ends on.
    #[inline]
    pub const fn to(self) -> u8 {
        (self.0 >> 6 & 63) as u8
    }

    /// The jumped pieces.
    #[inline]
    pub const fn taken(self) -> Bits {
        self.0 >> 33
    }

    /// The squares it starts from and ends on, in the numbers of the literature, 1-32.
    pub fn endpoints(self) -> [u8; 2] {
        [self.from(), self.to()].map(|place| square(place) + 1)
    }

    /// The squares that it empties by jumping, in the numbers of the literature, lowest first.
    pub fn captured(self) -> Vec<u8> {
        bits::each(self.taken()).map(|place| square(place) + 1).collect()
    }

    /// Does it jump?
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.taken() != 0
    }

    /// Start, end and route as one number: no other legal move has it, and it is never 0.
    #[inline]
    pub const fn encode(self) -> u32 {
        (self.0 & 0x3FFF_FFFF) as u32 | 1 << 31
    }

    /// Every place it comes to rest on, the last one included.
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
