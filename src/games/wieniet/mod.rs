//! Wie niet weg is, a game for two players with eight stones each on 24 tiles. The first player to take seven of their
//! own stones off the board wins.

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

pub use moves::Action;
pub use position::{Rules, Wieniet};

use crate::games::side_to_move;
use board::{BOARD, Tile};
use kit::about::{About, Refusal};
use kit::game::Game;
use kit::numbers::Numbering;
use kit::options::{Kind, Spec, Values};
use kit::search::AlphaBeta;
use kit::state::State;
use kit::text::{Sections, TextError, TokenError};
use nom::Parser;
use nom::combinator::all_consuming;
use notation::{COLOURS, action, parse_off, push};
use position::STONES;
use render::NAMES;
use ugi::Seat;
use ugi::board::{Board, Cells, Piece, Word};

const MIXED_ROWS: Spec = Spec { name: "Wieniet.MixedRows", kind: Kind::Check { default: true } };
const DRAW_PLIES: Spec =
    Spec { name: "Wieniet.DrawPlies", kind: Kind::Spin { default: 100, min: 0, max: i32::MAX as i64 } };
const MAX_PLIES: Spec =
    Spec { name: "Wieniet.MaxPlies", kind: Kind::Spin { default: 1000, min: 0, max: i32::MAX as i64 } };

impl From<&Values> for Rules {
    fn from(values: &Values) -> Self {
        Rules {
            mixed_rows: values.flag(&MIXED_ROWS),
            draw_plies: values.number(&DRAW_PLIES) as u32,
            max_plies: values.number(&MAX_PLIES) as u32,
        }
    }
}

impl Game for Wieniet {
    const NAME: &'static str = "wieniet";

    type Rules = Rules;

    type Strong = AlphaBeta<Self>;

    const OPTIONS: &'static [Spec] = &[MIXED_ROWS, DRAW_PLIES, MAX_PLIES];

    const ABOUT: About = words::ABOUT;

    const NUMBERS: Option<Numbering<Self>> = Some(Numbering::of());

    const BENCH: &'static [&'static str] = &[
        "startpos",
        "startpos moves @c3 @f4 @a3 @f3 @a4 @e2 @b2 @e3",
        "fen W:Wa4,c4,c5,c6,d1,d5,d6,e2:Rb4,b5,c1,c2,c3,d2,e4,f4:T0,0:H0:F9",
        "fen R:Wa4,b4,c2,d1,Cd4,d5,e5,f3:Rb2,b3,b5,c1,c5,e2,e3,Cf4:T0,0:H7:F21",
        "fen W:Wb2,c3,Cc4,c5,d5,e2,e3,e4:Ra4,b5,c6,d1,d2,d3,Cd4,f4:T0,0:H1:F13",
        "fen W:Wa3,Cc2,c3,Cd1,Cd4,d5,d6,e4:RCb2,b3,c4,e3,Ce5,f3,f4:T0,1:H8:F31",
        "fen R:WCb2,Cc5,Cc6,Cd1,d2,d4,d5,f3:RCb4,Cc2,Cd3,Ce2,e4:T0,3:H5:F71",
        "fen W:Wa3,Ca4,b2,b4,Cd2,e5,Cf3:Rb3,Cb5,Cc3,c6,Cd5,Ce3:T1,2:H4:F46",
        "fen R:WCa3,Cd4,f3:RCb4,c5,d2:T5,5:H0:F80",
    ];

    const RULES: &'static [(&'static str, &'static str)] = rule_pages!("wieniet");

    const SPEED_DEPTH: u32 = 7;

    fn start(rules: &Rules) -> Self {
        Self {
            stones: [0; 2],
            up: 0,
            no_progress: 0,
            full_move: 1,
            rules: *rules,
            unlaid: [STONES; 2],
            off: [0; 2],
            side: 0,
        }
    }

    fn parse_position(rules: &Rules, text: &str) -> Result<Self, TextError> {
        let sections = Sections::parse(text, "WRTHF")?;
        let mut position = Self::start(rules);
        position.side = side_to_move(&sections, ["W", "R"])? as u8;
        for (colour, letter) in COLOURS.into_iter().enumerate() {
            if let Some(section) = sections.get(letter) {
                position.parse_stones(colour, section)?;
            }
        }
        if let Some(section) = sections.get('T') {
            position.off = parse_off(section)?;
        }
        position.count_stones(&sections)?;
        position.no_progress = sections.number('H', 0)?;
        position.full_move = sections.full_move(1)?;
        Ok(position)
    }

    fn write_position(&self, out: &mut String) {
        out.push(COLOURS[self.us()]);
        for (letter, stones) in COLOURS.into_iter().zip(self.stones) {
            out.push(':');
            out.push(letter);
            for (nth, tile) in Tile::each(stones).enumerate() {
                let comma = if nth > 0 { "," } else { "" };
                let mark = if self.up & tile.bit() != 0 { "C" } else { "" };
                push(out, format_args!("{comma}{mark}{tile}"));
            }
        }
        push(out, format_args!(":T{},{}:H{}:F{}", self.off[0], self.off[1], self.no_progress, self.full_move));
    }

    fn parse_action(&self, token: &str) -> Result<Action, TokenError> {
        let (_, action) = all_consuming(action).parse(token).map_err(|_| TokenError::Illegal)?;
        if self.legal().contains(&action) { Ok(action) } else { Err(TokenError::Illegal) }
    }

    fn write_action(&self, action: Action, out: &mut String) {
        match action {
            Action::Lay(tile) => push(out, format_args!("@{tile}")),
            Action::Move(from, to) => push(out, format_args!("{from}-{to}")),
            Action::Pass => out.push_str("pass"),
        }
    }

    fn cells(&self) -> Cells {
        let centre = |tile: Tile| (f64::from(tile.file()), f64::from(5 - tile.rank()));
        Cells {
            grid: "square".into(),
            cells: Tile::each(BOARD).map(|tile| (tile.to_string(), centre(tile))).collect(),
            colours: ["white", "red"].map(Word::from).into(),
            facing: [0, 180].into(),
            ..Cells::default()
        }
    }

    fn board(&self) -> Board {
        let mut board = Board::default();
        for (colour, stones) in self.stones.into_iter().enumerate() {
            board.pieces.extend(Tile::each(stones).map(|tile| {
                Piece::new(tile, Seat::new(colour), if self.up & tile.bit() != 0 { "up" } else { "down" })
            }));
        }
        board.counts.insert("off".into(), self.off.map(i64::from).to_vec());
        board.counts.insert("to_lay".into(), self.unlaid.map(i64::from).to_vec());
        board.task = self.is_setting_up().then_some("lay_opponent".into());
        board
    }

    fn clicks(&self, action: Action) -> Vec<String> {
        match action {
            Action::Lay(tile) => vec![tile.to_string()],
            Action::Move(from, to) => vec![from.to_string(), to.to_string()],
            Action::Pass => vec![self.action_text(action)],
        }
    }

    fn words(&self, action: Action, language: &str) -> Option<String> {
        Some(self.move_words(action, language))
    }

    fn why_not(&self, token: &str) -> Option<Refusal> {
        self.refusal(token)
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

    fn greedy_value(&self, action: Action) -> i32 {
        baseline::greedy(self, action)
    }
}
