//! Determines which pawns of a colour can walk a given number of steps, with masks relative to the colour's start.

use super::board::{Board, LANE, PAWNS, Pawns, RING};

/// The start cells of all colours. The mask is the same relative to any of the starts.
const STARTS: u64 = 0x0001_0001_0001_0001;

/// The walking moves of one colour on one board.
#[derive(Clone, Copy, Debug)]
pub struct Walker {
    /// The pawns of the colour.
    pub pawns: Pawns,
    /// The walls, relative to the start of the colour.
    walls: u64,
    /// The number of empty lane cells before the first occupied one.
    open: u32,
    /// The lane cells on which a pawn may stop.
    stops: u8,
}

impl Walker {
    /// Creates the walking moves of `colour`; `back` means that the lane must be filled from its deepest cell.
    #[inline]
    pub fn new(board: &Board, colour: usize, back: bool) -> Self {
        let pawns = board.pawns(colour);
        let walls = board.walls().rotate_right(16 * colour as u32);
        let lane = pawns.lane;
        let open = (lane | 1 << PAWNS).trailing_zeros();
        let stops = if back {
            // A pawn may stop only on the deepest empty cell.
            let shut = (!lane & LANE).checked_ilog2().unwrap_or(0);
            1 << shut
        } else {
            LANE
        };
        Self { pawns, walls, open, stops }
    }

    /// Returns the pawns that can walk `steps` (1–12) forward.
    ///
    /// Start cells are 16 apart, so at most one wall is within 12 steps ahead of a pawn. Each wall blocks the pawns on
    /// the `steps` cells before it. These are a run of bits, and one subtraction computes the runs for all walls. A
    /// wall on the start of the pawn's own colour is never ahead of the pawn, and the last twelve cells before the lane
    /// contain no start.
    #[inline]
    pub const fn forward(&self, steps: u8) -> Pawns {
        let ahead = self.walls & STARTS & !1;
        let blocked = ahead.wrapping_sub(ahead >> steps);
        let stay = (1 << (RING as u8 - steps)) - 1;
        // The lane cells of depth 0, 1, … are entered from the cells 64 − steps, 65 − steps, …
        let depths = (self.stops as u64 & ((1 << self.open) - 1)) << (RING as u8 - steps);
        let ring = self.pawns.ring & ((stay & !blocked) | depths);
        Pawns { ring, lane: self.deeper(steps) }
    }

    /// Returns the pawns that can walk four cells backward: the ring pawns whose four cells behind are free of walls.
    #[inline]
    pub const fn backward(&self) -> Pawns {
        let blocked = (self.walls << 5).wrapping_sub(self.walls << 1);
        Pawns { ring: self.pawns.ring & !blocked, lane: 0 }
    }

    /// Returns the pawns in the lane that can walk `steps` deeper: all cells up to and including the target are empty,
    /// and a pawn may stop on the target.
    #[inline]
    const fn deeper(&self, steps: u8) -> u8 {
        let lane = self.pawns.lane;
        let free = !lane & LANE;
        match steps {
            1 => lane & (free & self.stops) >> 1,
            2 => lane & free >> 1 & (free & self.stops) >> 2,
            3 => lane & free >> 1 & free >> 2 & (free & self.stops) >> 3,
            _ => 0,
        }
    }
}
