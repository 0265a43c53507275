//! English draughts, as described in the Jijbent.nl leaflet.

mod position;
mod moves;
mod rules;
mod notation;
mod eval;
mod render;
mod numbers;
mod baseline;

mod board;
pub mod book;
pub mod decks;
mod facts;
mod handwritten;
pub mod network;
pub mod position_line;
pub mod relative_position;
pub mod squares;
pub mod tablebase;
mod words;

#[cfg(test)]
mod tests;

pub use moves::Move;
pub use position::{Checkers, Rules};

use crate::games::side_to_move;
use base::bits;
use board::{BOARD, SQUARES};
use egdb::Database;
use kit::about::{About, Refusal};
use kit::book::Book;
use kit::error::BoxError;
use kit::game::Game;
use kit::numbers::Numbering;
use kit::options::{Kind, Spec, Values};
use kit::plies;
use kit::preferences::any_text;
use kit::search::AlphaBeta;
use kit::state::State;
use kit::text::{Sections, TextError, TokenError};
use network::accumulators::Accumulators;
use notation::{Pieces, parse_ends};
use render::column_and_row;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use ugi::Seat;
use ugi::board::{Board, Cells, Piece, Word};

/// The square numbering: as in PDN, or rotated by 180 degrees as in the Jijbent.nl leaflet.
pub(crate) const NUMBERING: Spec = Spec { name: "Checkers.Numbering", kind: Kind::Combo(&["pdn", "jijbent"]) };
/// The strongest player's evaluation: `learned`, `handwritten`, or the path of a weights file.
pub(crate) const EVALUATION: Spec =
    Spec { name: "Checkers.Evaluation", kind: Kind::Text { default: "learned", check: any_text } };
const DRAW_PLIES: Spec =
    Spec { name: "Checkers.DrawPlies", kind: Kind::Spin { default: 50, min: 0, max: i32::MAX as i64 } };
/// The path of a folder with additional endgame databases. If the path is empty, only the built-in ones are used.
pub(crate) const EGDB_PATH: Spec =
    Spec { name: "Checkers.EgdbPath", kind: Kind::Text { default: "", check: any_text } };

/// The strongest player: alpha-beta search with endgame databases and the learned or the handcrafted evaluation.
pub type Strong = AlphaBeta<Checkers, Accumulators>;

impl From<&Values> for Rules {
    fn from(values: &Values) -> Self {
        let turned = values.text(&NUMBERING) == "jijbent";
        Rules { turned, draw_plies: values.number(&DRAW_PLIES) as u32 }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::from(&Values::default())
    }
}

impl Game for Checkers {
    const NAME: &'static str = "checkers";

    type Rules = Rules;

    type Strong = Strong;

    const OPTIONS: &'static [Spec] = &[NUMBERING, DRAW_PLIES];

    const RESOURCES: &'static [Spec] = &[EGDB_PATH, EVALUATION];

    const BOOK_FILE: Option<&'static Spec> = Some(&book::BOOK_FILE);

    const ABOUT: About = words::ABOUT;

    const NUMBERS: Option<Numbering<Self>> = Some(Numbering::of());

