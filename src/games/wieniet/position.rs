//! A position: stones, counts and the side to move.

use super::board::{BOARD, Tiles};

/// The number of stones of each colour.
pub const STONES: u8 = 8;
/// The side that first has this number of stones off wins.
pub const GOAL: u8 = 7;

/// The rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Whether a jump may cross a row with both colours. The game's leaflet has a variant that forbids it.
    pub mixed_rows: bool,
    /// The number of consecutive plies without laying, turning or taking a stone after which the game is a draw; 0 =
    /// never.
    pub draw_plies: u32,
    /// The total number of plies after which the game is a draw; 0 = never.
    pub max_plies: u32,
}

/// A position. White is index 0 and seat p1, Red is index 1 and seat p2. A position fits in one cache line of 64 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wieniet {
    /// The stones of each colour.
    pub(super) stones: [Tiles; 2],
    /// The stones that are circle up.
    pub(super) up: Tiles,
    /// Plies since a stone was laid, turned or taken.
    pub(super) no_progress: u64,
    /// The move number, counted from 1. It increases after each move of p2.
    pub(super) full_move: u64,
    pub(super) rules: Rules,
    /// The number of stones of each colour that have not been laid yet.
    pub(super) unlaid: [u8; 2],
    /// The number of stones of each colour that have been taken off the board.
    pub(super) off: [u8; 2],
    /// The side to move: 0 or 1.
    pub(super) side: u8,
}

impl Wieniet {
    /// Returns the index of the colour to move.
    #[inline]
    pub(super) const fn us(&self) -> usize {
        (self.side & 1) as usize
    }

    /// Returns the index of the colour that is not to move.
    #[inline]
    pub(super) const fn them(&self) -> usize {
        self.us() ^ 1
    }

    /// Returns the tiles without a stone.
    #[inline]
    pub(super) const fn free(&self) -> Tiles {
        BOARD & !(self.stones[0] | self.stones[1])
    }

    /// Returns whether the game is in setup, i.e. some stones have not been laid yet.
    #[inline]
    pub(super) const fn is_setting_up(&self) -> bool {
        self.unlaid[0] | self.unlaid[1] != 0
    }
}
