//! The board for programs that know no game, and for people.

use super::rules::{Lay, QuerbeetFigure};
use crate::games::querbeet::cell::Cell;
use crate::games::querbeet::draw::{bare_cells, canvas, draw_cell, drawing, lines};
use crate::games::querbeet::tile::Kind;
use kit::game::{Ending, Game, GameResult};
use kit::notation::{Board, Cells, Drawn, Piece as Drawing};

impl Drawn for QuerbeetFigure {
    fn cells(&self) -> Cells {
        Cells { tiles: Kind::all().map(|kind| (kind.letter(), kind.roads().to_vec())).collect(), ..bare_cells() }
    }

    /// The tiles, and `free` on every cell of the figure that has none.
    fn board(&self) -> Board {
        let free = Cell::each(self.free());
        let free = free.map(|cell| Drawing { at: cell.name(), kind: "free".to_string(), ..Drawing::default() });
        let mut stock = String::new();
        self.stock.write(&mut stock);
        let pieces = self.board.tiles().map(|(cell, piece)| drawing(&cell.name(), piece)).chain(free);
        Board { pieces: pieces.collect(), hands: vec![stock.replace('-', "")], ..Board::default() }
    }

    /// The tile, the turn, the cell: `e`, `r1`, `d5`.
    fn clicks(&self, Lay(piece, cell): Lay) -> Vec<String> {
        vec![piece.kind().letter().to_string(), format!("r{}", piece.rotation()), cell.name()]
    }

    fn trace(&self, Lay(_, cell): Lay) -> Vec<String> {
        vec![cell.name()]
    }

    fn picture(&self) -> String {
        let mut canvas = canvas();
        Cell::each(self.figure).for_each(|cell| draw_cell(&self.board, cell, &mut canvas));
        let mut lines = lines(canvas);
        let (free, mut stock) = (self.free().count_ones(), String::new());
        self.stock.write(&mut stock);
        lines.push(format!("tiles left: {stock}"));
        lines.push(match self.ending() {
            None => format!("{free} of {} cells are free", self.figure.count_ones()),
            Some(Ending { result: GameResult::Win(0), .. }) => "the figure is complete".to_string(),
            Some(_) => format!("{free} cells are free, and nothing fits"),
        });
        lines.join("\n")
    }

    fn explain(&self) -> String {
        let choices: Vec<(Cell, u32)> = self.places().map(|(cell, pieces)| (cell, pieces.count_ones())).collect();
        let dead = choices.iter().filter(|(_, choices)| *choices == 0).count();
        match choices.iter().min_by_key(|(_, choices)| *choices) {
            None => "the figure is complete".to_string(),
            Some(_) if dead > 0 => format!("{dead} cells on which nothing fits: the figure cannot be completed"),
            Some((cell, choices)) => {
                format!(
                    "{} cells are free; the fewest pictures, {choices}, fit on {}",
                    self.free().count_ones(),
                    cell.name()
                )
            }
        }
    }
}
