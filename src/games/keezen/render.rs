//! Rendering: cells, pieces and clicks for graphical boards; the board and the evaluation as text.

use super::board::{Cell, PAWNS, RING};
use super::position::Keezen;
use super::tokens::{COLOURS, cell_text};

/// The index of the last row and column. The ring is the border of a square of 17 by 17 places, and each lane starts at
/// the middle of one of its sides.
pub(super) const EDGE: i32 = 16;
/// The distance of a colour's waiting pawns from each of the two sides of the square that meet at the first corner
/// after the colour's start.
pub(super) const YARD: i32 = 4;

/// Returns the column and the row of a cell, counted from the upper left corner. Cell 63 is in the middle of the lower
/// side, and cell numbers increase clockwise.
pub(super) fn place(cell: Cell) -> (i32, i32) {
    if cell.on_ring() {
        // Count clockwise along the four sides, from the lower right corner.
        let along = (i32::from(cell.0) + EDGE / 2 + 1) % RING as i32;
        let (side, step) = (along / EDGE, along % EDGE);
        turned((EDGE - step, EDGE), side)
    } else {
        let (colour, depth) = cell.lane_place();
        turned((EDGE / 2, EDGE - 1 - depth as i32), colour as i32)
    }
}

/// Rotates a place clockwise about the centre by a number of quarter turns.
pub(super) fn turned((x, y): (i32, i32), quarters: i32) -> (i32, i32) {
    (0..quarters).fold((x, y), |(x, y), _| (EDGE - y, x))
}

pub(super) fn all_cells() -> impl Iterator<Item = Cell> {
    (0..(RING + 4 * PAWNS) as u8).map(Cell)
}

impl Keezen {
    /// Returns a cell as four characters. The first is the upper-case letter of the pawn on it, the lower-case letter
    /// of the colour that starts there, or a space. The others are the cell's name.
    pub(super) fn drawn_cell(&self, cell: Cell) -> String {
        let start = || (0..4).find(|&colour| Cell::start(colour) == cell);
        let mark = match (self.board.owner(cell), start()) {
            (Some(owner), _) => COLOURS.as_bytes()[owner] as char,
            (None, Some(colour)) => COLOURS.as_bytes()[colour].to_ascii_lowercase() as char,
            (None, None) => ' ',
        };
        format!("{mark}{:<3}", cell_text(cell))
    }
}