    const BENCH: &'static [&'static str] = &[
        "startpos",
        "startpos moves 11-15 23-19 8-11 22-17 4-8",
        "startpos moves 9-14 22-18 5-9 24-19 11-16 26-22",
        "startpos moves 10-14 24-20 11-15 22-17 7-10",
        "fen W:W15,19,21,23,25,27,29,30,32:B1,2,3,6,8,12,13,14,20:H3:F12",
        "fen B:W13,18,20,21,26,28,32:B2,3,5,6,11,12,19:H1:F19",
        "fen W:WK14,30,31:B6,9,10,17,18,K25,K26:H0:F31",
        "fen B:WK2,24,27,28:B8,9,12:H0:F40",
        "fen B:WK1,K2,K4,11:BK25,K30:H8:F52",
        "fen W:WK15,K18,K23:BK1,K5:H12:F60",
        "fen B:W15,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,12,18:H1:F4",
        "fen B:W18,21,24,26,28,29,30,31,32:B1,2,3,4,5,8,9,10,12:H0:F6",
        "fen B:W9,18,19,21,23,26,27,28,29,31,32:B1,2,3,5,6,8,10,11,12,16:H0:F8",
        "fen B:W14,18,19,23,25,27,28,30,31,32:B2,3,4,5,7,9,11,12,13,20:H0:F10",
        "fen B:W13,19,20,21,26,27,30,31,32:B2,4,5,6,7,8,12,17,18:H3:F12",
        "fen B:W19,20,22,23,25,29,32:B2,5,7,8,11,12,13:H0:F14",
        "fen B:W10,17,23,24,26,27,30,32:B2,3,5,9,12,16,20,21:H1:F16",
        "fen B:W14,17,21,22,27,28,31:B2,3,12,13,15,16,20:H4:F18",
        "fen B:W11,12,21,24,25,27:B4,5,6,10,13,14,26:H1:F21",
        "fen B:WK13,17,20,21,30:B3,10,14,22,K31:H0:F24",
    ];

    const RULES: &'static [(&'static str, &'static str)] = rule_pages!("checkers");

    const SPEED_DEPTH: u32 = 11;

    fn start(rules: &Rules) -> Self {
        let p1 = 0x1EFF;
        let p2 = 0xFF << 27 | 0xF << 22;
        Self::new(rules, [p1, p2], 0, false, 0, 1)
    }

    fn parse_position(rules: &Rules, text: &str) -> Result<Self, TextError> {
        // A FEN in PDN may end with a full stop.
        let sections = Sections::parse(text.strip_suffix('.').unwrap_or(text), "WBHF")?;
        let p2_to_move = side_to_move(&sections, ["B", "W"])? == 1;
        let quiet_plies = sections.number('H', 0)?;
        let full_move = sections.full_move(1)?;
        let mut pieces = Pieces { rules: *rules, by_seat: [0; 2], kings: 0 };
        for section in &sections.sections {
            match section.letter {
                'B' => pieces.parse(0, *section)?,
                'W' => pieces.parse(1, *section)?,
                _ => {}
            }
        }
        Ok(Self::new(rules, pieces.by_seat, pieces.kings, p2_to_move, quiet_plies, full_move))
    }

    fn write_position(&self, out: &mut String) {
        let [p1, p2] = self.pieces();
        out.push(if self.us() == 0 { 'B' } else { 'W' });
        for (letter, pieces) in [('W', p2), ('B', p1)] {
            out.push(':');
            out.push(letter);
            let mut comma = "";
            for number in 1..=SQUARES {
                let place = self.rules().place(number);
                if pieces >> place & 1 != 0 {
                    let king = if self.kings() >> place & 1 != 0 { "K" } else { "" };
                    let _ = write!(out, "{comma}{king}{number}");
                    comma = ",";
                }
            }
        }
        let (quiet_plies, full_move) = self.counters();
        let _ = write!(out, ":H{quiet_plies}:F{full_move}");
    }

    fn parse_action(&self, token: &str) -> Result<Move, TokenError> {
        let legal = self.legal();
        if let Some(action) = legal.iter().find(|action| self.action_text(**action) == token) {
            return Ok(*action);
        }
        // The short form of a capture gives only the first and last squares. It must match exactly one legal capture.
        let (from, to) = parse_ends(token).ok_or(TokenError::Illegal)?;
        let fits = |action: &Move| {
            let ends = [action.from(), action.to()].map(|place| u64::from(self.rules().printed(place)));
            action.is_capture() && ends == [from, to]
        };
        let mut fitting = legal.into_iter().filter(fits);
        match (fitting.next(), fitting.next()) {
            (Some(action), None) => Ok(action),
            _ => Err(TokenError::Illegal),
        }
    }

    fn write_action(&self, action: Move, out: &mut String) {
        let _ = write!(out, "{}", self.rules().printed(action.from()));
        let separator = if action.is_capture() { 'x' } else { '-' };
        for landing in action.landings() {
            let _ = write!(out, "{separator}{}", self.rules().printed(landing));
        }
    }

    fn cells(&self) -> Cells {
        let cell = |printed| {
            let (x, y) = column_and_row(printed);
            (printed.to_string(), (f64::from(x), f64::from(y)))
        };
        let colours = ["dark", "light"].map(Word::from).into();
        let facing = if self.turned { [0, 180] } else { [180, 0] }.into();
        Cells { grid: "square".into(), cells: (1..=32).map(cell).collect(), colours, facing, ..Cells::default() }
    }

    fn board(&self) -> Board {
        let mut pieces: Vec<(u8, Piece)> = Vec::new();
        for seat in 0..2 {
            for place in bits::each(self.pieces()[seat]) {
                let printed = self.rules().printed(place);
                let kind = if self.kings() >> place & 1 != 0 { "king" } else { "man" };
                pieces.push((printed, Piece::new(printed, Seat::new(seat), kind)));
            }
        }
        pieces.sort_by_key(|(printed, _)| *printed);
        let task = self.mover().must_capture().then_some("capture".into());
        Board { pieces: pieces.into_iter().map(|(_, piece)| piece).collect(), task, ..Board::default() }
    }

    fn clicks(&self, action: Move) -> Vec<String> {
        std::iter::once(action.from())
            .chain(action.landings())
            .map(|place| self.rules().printed(place).to_string())
            .collect()
    }

    fn walks(&self, action: Move) -> Vec<Vec<String>> {
        vec![self.trace(action)]
    }

    fn words(&self, action: Move, language: &str) -> Option<String> {
        action.is_capture().then(|| self.capture_words(action, language))
    }

    fn why_not(&self, token: &str) -> Option<Refusal> {
        self.refusal(token)
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

    fn book(values: &Values) -> std::result::Result<Option<Box<dyn Book<Self>>>, BoxError> {
        Ok(book::open(values)?.map(|book| Box::new(book) as Box<dyn Book<Self>>))
    }

    fn strong(values: &Values) -> Strong {
        let (databases, mut errors) = databases(&values.text(&EGDB_PATH));
        let accumulators = network::setting::accumulators(&values.text(&EVALUATION)).unwrap_or_else(|error| {
            errors.push(format!("{}: {error:#}; the built-in network is used instead", EVALUATION.name));
            Accumulators::default()
        });
        AlphaBeta::new().with_tablebase(Some(databases)).with_evaluator(accumulators).with_errors(errors)
    }

    fn greedy_value(&self, action: Move) -> i32 {
        baseline::greedy(self, action)
    }
}

/// Opens the built-in endgame databases and, unless `folder` is an empty string, those in `folder`. The returned
/// messages describe files of the folder that are unusable, missing or different from the built-in ones.
fn databases(folder: &str) -> (Arc<Database>, Vec<String>) {
    if folder.is_empty() {
        return (Database::embedded(), Vec::new());
    }
    let (databases, errors) = Database::open(Path::new(folder));
    (databases, errors.iter().map(|error| format!("{}: {error:#}", EGDB_PATH.name)).collect())
}
