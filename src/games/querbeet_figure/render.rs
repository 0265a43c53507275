//! The board for graphical and text display: cells, pieces, clicks, and a text picture.

use super::moves::Lay;
use super::position::QuerbeetFigure;
use crate::games::querbeet::cell::Cell;
use crate::games::querbeet::puzzle::render::board;
use crate::games::querbeet::render::{bare_cells, canvas, clicks, draw_cell, lines, patterns};
use crate::games::querbeet::tile::Kind;
use kit::game::{Ending, GameResult, State};
use kit::notation::{Board, Cells, Piece as Drawing, Render};

impl Render for QuerbeetFigure {
    fn cells(&self) -> Cells {
        Cells { extra: patterns(Kind::all()), ..bare_cells() }
    }

    /// Returns the laid tiles, and a piece of kind `free` on each free cell of the figure.
    fn board(&self) -> Board {
        let free = Cell::each(self.free());
        let free = free.map(|cell| Drawing::new(cell.name(), 0, "free"));
        let mut board = board(self.board.tiles().map(|(cell, piece)| (cell.name(), piece)), self.stock);
        board.pieces.extend(free);
        board
    }

    /// Returns the clicks of a move: the tile in the stock, its rotation, and the cell, such as `e`, `r1`, `d5`.
    fn clicks(&self, Lay(piece, cell): Lay) -> Vec<String> {
        clicks(piece, cell.name())
    }

    fn trace(&self, Lay(_, cell): Lay) -> Vec<String> {
        vec![cell.name()]
    }

    fn picture(&self) -> String {
        let mut canvas = canvas();
        Cell::each(self.figure).for_each(|cell| draw_cell(&self.board, cell, &mut canvas));
        let mut lines = lines(canvas);
        let free = self.free().count_ones();
        lines.push(format!("tiles left: {}", self.stock));
        lines.push(match self.ending() {
            None => format!("{free} of {} cells are free", self.figure.count_ones()),
            Some(Ending { result: GameResult::Win(0), .. }) => "the figure is complete".to_string(),
            Some(_) => format!("{free} cells are free, and no tile fits"),
        });
        lines.join("\n")
    }

    fn explain(&self) -> String {
        let choices: Vec<(Cell, u32)> = self.places().map(|(cell, pieces)| (cell, pieces.count_ones())).collect();
        let dead = choices.iter().filter(|(_, choices)| *choices == 0).count();
        match choices.iter().min_by_key(|(_, choices)| *choices) {
            None => "the figure is complete".to_string(),
            Some(_) if dead > 0 => format!("{dead} cells on which no tile fits: the figure cannot be completed"),
            Some((cell, choices)) => {
                format!(
                    "{} cells are free; {} has the fewest fitting tiles in all rotations: {choices}",
                    self.free().count_ones(),
                    cell.name()
                )
            }
        }
    }
}
