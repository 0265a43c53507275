//! A position of Wie niet weg is: stones, counts and the side to move.

use super::board::{BOARD, Tiles};

/// The number of stones of each colour.
pub const STONES: u8 = 8;
/// The side that first has this number of stones off wins.
pub const GOAL: u8 = 7;

/// The rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Whether a jump may cross a row with both colours. (Leaflet: a variant forbids it.)
    pub mixed_rows: bool,
    /// The number of plies without progress that makes a draw; 0 = never.
    pub draw_plies: u32,
    /// The total number of plies that makes a draw; 0 = never.
    pub max_plies: u32,
}

/// A position. White is index 0 and seat p1, Red is index 1 and seat p2. The size is one cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wieniet {
    /// The stones of each colour.
    pub(super) stones: [Tiles; 2],
    /// The stones that are circle up.
    pub(super) up: Tiles,
    /// Plies since a stone was laid, turned or taken.
    pub(super) no_progress: u64,
    /// The move number, from 1; grows after each move of p2.
    pub(super) full_move: u64,
    pub(super) rules: Rules,
    /// Stones of each colour that have not been laid yet.
    pub(super) unlaid: [u8; 2],
    /// Stones of each colour that have been taken off.
    pub(super) off: [u8; 2],
    /// The side to move: 0 or 1.
    pub(super) side: u8,
}

impl Wieniet {
    /// Returns the colour to move.
    #[inline]
    pub(super) const fn us(&self) -> usize {
        (self.side & 1) as usize
    }

    /// Returns the other colour.
    #[inline]
    pub(super) const fn them(&self) -> usize {
        self.us() ^ 1
    }

    /// Returns the tiles without a stone.
    #[inline]
    pub(super) const fn free(&self) -> Tiles {
        BOARD & !(self.stones[0] | self.stones[1])
    }

    /// Returns whether stones remain to be laid: some are neither on the board nor off.
    #[inline]
    pub(super) const fn is_setting_up(&self) -> bool {
        self.unlaid[0] | self.unlaid[1] != 0
    }
}
