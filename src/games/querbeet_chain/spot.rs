//! The geometry of the board: the cells of a hexagon with 13 cells per side, and steps in six directions.

/// The number of rows, `a` to `y`.
pub const ROWS: i8 = 25;
/// The row and the column of the middle cell.
const HALF: i8 = ROWS / 2;

/// A cell: its row and its column, both zero-based. Columns run along the `se` diagonals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Spot {
    row: i8,
    column: i8,
}

/// The step across each edge in columns and rows: ne, e, se, sw, w, nw.
const STEPS: [(i8, i8); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

impl Spot {
    /// The middle cell, `m13`.
    pub const MIDDLE: Self = Self { row: HALF, column: HALF };

    /// Returns the cell with this zero-based row and this number, counted from 1, if it is on the board.
    pub fn new(row: i8, number: i8) -> Option<Self> {
        let spot = Self { row, column: number.checked_sub(1)?.checked_add(first_column(row))? };
        (number > 0 && spot.is_on_board()).then_some(spot)
    }

    /// Iterates over all cells by row, then by number.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ROWS).flat_map(|row| (1..=ROWS).filter_map(move |number| Self::new(row, number)))
    }

    /// Returns the row: 0 for row `a`.
    pub const fn row(self) -> i8 {
        self.row
    }

    /// Returns the column, counted along the `se` diagonals.
    pub const fn column(self) -> i8 {
        self.column
    }

    /// Returns the number of the cell in its row, counted from 1 at the left.
    pub fn number(self) -> i8 {
        self.column - first_column(self.row) + 1
    }

    /// Returns the name, such as `m13`.
    pub fn name(self) -> String {
        format!("{}{}", (b'a' + self.row.unsigned_abs()) as char, self.number())
    }

    /// Returns the horizontal distance from the first cell of the middle row, in half cells to the right.
    pub fn halves(self) -> i32 {
        2 * i32::from(self.column) + i32::from(self.row) - i32::from(HALF)
    }

    /// Returns the neighbour across an edge, if it is on the board.
    #[inline]
    pub fn over(self, edge: usize) -> Option<Self> {
        Some(self.beyond(edge)).filter(|spot| spot.is_on_board())
    }

    /// Returns the neighbour across an edge. The neighbour may be off the board.
    #[inline]
    pub const fn beyond(self, edge: usize) -> Self {
        let (columns, rows) = STEPS[edge];
        Self { row: self.row + rows, column: self.column + columns }
    }

    /// Returns the offset from `other` to this cell, in columns and rows.
    #[inline]
    pub const fn from(self, other: Self) -> (i32, i32) {
        ((self.column - other.column) as i32, (self.row - other.row) as i32)
    }

    const fn is_on_board(self) -> bool {
        let across = self.row + self.column;
        self.row >= 0
            && self.row < ROWS
            && self.column >= 0
            && self.column < ROWS
            && across >= HALF
            && across <= 3 * HALF
    }
}

/// Returns the step across an edge, in columns and rows.
#[inline]
pub const fn step(edge: usize) -> (i32, i32) {
    (STEPS[edge].0 as i32, STEPS[edge].1 as i32)
}

const fn first_column(row: i8) -> i8 {
    if row < HALF { HALF - row } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_13_to_25_to_13_cells() {
        let names: Vec<String> = Spot::all().map(Spot::name).collect();
        assert_eq!(names.len(), 469);
        assert_eq!((names[0].as_str(), names[12].as_str(), names[13].as_str()), ("a1", "a13", "b1"));
        assert_eq!(names[468], "y13");
        assert_eq!(Spot::MIDDLE.name(), "m13");
        assert_eq!(names[234], "m13");
        for (row, number) in [(0, 0), (0, 14), (12, 26), (25, 1), (-1, 1), (0, -1)] {
            assert_eq!(Spot::new(row, number), None);
        }
    }

    #[test]
    fn steps_lead_to_the_neighbours() {
        let around = |spot: Spot| -> Vec<String> {
            (0..6).map(|edge| spot.over(edge).map_or("-".to_string(), Spot::name)).collect()
        };
        assert_eq!(around(Spot::MIDDLE), ["l13", "m14", "n13", "n12", "m12", "l12"]);
        assert_eq!(around(Spot::new(0, 1).unwrap()), ["-", "a2", "b2", "b1", "-", "-"]);
        assert_eq!(around(Spot::new(24, 13).unwrap()), ["x14", "-", "-", "-", "y12", "x13"]);
    }
}
