//! The board for programs that know no game, and for people.

use super::bag::Bag;
use super::board::Board as Roads;
use super::cell::{BOARD, Cell, ROWS, Side};
use super::eval::explain;
use super::moves::Action;
use super::points::sides;
use super::position::Querbeet;
use super::tile::{Kind, Piece};
use kit::game::{Game, Seat, State, Turn};
use kit::notation::{Board, Cells, Extra, Piece as Drawing, Render, SideLine as Rim};

/// Columns from one cell of the picture to the next, lines from one row to the next.
const WIDE: usize = 8;
const HIGH: usize = 3;
/// Column and line of the cell at which a full row would start.
const LEFT: usize = 6;
const TOP: usize = 2;

impl Render for Querbeet {
    /// Hexes with a corner on top; neighbours in a row are 1 apart.
    fn cells(&self) -> Cells {
        let owned = |side: usize| Rim { seat: side % 3 + 1, points: rim(Side(side)) };
        Cells {
            sides: (0..self.seats()).flat_map(sides).map(|side| owned(side.0)).collect(),
            extra: patterns(Kind::of_hands()),
            ..bare_cells()
        }
    }

    fn board(&self) -> Board {
        let pieces = self.board.tiles().map(|(cell, piece)| drawing(&cell.name(), piece));
        Board { pieces: pieces.collect(), hands: self.hand_texts(), ..Board::default() }
    }

    /// The tile in the hand, the turn, the cell: `e`, `r1`, `d5`.
    fn clicks(&self, action: Action) -> Vec<String> {
        match action {
            Action::Lay(piece, cell) => clicks(piece, cell.name()),
            Action::Pass => vec!["pass".to_string()],
        }
    }

    fn trace(&self, action: Action) -> Vec<String> {
        match action {
            Action::Lay(_, cell) => vec![cell.name()],
            Action::Pass => Vec::new(),
        }
    }

    fn picture(&self) -> String {
        let mut canvas = canvas();
        for cell in Cell::each(BOARD) {
            draw_cell(&self.board, cell, &mut canvas);
        }
        for side in (0..self.seats()).flat_map(sides) {
            draw_owner(side, &mut canvas);
        }
        let mut lines = lines(canvas);
        lines.extend((0..self.seats()).map(|seat| self.seat_line(seat)));
        lines.push(match self.turn() {
            Turn::Seat(seat) => format!("round {}, turn {}: {seat} to move", self.round, self.turns + 1),
            Turn::Chance => format!("round {} is to be dealt", self.round),
            Turn::Over => "the game is over".to_string(),
        });
        lines.join("\n")
    }

    fn explain(&self) -> String {
        explain(self)
    }
}

impl Querbeet {
    /// The tiles of every seat.
    fn hand_texts(&self) -> Vec<String> {
        self.hands[..self.seats()].iter().map(Bag::to_string).collect()
    }

    fn seat_line(&self, seat: usize) -> String {
        let places = ["top and bottom", "upper right and lower left", "lower right and upper left"];
        let hand = &self.hand_texts()[seat];
        let seat_name = Seat::new(seat);
        format!("{seat_name}: {:3} points, {:26}  {}", self.scores[seat], places[seat], hand).trim_end().to_string()
    }
}

/// The 37 cells, and nothing else about the board.
pub fn bare_cells() -> Cells {
    let cells = Cell::each(BOARD).map(|cell| (cell.name(), place(cell)));
    Cells { grid: "hex".into(), cells: cells.collect(), ..Cells::default() }
}

/// A tile for programs that know no game.
pub fn drawing(cell: &str, piece: Piece) -> Drawing {
    let mut drawing = Drawing::new(cell, 0, piece.kind().letter().to_string());
    let roads = (0..6).filter(|edge| piece.roads() >> edge & 1 == 1).collect();
    drawing.look.extra.insert("roads".to_string(), roads);
    drawing
}

/// The roads of kinds of tiles, as they lie before they are turned: the key `tiles` of the cells.
pub fn patterns(kinds: impl Iterator<Item = Kind>) -> Extra {
    let tiles = kinds.map(|kind| (kind.letter().to_string(), kind.roads().to_vec()));
    [("tiles".to_string(), tiles.collect())].into()
}

/// A tile, its turns, a cell: `e`, `r1`, `d5`.
pub fn clicks(piece: Piece, cell: String) -> Vec<String> {
    vec![piece.kind().letter().to_string(), format!("r{}", piece.rotation()), cell]
}

/// Nothing drawn yet.
pub fn canvas() -> Vec<Vec<char>> {
    vec![vec![' '; LEFT * 2 + WIDE * 7]; TOP * 2 + HIGH * 6 + 1]
}

/// What was drawn, without blanks at the end of a line.
pub fn lines(canvas: Vec<Vec<char>>) -> Vec<String> {
    canvas.into_iter().map(|line| line.into_iter().collect::<String>().trim_end().to_string()).collect()
}

/// Drawing coordinates of the middle of a cell, to the thousandth.
fn place(cell: Cell) -> (f64, f64) {
    let x = f64::from(cell.number()) + f64::from(cell.row().abs_diff(3)) / 2.0;
    // Half the square root of three.
    (x, f64::from(cell.row()) * 866.0 / 1000.0)
}

/// The corners along a side, clockwise: from where its first outer edge begins to where its last one ends.
fn rim(side: Side) -> Vec<(f64, f64)> {
    // Corner k of a hex is where edge k begins, clockwise; the first one is on top.
    let corners = [(0, -577), (500, -289), (500, 289), (0, 577), (-500, 289), (-500, -289)];
    let corner = |cell: Cell, number: usize| {
        let ((x, y), (right, down)) = (place(cell), corners[number % 6]);
        let thousandths = |whole: f64, part: i32| (whole * 1000.0 + f64::from(part)).round() / 1000.0;
        (thousandths(x, right), thousandths(y, down))
    };
    let [(before, _), (own, _)] = side.exits();
    let mut cells: Vec<Cell> = Cell::each(side.cells()).collect();
    // Clockwise along the lower and left sides is against the order of the cells.
    if side.0 >= 3 {
        cells.reverse();
    }
    // The first cell has no edge of this side before its own.
    let along = cells.iter().flat_map(|&cell| [corner(cell, before), corner(cell, own)]);
    along.skip(1).collect()
}

/// Column and line of the middle of a cell.
fn middle(cell: Cell) -> (usize, usize) {
    let (row, number) = (usize::from(cell.row()), usize::from(cell.number()));
    (LEFT + row.abs_diff(3) * WIDE / 2 + number * WIDE, TOP + row * HIGH)
}

/// An empty cell by its name; a tile by the letter of its kind and its roads, which meet those of the neighbours.
pub fn draw_cell(board: &Roads, cell: Cell, canvas: &mut [Vec<char>]) {
    let (x, y) = middle(cell);
    let Some(piece) = board.piece(cell) else {
        let name = cell.name();
        name.chars().enumerate().for_each(|(at, letter)| canvas[y][x + at] = letter);
        return;
    };
    draw_tile(piece, x, y, canvas);
}

/// The letter of a tile and its roads.
pub fn draw_tile(piece: Piece, x: usize, y: usize, canvas: &mut [Vec<char>]) {
    canvas[y][x] = piece.kind().letter();
    // Nearly half way to the neighbour in the direction of each edge.
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

/// Writes the seat to which a side belongs beside the middle of the side.
fn draw_owner(side: Side, canvas: &mut [Vec<char>]) {
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
