//! Displays the board: cells, pieces and clicks for graphical programs, and a picture in text.

use super::board::BOARD;
use super::handwritten;
use super::moves::Move;
use super::position::Checkers;
use base::bits;
use kit::notation::{Board, Cells, Piece, Render, Word};
use kit::plies;
use std::fmt::Write;

/// Returns the zero-based column and row, from the top left, at which the square with a number is drawn. Square 1 is
/// always drawn in the top row. The rotated numbering starts at the opposite edge of the board, so it shows the board
/// from p1's side.
fn column_and_row(printed: u8) -> (u8, u8) {
    let row = (printed - 1) / 4;
    (2 * ((printed - 1) % 4) + (row + 1) % 2, row)
}

impl Render for Checkers {
    fn cells(&self) -> Cells {
        let cell = |printed| {
            let (x, y) = column_and_row(printed);
            (printed.to_string(), (f64::from(x), f64::from(y)))
        };
        let colours = ["dark", "light"].map(Word::from).into();
        Cells { grid: "square".into(), cells: (1..=32).map(cell).collect(), colours, ..Cells::default() }
    }

    fn board(&self) -> Board {
        let mut pieces: Vec<(u8, Piece)> = Vec::new();
        for seat in 0..2 {
            for place in bits::each(self.pieces()[seat]) {
                let printed = self.rules().printed(place);
                let kind = if self.kings() >> place & 1 != 0 { "king" } else { "man" };
                pieces.push((printed, Piece::new(printed, seat + 1, kind)));
            }
        }
        pieces.sort_by_key(|(printed, _)| *printed);
        let task = self.mover().must_capture().then_some("capture".into());
        Board { pieces: pieces.into_iter().map(|(_, piece)| piece).collect(), task, ..Board::default() }
    }

    fn clicks(&self, action: Move) -> Vec<String> {
        self.trace(action)
    }

    fn trace(&self, action: Move) -> Vec<String> {
        std::iter::once(action.from())
            .chain(action.landings())
            .map(|place| self.rules().printed(place).to_string())
            .collect()
    }

    fn picture(&self) -> String {
        let mut squares = [["     "; 8]; 8].map(|row| row.map(String::from));
        let [p1, p2] = self.pieces();
        for place in bits::each(BOARD) {
            let printed = self.rules().printed(place);
            let (x, y) = column_and_row(printed);
            let bit = 1 << place;
            let mark = match (p1 & bit != 0, p2 & bit != 0, self.kings() & bit != 0) {
                (true, _, false) => "b",
                (true, _, true) => "B",
                (_, true, false) => "w",
                (_, true, true) => "W",
                _ => ".",
            };
            squares[usize::from(y)][usize::from(x)] = format!(" {mark}{printed:<3}");
        }
        let line = format!("+{}", "-----+".repeat(8));
        let mut out = line.clone();
        for row in squares {
            let _ = write!(out, "\n|{}|\n{line}", row.join("|"));
        }
        let side = if self.us() == 0 { "p1 (b, B)" } else { "p2 (w, W)" };
        let quiet = plies::in_words(self.counters().0);
        let _ = write!(out, "\n{side} to move; b w men, B W kings; {quiet} without progress");
        out
    }

    fn explain(&self) -> String {
        handwritten::explain(self)
    }
}
