//! The board for graphical and text display: cells, stones, clicks, and a text picture.

use super::board::Field;
use super::moves::Action;
use super::position::Jeex;
use kit::game::{Seat, State};
use kit::notation::{Board, Cells, Mark, Piece, Render, Word};
use kit::plies;
use std::fmt::Write;

const NAMES: [&str; 2] = ["White", "Black"];
const LETTERS: [char; 2] = ['W', 'B'];
/// The character for the tip of a stone by direction, clockwise from north.
const TIPS: [char; 8] = ['^', '/', '>', '\\', 'v', '/', '<', '\\'];
const CENTRE: [&str; 3] = [" \\|/ ", " -*- ", " /|\\ "];
const RULE: &str = "  +-----+-----+-----+-----+-----+\n";

impl Render for Jeex {
    fn cells(&self) -> Cells {
        let place = |field: Field| (f64::from(field.file()), f64::from(2 - field.rank()));
        let battlefield = |field: Field| (field.to_string(), Mark { kind: "battlefield".into(), seat: None });
        Cells {
            grid: "square".into(),
            cells: Field::all().map(|field| (field.to_string(), place(field))).collect(),
            colours: ["white", "black"].map(Word::from).into(),
            marks: Field::each(self.rules.battlefields).map(battlefield).collect(),
            // The centre is not a field, but the player clicks it to claim.
            spots: [("jeex".into(), (2.0, 1.0))].into(),
            ..Cells::default()
        }
    }

    fn board(&self) -> Board {
        let piece = |seat: Seat, field: Field| {
            let mut piece = Piece::new(field, seat.number(), "stone");
            piece.look.dir = Some(self.direction_on(field).word().into());
            piece
        };
        let of = |seat| Field::each(self.stones_of(seat)).map(move |field| piece(seat, field));
        Board {
            pieces: of(Seat::P1).chain(of(Seat::P2)).collect(),
            counts: [("stock".into(), self.stock.map(i64::from).to_vec())].into(),
            ..Board::default()
        }
    }

    /// Placements and rotations have clicks of the same form. The first click tells them apart: a placement starts on
    /// an empty field.
    fn clicks(&self, action: Action) -> Vec<String> {
        match action {
            Action::Place(field, direction) | Action::Rotate(field, direction) => {
                vec![field.to_string(), direction.word().to_string()]
            }
            Action::Capture(from, to) => vec![from.to_string(), to.to_string()],
            Action::Claim => vec!["jeex".to_string()],
        }
    }

    fn trace(&self, action: Action) -> Vec<String> {
        match action {
            Action::Place(field, _) | Action::Rotate(field, _) => vec![field.to_string()],
            Action::Capture(from, to) => vec![from.to_string(), to.to_string()],
            Action::Claim => Vec::new(),
        }
    }

    fn picture(&self) -> String {
        let mut out = String::from(RULE);
        for rank in (0..3).rev() {
            for (line, centre) in CENTRE.iter().enumerate() {
                let label = if line == 1 { char::from(b'1' + rank) } else { ' ' };
                let _ = write!(out, "{label} |");
                for file in 0..5 {
                    let field = Field::all().find(|field| (field.file(), field.rank()) == (file, rank));
                    out.push_str(&field.map_or((*centre).to_string(), |field| self.cell_line(field, line)));
                    out.push('|');
                }
                out.push('\n');
            }
            out.push_str(RULE);
        }
        out.push_str("     a     b     c     d     e\n");
        let _ = writeln!(out, "{}", self.status());
        let [white, black] = self.stock;
        let fields: Vec<_> = Field::each(self.rules.battlefields).map(|field| field.to_string()).collect();
        let _ = write!(
            out,
            "stock: White {white}, Black {black}; battlefields (#) {}; {} without progress; move {}",
            fields.join(" "),
            plies::in_words(self.idle),
            self.full_move
        );
        out
    }

    fn explain(&self) -> String {
        self.explanation()
    }
}

impl Jeex {
    /// Returns one of the three text lines of a field. The stone's letter is in the middle, its tip on the side to
    /// which it points.
    fn cell_line(&self, field: Field, line: usize) -> String {
        let mut cells = if self.rules.battlefields & field.bit() != 0 { ['#', ' ', ' ', ' ', '#'] } else { [' '; 5] };
        for seat in [Seat::P1, Seat::P2] {
            if self.stones_of(seat) & field.bit() != 0 {
                let direction = self.direction_on(field);
                if line == 1 {
                    cells[2] = LETTERS[seat.index()];
                }
                let (east, north) = direction.step();
                if 1 - north == line as i8 {
                    cells[(2 + east) as usize] = TIPS[direction.index()];
                }
            }
        }
        cells.iter().collect()
    }

    fn status(&self) -> String {
        let attacking = |seat: Seat| {
            Field::each(self.attackers_of(seat)).map(|field| field.to_string()).collect::<Vec<_>>().join(" ")
        };
        let mut text = match self.ending() {
            Some(ending) => format!("over: {} ({})", ending.result, ending.reason.word()),
            _ if self.is_opening() => format!("{} opens", NAMES[self.mover.index()]),
            _ => format!("{} to move", NAMES[self.mover.index()]),
        };
        for seat in [Seat::P1, Seat::P2] {
            if self.attackers_of(seat) != 0 {
                let _ = write!(text, "; {} attacks the centre from {}", NAMES[seat.index()], attacking(seat));
            }
        }
        text
    }
}
