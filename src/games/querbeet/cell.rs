//! The geometry of the board: 37 cells, six directions, six sides. Sets of cells are bitboards.

use base::bits;

/// A cell, as its bit index in a [`CellSet`]: 8 times the row, plus a column that is constant along the `se` diagonals.
/// A step in one direction is therefore the same shift for every cell. Column 7, which has no cells, separates the
/// rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

/// A set of cells, one bit per cell.
pub type CellSet = u64;

/// The number of rows, `a` to `g`.
pub const ROWS: u8 = 7;
/// All 37 cells.
pub const BOARD: CellSet = board();
/// The change of the bit index by a step across each edge: ne, e, se, sw, w, nw.
const STEPS: [i8; 6] = [-7, 1, 8, 7, -1, -8];

/// Returns the edge on the opposite side of a cell.
pub const fn opposite(edge: usize) -> usize {
    (edge + 3) % 6
}

/// Moves every cell of a set across an edge. Cells that leave the board can set bits outside [`BOARD`].
#[inline]
pub const fn shift(set: CellSet, edge: usize) -> CellSet {
    let step = STEPS[edge];
    if step > 0 { set << step } else { set >> -step }
}

impl Cell {
    /// The middle cell, `d4`.
    pub const MIDDLE: Self = Self(3 * 8 + 3);

    /// Returns the cell with this row and number, both zero-based; `None` if it is not on the board.
    pub const fn new(row: u8, number: u8) -> Option<Self> {
        if row >= ROWS || number >= row_length(row) { None } else { Some(Self(row * 8 + first_column(row) + number)) }
    }

    /// Returns the cells of a set in order of row, then number.
    #[inline]
    pub fn each(set: CellSet) -> impl Iterator<Item = Self> {
        bits::each(set).map(Self)
    }

    /// Returns the zero-based row; row 0 is `a`.
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// Returns the zero-based number of the cell in its row, counted from the left.
    pub const fn number(self) -> u8 {
        self.0 % 8 - first_column(self.row())
    }

    /// Returns the name, such as `d4`.
    pub fn name(self) -> String {
        format!("{}{}", (b'a' + self.row()) as char, self.number() + 1)
    }

    /// Returns the set with only this cell.
    #[inline]
    pub const fn bit(self) -> CellSet {
        1 << self.0
    }

    /// Returns the cell's bit index in a [`CellSet`].
    #[inline]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }
}

const fn row_length(row: u8) -> u8 {
    ROWS - row.abs_diff(3)
}

const fn first_column(row: u8) -> u8 {
    3u8.saturating_sub(row)
}

const fn board() -> CellSet {
    let (mut set, mut row) = (0, 0);
    while row < ROWS {
        set |= ((1 << row_length(row)) - 1) << (row * 8 + first_column(row));
        row += 1;
    }
    set
}

/// One of the six sides of the board, numbered clockwise from 0 (top). It consists of outer edges with its own number
/// and with the number before it: for the top, ne (0) and nw (5). A corner cell has three outer edges, and the middle
/// one lies between two sides with different owners. Interpretation: that edge belongs to no side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side(pub usize);

impl Side {
    /// Returns the two edges across which roads leave the board on this side, each with the cells where it belongs to
    /// the side.
    pub const fn exits(self) -> [(usize, CellSet); 2] {
        let before = (self.0 + 5) % 6;
        [(before, EXITS[self.0][0]), (self.0, EXITS[self.0][1])]
    }

    /// Returns the four cells of the side.
    pub const fn cells(self) -> CellSet {
        EXITS[self.0][0] | EXITS[self.0][1]
    }
}

/// For each side, two sets of its cells, in the order of the two edges of [`Side::exits`]: those whose first edge
/// belongs to the side, and those whose second edge does. In clockwise order along the side, the first edge of the
/// first cell and the second edge of the last cell belong to no side.
const EXITS: [[CellSet; 2]; 6] = {
    let corners: [i8; 6] = [3, 6, 30, 51, 48, 24];
    let (mut all, mut side) = ([[0; 2]; 6], 0);
    while side < 6 {
        // A step clockwise along a side crosses the edge after the side's number; along the top, that is east.
        let step = STEPS[(side + 1) % 6];
        let mut at = 0;
        while at < 4 {
            let bit = 1 << (corners[side] + at * step);
            if at > 0 {
                all[side][0] |= bit;
            }
            if at < 3 {
                all[side][1] |= bit;
            }
            at += 1;
        }
        side += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_4_5_6_7_6_5_4_cells() {
        let names: Vec<String> = Cell::each(BOARD).map(Cell::name).collect();
        assert_eq!(names.len(), 37);
        assert_eq!(names[..5], ["a1", "a2", "a3", "a4", "b1"]);
        assert_eq!(names[32..], ["f5", "g1", "g2", "g3", "g4"]);
        assert_eq!(Cell::MIDDLE.name(), "d4");
        assert_eq!((Cell::new(0, 4), Cell::new(7, 0)), (None, None));
    }

    #[test]
    fn shifts_lead_to_the_neighbours() {
        let around = |name: &str| -> Vec<String> {
            let cell = Cell::each(BOARD).find(|cell| cell.name() == name).unwrap();
            let step = |edge| Cell::each(shift(cell.bit(), edge) & BOARD).map(Cell::name).next();
            (0..6).map(|edge| step(edge).unwrap_or("-".into())).collect()
        };
        assert_eq!(around("d4"), ["c4", "d5", "e4", "e3", "d3", "c3"]);
        assert_eq!(around("a1"), ["-", "a2", "b2", "b1", "-", "-"]);
        assert_eq!(around("d7"), ["-", "-", "-", "e6", "d6", "c6"]);
        assert_eq!(around("g1"), ["f2", "g2", "-", "-", "-", "f1"]);
    }

    #[test]
    fn the_42_outer_edges_belong_to_a_side_or_are_neutral() {
        let sides = |name: &str| -> String {
            let cell = Cell::each(BOARD).find(|cell| cell.name() == name).unwrap();
            let owner = |edge| match (0..6)
                .find(|&side| Side(side).exits().iter().any(|&(over, cells)| over == edge && cells & cell.bit() != 0))
            {
                Some(side) => char::from(b'0' + side as u8),
                None if shift(cell.bit(), edge) & BOARD == 0 => 'n',
                None => '.',
            };
            (0..6).map(owner).collect()
        };
        for (name, expected) in [
            ("a1", "0...5n"),
            ("a2", "0....0"),
            ("a4", "n1...0"),
            ("b5", "11...."),
            ("c6", "11...."),
            ("d7", "1n2..."),
            ("f5", ".22..."),
            ("g4", ".2n3.."),
            ("g2", "..33.."),
            ("g1", "..3n4."),
            ("e1", "...44."),
            ("d1", "...4n5"),
            ("b1", "....55"),
            ("d4", "......"),
        ] {
            assert_eq!(sides(name), expected, "{name}");
        }
        let count: u32 = (0..6).flat_map(|side| Side(side).exits()).map(|(_, cells)| cells.count_ones()).sum();
        assert_eq!(count, 36, "the other six edges are neutral");
    }
}
