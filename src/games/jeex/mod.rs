//! Jeex, a game for two players. Stones point in a direction; a player wins by claiming "Jeex" while only their own
//! stones attack the centre.

mod position;
mod moves;
mod rules;
mod notation;
mod eval;
mod render;
mod numbers;
mod baseline;

mod board;
mod facts;
mod words;

#[cfg(test)]
mod tests;

pub use board::{Direction, Field, Fields};
pub use moves::Action;
pub use position::{Jeex, Rules, other};

use crate::games::side_to_move;
use kit::about::{About, Refusal};
use kit::game::Game;
use kit::numbers::Numbering;
use kit::options::{Kind, Spec, Values};
use kit::plies;
use kit::search::AlphaBeta;
use kit::text::{Sections, TextError, TokenError};
use nom::Parser;
use nom::combinator::all_consuming;
use notation::{action, side_letter};
use render::{CENTRE, RULE};
use std::fmt::Write;
use ugi::Seat;
use ugi::board::{Board, Cells, Mark, Piece, Word};

const BATTLEFIELDS: Spec = Spec { name: "Jeex.Battlefields", kind: Kind::Combo(&["c1,c3", "b2,d2", "b1,d3", "b3,d1"]) };
const DRAW_PLIES: Spec =
    Spec { name: "Jeex.DrawPlies", kind: Kind::Spin { default: 50, min: 0, max: i32::MAX as i64 } };
const REPETITION: Spec = Spec { name: "Jeex.Repetition", kind: Kind::ZeroOr { default: 3, min: 2, max: 10 } };
const MAX_PLIES: Spec =
    Spec { name: "Jeex.MaxPlies", kind: Kind::Spin { default: 1000, min: 0, max: i32::MAX as i64 } };

impl From<&Values> for Rules {
    fn from(values: &Values) -> Self {
        let plies = |spec| u32::try_from(values.number(spec)).unwrap_or(0);
        Rules {
            battlefields: notation::battlefields(&values.text(&BATTLEFIELDS)),
            repetition: u8::try_from(values.number(&REPETITION)).unwrap_or(0),
            draw_plies: plies(&DRAW_PLIES),
            max_plies: plies(&MAX_PLIES),
        }
    }
}

impl Game for Jeex {
    const NAME: &'static str = "jeex";

    type Rules = Rules;

    type Strong = AlphaBeta<Self>;

    const OPTIONS: &'static [Spec] = &[BATTLEFIELDS, REPETITION, DRAW_PLIES, MAX_PLIES];

    const ABOUT: About = words::ABOUT;

    const NUMBERS: Option<Numbering<Self>> = Some(Numbering::of());

    const BENCH: &'static [&'static str] = &[
        "startpos moves @b2n @c3w",
        "startpos moves @b2n @c3w @b3e @d3sw b2e",
        "startpos moves @b2n @c3w @b3e @d3sw b2e @b1n @d2w",
        "startpos moves @a1e @e3w @b1ne @d3sw",
        "fen W:Wb2e,b3e,d2w:Bb1n,c3w,d3sw:S4,4:H0:F4",
        "fen B:Wb2e,b3e,d2w:Bb1n,c3w,d3sw:S4,4:H0:F4",
        "fen W:Wa1ne,b2n,e1w:Bc3s,d2n,e3w:S4,4:H3:F9",
        "fen B:Wa2e,b1e,b3se,c1ne:Bc3e,d1n,d2e,e2w:S3,2:H1:F20",
    ];

    const RULES: &'static [(&'static str, &'static str)] = rule_pages!("jeex");

    const SPEED_DEPTH: u32 = 6;

    fn start(rules: &Rules) -> Self {
        Self {
            directions: 0,
            idle: 0,
            full_move: 1,
            rules: *rules,
            stones: [0; 2],
            attackers: 0,
            stock: [7; 2],
            mover: Seat::P1,
            claim_won_by: None,
        }
    }

    fn parse_position(rules: &Rules, text: &str) -> Result<Self, TextError> {
        let sections = Sections::parse(text, "WBSHF")?;
        let mut position = Self::start(rules);
        position.mover = Seat::new(side_to_move(&sections, ["W", "B"])?);
        for (seat, letter) in [(Seat::P1, 'W'), (Seat::P2, 'B')] {
            if let Some(section) = sections.get(letter) {
                position.parse_stones(seat, &section)?;
            }
        }
        position.parse_stock(sections.get('S'))?;
        position.idle = sections.number('H', 0)?;
        position.parse_full_move(&sections, text.len())?;
        Ok(position)
    }

    fn write_position(&self, out: &mut String) {
        out.push(side_letter(self.mover));
        for seat in [Seat::P1, Seat::P2] {
            out.push(':');
            out.push(side_letter(seat));
            for (n, field) in Field::each(self.stones_of(seat)).enumerate() {
                let comma = if n > 0 { "," } else { "" };
                let _ = write!(out, "{comma}{field}{}", self.direction_on(field).word());
            }
        }
        let [white, black] = self.stock;
        let _ = write!(out, ":S{white},{black}:H{}:F{}", self.idle, self.full_move);
    }

    fn parse_action(&self, token: &str) -> Result<Action, TokenError> {
        let (_, action) = all_consuming(action).parse(token).map_err(|_| TokenError::Illegal)?;
        if self.is_legal(action) { Ok(action) } else { Err(TokenError::Illegal) }
    }

    fn write_action(&self, action: Action, out: &mut String) {
        let _ = match action {
            Action::Place(field, direction) => write!(out, "@{field}{}", direction.word()),
            Action::Rotate(field, direction) => write!(out, "{field}{}", direction.word()),
            Action::Capture(from, to) => write!(out, "{from}x{to}"),
            Action::Claim => write!(out, "jeex"),
        };
    }

    fn cells(&self) -> Cells {
        let place = |field: Field| (f64::from(field.file()), f64::from(2 - field.rank()));
        let battlefield = |field: Field| (field.to_string(), Mark { kind: "battlefield".into(), seat: None });
        Cells {
            grid: "square".into(),
            cells: Field::all().map(|field| (field.to_string(), place(field))).collect(),
            colours: ["white", "black"].map(Word::from).into(),
            facing: [0, 180].into(),
            marks: Field::each(self.rules.battlefields).map(battlefield).collect(),
            // The centre is not a field, but the player clicks it to claim.
            spots: [("jeex".into(), (2.0, 1.0))].into(),
            ..Cells::default()
        }
    }

    fn board(&self) -> Board {
        let piece = |seat: Seat, field: Field| {
            let mut piece = Piece::new(field, seat, "stone");
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

    fn words(&self, action: Action, language: &str) -> Option<String> {
        Some(facts::words(action, language))
    }

    fn why_not(&self, token: &str) -> Option<Refusal> {
        self.refusal(token)
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

    fn greedy_value(&self, action: Action) -> i32 {
        baseline::greedy(self, action)
    }
}
