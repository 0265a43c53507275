//! The board for graphical and text display: cells, pieces, clicks, and a text picture.

use super::board::{BOARD, Tile};
use super::eval;
use super::moves::Action;
use super::position::Wieniet;
use kit::notation::{Board, Cells, Notation, Piece, Render, Word};

const NAMES: [&str; 2] = ["White", "Red"];

impl Render for Wieniet {
    fn cells(&self) -> Cells {
        let centre = |tile: Tile| (f64::from(tile.file()), f64::from(5 - tile.rank()));
        Cells {
            grid: "square".into(),
            cells: Tile::each(BOARD).map(|tile| (tile.to_string(), centre(tile))).collect(),
            colours: ["white", "red"].map(Word::from).into(),
            ..Cells::default()
        }
    }

    fn board(&self) -> Board {
        let mut board = Board::default();
        for (colour, stones) in self.stones.into_iter().enumerate() {
            board.pieces.extend(
                Tile::each(stones)
                    .map(|tile| Piece::new(tile, colour + 1, if self.up & tile.bit() != 0 { "up" } else { "down" })),
            );
        }
        board.counts.insert("off".into(), self.off.map(i64::from).to_vec());
        board.counts.insert("to_lay".into(), self.unlaid.map(i64::from).to_vec());
        board.task = self.is_setting_up().then_some("lay_opponent".into());
        board
    }

    fn clicks(&self, action: Action) -> Vec<String> {
        if action == Action::Pass { vec![self.action_text(action)] } else { self.trace(action) }
    }

    fn trace(&self, action: Action) -> Vec<String> {
        match action {
            Action::Lay(tile) => vec![tile.to_string()],
            Action::Move(from, to) => vec![from.to_string(), to.to_string()],
            Action::Pass => Vec::new(),
        }
    }

    fn picture(&self) -> String {
        let mut lines = Vec::new();
        for rank in (0..6).rev() {
            let row = (0..6).map(|file| Tile::new(file, rank).map_or(' ', |tile| self.sign(tile)));
            let row: Vec<String> = row.map(String::from).collect();
            lines.push(format!("{}  {}", rank + 1, row.join(" ")).trim_end().to_string());
        }
        lines.push("   a b c d e f    w r circle down, W R circle up".to_string());
        let counts = |of: [u8; 2]| format!("White {}, Red {}", of[0], of[1]);
        if self.is_setting_up() {
            lines.push(format!("to lay: {}", counts(self.unlaid)));
        } else {
            lines.push(format!("off: {}", counts(self.off)));
        }
        let task = match (self.is_setting_up(), NAMES[self.us()], NAMES[self.them()]) {
            (true, me, you) => format!("{me} (p{}) lays a stone of {you}", self.us() + 1),
            (false, me, _) => format!("{me} (p{}) to move", self.us() + 1),
        };
        lines.push(task);
        lines.join("\n")
    }

    fn explain(&self) -> String {
        eval::explain(self)
    }
}

impl Wieniet {
    fn sign(&self, tile: Tile) -> char {
        let up = usize::from(self.up & tile.bit() != 0);
        match self.stones.map(|stones| stones & tile.bit() != 0) {
            [true, _] => ['w', 'W'][up],
            [_, true] => ['r', 'R'][up],
            _ => '.',
        }
    }
}
