//! Rendering: cells, pieces and clicks for graphical boards; the board as text.

use super::bag::Bag;
use super::board::Board as Roads;
use super::cell::{BOARD, Cell, ROWS, Side};
use super::position::Querbeet;
use super::tile::{Kind, Piece};
use kit::state::State;
use ugi::Seat;
use ugi::board::{Cells, Extra, Piece as Drawing};

/// The number of columns from one cell of a row to the next in the text picture.
const WIDE: usize = 8;
/// The number of lines from one row to the next in the text picture.
const HIGH: usize = 3;
/// The column of the first cell of the middle row in the text picture.
const LEFT: usize = 6;
/// The line of the top row in the text picture.
const TOP: usize = 2;

impl Querbeet {
    /// Returns the letters of each hand.
    pub(super) fn hand_texts(&self) -> Vec<String> {
        self.hands[..self.seats()].iter().map(Bag::to_string).collect()
    }

    pub(super) fn seat_line(&self, seat: usize) -> String {
        let places = ["top and bottom", "upper right and lower left", "lower right and upper left"];
        let hand = &self.hand_texts()[seat];
        let seat_name = Seat::new(seat);
        format!("{seat_name}: {:3} points, {:26}  {}", self.scores[seat], places[seat], hand).trim_end().to_string()
    }
}

/// Returns the 37 cells without sides and other extras.
pub fn bare_cells() -> Cells {
    let cells = Cell::each(BOARD).map(|cell| (cell.name(), place(cell)));
    Cells { grid: "hex".into(), cells: cells.collect(), ..Cells::default() }
}

/// Returns a tile as a piece for graphical boards, with its roads as an extra.
pub fn drawing(cell: &str, piece: Piece) -> Drawing {
    let mut drawing = Drawing::new(cell, None, piece.kind().letter().to_string());
    let roads = (0..6).filter(|edge| piece.roads() >> edge & 1 == 1).collect();
    drawing.look.extra.insert("roads".to_string(), roads);
    drawing
}

/// Returns the extra field `tiles` of the cells: the roads of each kind in rotation 0.
pub fn patterns(kinds: impl Iterator<Item = Kind>) -> Extra {
    let tiles = kinds.map(|kind| (kind.letter().to_string(), kind.roads().to_vec()));
    [("tiles".to_string(), tiles.collect())].into()
}

/// Returns the clicks of a move: the tile, its rotation, the cell, such as `e`, `r1`, `d5`.
pub fn clicks(piece: Piece, cell: String) -> Vec<String> {
    vec![piece.kind().letter().to_string(), format!("r{}", piece.rotation()), cell]
}

/// Returns an empty canvas for the text picture of the board: lines of characters.
pub fn canvas() -> Vec<Vec<char>> {
    vec![vec![' '; LEFT * 2 + WIDE * 7]; TOP * 2 + HIGH * 6 + 1]
}

/// Converts a canvas to lines without trailing spaces.
pub fn lines(canvas: Vec<Vec<char>>) -> Vec<String> {
    canvas.into_iter().map(|line| line.into_iter().collect::<String>().trim_end().to_string()).collect()
}

/// Returns the coordinates of a cell's centre, rounded to thousandths.
fn place(cell: Cell) -> (f64, f64) {
    let x = f64::from(cell.number()) + f64::from(cell.row().abs_diff(3)) / 2.0;
    // 0.866 is half the square root of three.
    (x, f64::from(cell.row()) * 866.0 / 1000.0)
}

/// Returns the corner points along a side in clockwise order, from the start of its first outer edge to the end of its
/// last.
pub(super) fn rim(side: Side) -> Vec<(f64, f64)> {
    // Edge `k` begins, clockwise, at corner `k`; corner 0 is on top.
    let corners = [(0, -577), (500, -289), (500, 289), (0, 577), (-500, 289), (-500, -289)];
    let corner = |cell: Cell, number: usize| {
        let ((x, y), (right, down)) = (place(cell), corners[number % 6]);
        let thousandths = |whole: f64, part: i32| (whole * 1000.0 + f64::from(part)).round() / 1000.0;
        (thousandths(x, right), thousandths(y, down))
    };
    let [(before, _), (own, _)] = side.exits();
    let mut cells: Vec<Cell> = Cell::each(side.cells()).collect();
    // Along the bottom and the two left sides, the clockwise order is the reverse of the order of the cells.
    if side.0 >= 3 {
        cells.reverse();
    }
    // On the first cell only the second edge belongs to this side.
    let along = cells.iter().flat_map(|&cell| [corner(cell, before), corner(cell, own)]);
    along.skip(1).collect()
}

/// Returns the column and the line of a cell's centre on the canvas.
fn middle(cell: Cell) -> (usize, usize) {
    let (row, number) = (usize::from(cell.row()), usize::from(cell.number()));
    (LEFT + row.abs_diff(3) * WIDE / 2 + number * WIDE, TOP + row * HIGH)
}

/// Draws a cell: its name if it is empty, otherwise its tile.
pub fn draw_cell(board: &Roads, cell: Cell, canvas: &mut [Vec<char>]) {
    let (x, y) = middle(cell);
    let Some(piece) = board.piece(cell) else {
        let name = cell.name();
        name.chars().enumerate().for_each(|(at, letter)| canvas[y][x + at] = letter);
        return;
    };
    draw_tile(piece, x, y, canvas);
}

/// Draws a tile with its letter in column `x` of line `y`. Its roads reach far enough to meet those of its neighbours.
pub fn draw_tile(piece: Piece, x: usize, y: usize, canvas: &mut [Vec<char>]) {
    canvas[y][x] = piece.kind().letter();
    // For each edge, the offsets and characters of a road across it.
    let strokes: [&[(isize, isize, char)]; 6] = [
        &[(1, -1, '/')],
        &[(2, 0, '-'), (3, 0, '-'), (4, 0, '-')],
        &[(1, 1, '\\')],
        &[(-1, 1, '/')],
        &[(-2, 0, '-'), (-3, 0, '-'), (-4, 0, '-')],
        &[(-1, -1, '\\')],
    ];
    for (_, stroke) in strokes.iter().enumerate().filter(|(edge, _)| piece.roads() >> edge & 1 == 1) {
        for &(right, down, mark) in *stroke {
            canvas[y.saturating_add_signed(down)][x.saturating_add_signed(right)] = mark;
        }
    }
}

/// Writes the name of the side's owner next to the middle of the side.
pub(super) fn draw_owner(side: Side, canvas: &mut [Vec<char>]) {
    let right = LEFT + WIDE * 6;
    let (x, y) = match side.0 {
        0 => (LEFT + 3 * WIDE - 1, 0),
        1 => (right - WIDE / 2 + 3, TOP + HIGH),
        2 => (right - WIDE / 2 + 3, TOP + HIGH * (ROWS as usize - 2)),
        3 => (LEFT + 3 * WIDE - 1, TOP * 2 + HIGH * 6),
        4 => (LEFT, TOP + HIGH * (ROWS as usize - 2)),
        _ => (LEFT, TOP + HIGH),
    };
    let name = Seat::new(side.0 % 3).to_string();
    name.chars().enumerate().for_each(|(at, letter)| canvas[y][x + at] = letter);
}
