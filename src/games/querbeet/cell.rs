//! The board without tiles: 37 cells, six directions, six sides. Sets of cells are bits of a word.

use base::bits;

/// A cell as the bit it has in a [`CellSet`]: 8 times the row plus a column counted along the `se` diagonals, so that
/// each direction is one shift of a whole set and column 7, never a cell, keeps rows apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

/// One bit a cell.
pub type CellSet = u64;

/// Rows `a` to `g`.
pub const ROWS: u8 = 7;
/// All 37 cells.
pub const BOARD: CellSet = board();
/// What a step over an edge adds to the bit of a cell: ne, e, se, sw, w, nw.
const STEPS: [i8; 6] = [-7, 1, 8, 7, -1, -8];

/// The edge on the other side of the cell.
#[must_use]
pub const fn opposite(edge: usize) -> usize {
    (edge + 3) % 6
}

/// Every cell of a set moved over one edge; what leaves the board may land on bits that are no cells.
#[inline]
#[must_use]
pub const fn shift(set: CellSet, edge: usize) -> CellSet {
    let step = STEPS[edge];
    if step > 0 { set << step } else { set >> -step }
}

impl Cell {
    /// `d4`.
    pub const MIDDLE: Self = Self(3 * 8 + 3);

    /// The cell of this row and number, both counted from 0.
    #[must_use]
    pub const fn new(row: u8, number: u8) -> Option<Self> {
        if row >= ROWS || number >= row_length(row) { None } else { Some(Self(row * 8 + first_column(row) + number)) }
    }

    /// The cells of a set, by row, then number.
    #[inline]
    pub fn each(set: CellSet) -> impl Iterator<Item = Self> {
        bits::each(set).map(Self)
    }

    /// From 0 (`a`).
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// Counted from the left, from 0.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 % 8 - first_column(self.row())
    }

    /// `d4`.
    #[must_use]
    pub fn name(self) -> String {
        format!("{}{}", (b'a' + self.row()) as char, self.number() + 1)
    }

    /// The set of just this cell.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> CellSet {
        1 << self.0
    }

    /// Which bit it is.
    #[inline]
    #[must_use]
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

/// One of the six sides, clockwise from 0 (top). Its outer edges look over the edge of its own number and the one before:
/// top over nw and ne. Of the three outer edges of a corner cell the middle one lies between two colours and belongs to
/// no side (reading: it is neutral).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side(pub usize);

impl Side {
    /// The two edges over which a road leaves the board here, each with the cells that have it.
    #[must_use]
    pub const fn exits(self) -> [(usize, CellSet); 2] {
        let before = (self.0 + 5) % 6;
        [(before, EXITS[self.0][0]), (self.0, EXITS[self.0][1])]
    }

    /// Its four cells.
    #[must_use]
    pub const fn cells(self) -> CellSet {
        EXITS[self.0][0] | EXITS[self.0][1]
    }
}

/// Cells of each side that have its first and its second outer edge. A side runs clockwise over four cells; the first
/// lacks the one (there it belongs to the side before or to nobody), the last lacks the other.
const EXITS: [[CellSet; 2]; 6] = {
    let corners: [i8; 6] = [3, 6, 30, 51, 48, 24];
    let (mut all, mut side) = ([[0; 2]; 6], 0);
    while side < 6 {
        // Clockwise along the top is east, which is the edge after the side's own.
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
    fn directions_lead_to_the_neighbours() {
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
        assert_eq!(count, 36, "and six neutral ones");
    }
}
