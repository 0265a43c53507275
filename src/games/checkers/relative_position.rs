//! A position from the view of the side to move, stored in twelve bytes.

use super::board::{Bits, turned};
use super::position::{Checkers, Rules};

/// The encoded size, in bytes.
pub const SIZE: usize = 12;

/// The pieces of both sides. Square 1 is bit 0. The board is rotated, if necessary, so that the men of the side to move
/// move towards higher bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RelativePosition {
    /// Men and kings of the side to move.
    pub own: u32,
    /// Men and kings of the other side.
    pub other: u32,
    /// Kings of both sides.
    pub kings: u32,
}

impl RelativePosition {
    /// Returns a position's pieces from the view of the side to move. The counters and rule options are dropped.
    pub fn of(position: &Checkers) -> Self {
        let us = position.us();
        let pieces = position.pieces();
        let seen = |bits| squares(if us == 0 { bits } else { turned(bits) });
        Self { own: seen(pieces[us]), other: seen(pieces[1 - us]), kings: seen(position.kings()) }
    }

    /// Converts the view to a position with p1 to move, under the default rules, with `quiet_plies` plies without
    /// progress and move number 1.
    pub fn position(&self, quiet_plies: u64) -> Checkers {
        let pieces = [padded(self.own), padded(self.other)];
        Checkers::new(&Rules::default(), pieces, padded(self.kings), false, quiet_plies, 1)
    }

    /// Encodes `own`, `other` and `kings`, in this order, as little-endian numbers.
    pub fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        for (place, set) in bytes.chunks_exact_mut(4).zip([self.own, self.other, self.kings]) {
            place.copy_from_slice(&set.to_le_bytes());
        }
        bytes
    }

    /// Parses the bytes of [`RelativePosition::to_bytes`]. Returns `None` if there are fewer than [`SIZE`] bytes or if
    /// they encode an impossible position.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let set = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        let seen = Self { own: set(0)?, other: set(4)?, kings: set(8)? };
        seen.is_possible().then_some(seen)
    }

    fn is_possible(&self) -> bool {
        let Self { own, other, kings } = *self;
        let men_at_their_goal = own & !kings & 0xF000_0000 | other & !kings & 0xF;
        // Reject more pieces than at the start: positions with many kings in a crafted file could have too many
        // captures to list.
        let is_side = |side: u32| (1..=12).contains(&side.count_ones());
        own & other == 0 && kings & !(own | other) == 0 && men_at_their_goal == 0 && is_side(own) && is_side(other)
    }
}

/// Converts a bitboard, which has unused bits between the squares, to 32 bits, one for each square.
#[inline]
pub const fn squares(bits: Bits) -> u32 {
    (bits & 0xFF | bits >> 1 & 0xFF00 | bits >> 2 & 0xFF_0000 | bits >> 3 & 0xFF00_0000) as u32
}

/// Converts 32 bits, one for each square, to a bitboard, which has unused bits between the squares.
pub const fn padded(set: u32) -> Bits {
    let set = set as Bits;
    set & 0xFF | (set & 0xFF00) << 1 | (set & 0xFF_0000) << 2 | (set & 0xFF00_0000) << 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::game::Game;
    use kit::state::State;

    #[test]
    fn both_sides_have_the_same_view_of_the_start() {
        let start = Checkers::start(&Rules::default());
        let seen = RelativePosition::of(&start);
        assert_eq!((seen.own, seen.other, seen.kings), (0xFFF, 0xFFF0_0000, 0));
        assert_eq!(seen.position(0), start);
        let replies = start.legal();
        let next = RelativePosition::of(&start.after(replies[0]));
        assert_eq!(next.own, 0xFFF, "no piece of the side to move has moved yet");
        assert_eq!(next.other.count_ones(), 12);
    }

    #[test]
    fn impossible_positions_are_rejected() {
        let seen = RelativePosition { own: 0x0000_0F00, other: 0x00F0_0000, kings: 0x0010_0100 };
        assert_eq!(RelativePosition::from_bytes(&seen.to_bytes()), Some(seen));
        for wrong in [
            RelativePosition { other: seen.own, ..seen },
            RelativePosition { kings: 1, ..seen },
            RelativePosition { own: 1 << 31, kings: 0, ..seen },
            RelativePosition { own: 0, kings: 0, ..seen },
            RelativePosition { own: 0x1FFF, kings: 0, ..seen },
        ] {
            assert_eq!(RelativePosition::from_bytes(&wrong.to_bytes()), None, "{wrong:?}");
        }
        assert_eq!(RelativePosition::from_bytes(&seen.to_bytes()[..11]), None);
    }
}
