//! Rendering: cells, pieces and clicks for graphical boards; the board and the evaluation as text.

use super::board::{Cell, PAWNS, RING};
use super::cards::{Cards, Rank};
use super::moves::{Action, card_of, cells_of};
use super::partners::Partners;
use super::position::Keezen;
use super::tokens::{COLOURS, cell_text, hand_text, partners_text};
use kit::notation::{Board, Cells, Mark, Piece, Render, Word};
use std::fmt::Write;

/// The index of the last row and column. The ring is the border of a square of 17 by 17 places, and each lane starts at
/// the middle of one of its sides.
const EDGE: i32 = 16;
/// The distance of a colour's waiting pawns from each of the two sides of the square that meet at the first corner
/// after the colour's start.
const YARD: i32 = 4;

/// Returns the column and the row of a cell, counted from the upper left corner. Cell 63 is in the middle of the lower
/// side, and cell numbers increase clockwise.
fn place(cell: Cell) -> (i32, i32) {
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
fn turned((x, y): (i32, i32), quarters: i32) -> (i32, i32) {
    (0..quarters).fold((x, y), |(x, y), _| (EDGE - y, x))
}

fn all_cells() -> impl Iterator<Item = Cell> {
    (0..(RING + 4 * PAWNS) as u8).map(Cell)
}

impl Keezen {
    /// Returns a cell as four characters. The first is the upper-case letter of the pawn on it, the lower-case letter
    /// of the colour that starts there, or a space. The others are the cell's name.
    fn drawn_cell(&self, cell: Cell) -> String {
        let start = || (0..4).find(|&colour| Cell::start(colour) == cell);
        let mark = match (self.board.owner(cell), start()) {
            (Some(owner), _) => COLOURS.as_bytes()[owner] as char,
            (None, Some(colour)) => COLOURS.as_bytes()[colour].to_ascii_lowercase() as char,
            (None, None) => ' ',
        };
        format!("{mark}{:<3}", cell_text(cell))
    }
}

impl Render for Keezen {
    fn cells(&self) -> Cells {
        let named = |cell: Cell| {
            let (x, y) = place(cell);
            (cell_text(cell), (f64::from(x), f64::from(y)))
        };
        let mark = |cell: Cell| {
            let start = || (0..4).find(|&colour| Cell::start(colour) == cell).map(|colour| ("start", colour));
            let home = (!cell.on_ring()).then(|| ("home", cell.lane_place().0));
            let (kind, colour) = home.or_else(start)?;
            Some((cell_text(cell), Mark { kind: kind.into(), seat: Some(colour + 1) }))
        };
        let yard = |colour| {
            let (x, y) = turned((YARD, EDGE - YARD), colour);
            (f64::from(x), f64::from(y))
        };
        Cells {
            grid: "ring".into(),
            cells: all_cells().map(named).collect(),
            colours: ["yellow", "blue", "red", "green"].map(Word::from).into(),
            marks: all_cells().filter_map(mark).collect(),
            yards: [("waiting".into(), (0..4).map(yard).collect())].into(),
            ..Cells::default()
        }
    }

    fn board(&self) -> Board {
        let pawns = all_cells().filter_map(|cell| {
            let seat = self.board.owner(cell)? + 1;
            Some(Piece::new(cell_text(cell), seat, "pawn"))
        });
        let pieces: Vec<Piece> = pawns.collect();
        let waiting = |seat: usize| 4 - pieces.iter().filter(|pawn| pawn.look.seat == seat).count() as i64;
        let counts = [("waiting".into(), (1..=self.hands.len()).map(waiting).collect())].into();
        let hand = |hand: &Cards| if hand.is_empty() { String::new() } else { hand_text(*hand) };
        let teams = self.partners.open().map(|pairs| (0..4).map(|seat| pairs.team(seat) + 1).collect());
        Board { hands: self.hands.iter().map(hand).collect(), counts, teams, pieces, ..Board::default() }
    }

    /// The clicks are, in this order:
    ///
    /// - the card;
    /// - the cell of the (first) pawn, or the start cell if a pawn enters;
    /// - for a `7`, the target cell of that pawn, which determines its number of steps;
    /// - for a swap or a split, the cell of the second pawn.
    ///
    /// A fold is a single click on `fold`.
    fn clicks(&self, action: Action) -> Vec<String> {
        let Some(rank) = card_of(action) else { return vec!["fold".to_string()] };
        let cells = self.trace(action);
        let shown = match action {
            Action::Split(..) => 3,
            Action::Walk(..) if rank != Rank::SEVEN => 1,
            _ => 2,
        };
        std::iter::once(rank.letter().to_string()).chain(cells.into_iter().take(shown)).collect()
    }

    fn trace(&self, action: Action) -> Vec<String> {
        let Some(seat) = self.seat() else { return Vec::new() };
        let cells = cells_of(&self.board, self.options(seat).colour, self.partners.way(), action);
        cells.into_iter().map(cell_text).collect()
    }

    fn picture(&self) -> String {
        let mut rows = vec![vec!["    ".to_string(); EDGE as usize + 1]; EDGE as usize + 1];
        for cell in all_cells() {
            let (x, y) = place(cell);
            rows[y as usize][x as usize] = self.drawn_cell(cell);
        }
        let mut out: String = rows.iter().map(|row| format!("{}\n", row.concat().trim_end())).collect();
        out.push('\n');
        for (seat, letter) in COLOURS.chars().enumerate() {
            let (hand, waiting) = (hand_text(self.hands[seat]), self.board.waiting(seat));
            let mark = if self.mover == Some(seat as u8) { '>' } else { ' ' };
            let _ = writeln!(
                out,
                "{mark} p{} {letter}  hand {hand:5}  waiting {waiting}  home {}",
                seat + 1,
                self.board.home(seat)
            );
        }
        let played = hand_text(self.used);
        let _ = write!(out, "  dealer p{}, deal {} of 3, played {played}", self.dealer + 1, self.deal);
        if self.rules.hidden {
            let _ = match self.partners {
                Partners::Undealt => write!(out, "\n  partner cards not dealt yet"),
                Partners::Open(pairs) => write!(out, "\n  partner cards {}", partners_text(Some(pairs))),
                hidden => write!(out, "\n  partner cards face down {}", partners_text(hidden.known())),
            };
        }
        out
    }

    fn explain(&self) -> String {
        self.explanation()
    }
}
