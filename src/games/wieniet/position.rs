//! A position of Wie niet weg is: where the stones lie and whose turn it is.

use super::board::{BOARD, Tiles};

/// Stones of each colour.
pub const STONES: u8 = 8;
/// Who first has so many stones off wins.
pub const GOAL: u8 = 7;

/// The rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// May a jump go over a row with both colours in it? (leaflet: a variant forbids it.)
    pub mixed_rows: bool,
    /// Plies without progress that make a draw; 0 is never.
    pub draw_plies: u32,
    /// Plies in all that make a draw; 0 is never.
    pub max_plies: u32,
}

/// A position. White is index 0 and seat p1, red index 1 and p2. One cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wieniet {
    /// Where the stones of each colour lie.
    pub(super) stones: [Tiles; 2],
    /// Which of them lie circle up.
    pub(super) up: Tiles,
    /// Plies since a stone was laid, turned or taken.
    pub(super) no_progress: u64,
    /// Counted from 1, grows after every move of p2.
    pub(super) full_move: u64,
    pub(super) rules: Rules,
    /// Stones of each colour that have not been laid yet.
    pub(super) unlaid: [u8; 2],
    /// Stones of each colour that have been taken off.
    pub(super) off: [u8; 2],
    /// Whose turn it is: 0 or 1.
    pub(super) side: u8,
}

impl Wieniet {
    /// The colour to move.
    #[inline]
    pub(super) const fn us(&self) -> usize {
        (self.side & 1) as usize
    }

    /// The other colour.
    #[inline]
    pub(super) const fn them(&self) -> usize {
        self.us() ^ 1
    }

    /// Tiles without a stone.
    #[inline]
    pub(super) const fn free(&self) -> Tiles {
        BOARD & !(self.stones[0] | self.stones[1])
    }

    /// It lasts while a colour has stones that are neither on the board nor off.
    #[inline]
    pub(super) const fn is_setting_up(&self) -> bool {
        self.unlaid[0] | self.unlaid[1] != 0
    }
}
