//! Which pawns of a colour can walk how far, by masks of cells as seen from the start of that colour.

use super::board::{Board, LANE, PAWNS, Pawns, RING};

/// The start cells of all colours, seen from any of them.
const STARTS: u64 = 0x0001_0001_0001_0001;

/// The walking of one colour on one board.
#[derive(Clone, Copy, Debug)]
pub struct Walker {
    /// Its pawns.
    pub pawns: Pawns,
    /// Walls, seen from its start.
    walls: u64,
    /// Empty lane cells before the first taken one.
    open: u32,
    /// Lane cells on which a pawn may stop.
    stops: u8,
}

impl Walker {
    /// What `colour` sees when it walks; `back` fills the lane from its deepest cell.
    #[inline]
    #[must_use]
    pub fn new(board: &Board, colour: usize, back: bool) -> Self {
        let pawns = board.pawns(colour);
        let walls = board.walls().rotate_right(16 * colour as u32);
        let lane = pawns.lane;
        let open = (lane | 1 << PAWNS).trailing_zeros();
        let stops = if back {
            // HomeOrder back: the one cell behind which every deeper one is taken.
            let shut = (!lane & LANE).checked_ilog2().unwrap_or(0);
            1 << shut
        } else {
            LANE
        };
        Self { pawns, walls, open, stops }
    }

    /// The pawns that can walk `steps` (1–12) forward.
    ///
    /// A wall is at most one start away, and start cells are 16 apart: the cells from which it is in the way are one
    /// run of bits below it, and one subtraction gives the runs of all walls. The wall on the own start is behind every
    /// pawn, and the last twelve cells before the lane hold no start.
    #[inline]
    #[must_use]
    pub const fn forward(&self, steps: u8) -> Pawns {
        let ahead = self.walls & STARTS & !1;
        let blocked = ahead.wrapping_sub(ahead >> steps);
        let stay = (1 << (RING as u8 - steps)) - 1;
        // Depths 0.. are entered from the cells 64 − steps and on.
        let depths = (self.stops as u64 & ((1 << self.open) - 1)) << (RING as u8 - steps);
        let ring = self.pawns.ring & ((stay & !blocked) | depths);
        Pawns { ring, lane: self.deeper(steps) }
    }

    /// The pawns that can walk four back: start cells with walls must not be among the four cells behind them.
    #[inline]
    #[must_use]
    pub const fn backward(&self) -> Pawns {
        let blocked = (self.walls << 5).wrapping_sub(self.walls << 1);
        Pawns { ring: self.pawns.ring & !blocked, lane: 0 }
    }

    /// The pawns in the lane that can walk deeper: nothing taken up to the target, and they may stop there.
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
