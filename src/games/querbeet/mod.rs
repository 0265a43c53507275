//! Querbeet: two or three seats lay tiles from hidden hands on a hexagonal board to connect their sides by roads.

pub(super) mod position;
pub(super) mod moves;
mod rules;
mod notation;
mod eval;
pub(super) mod render;
pub(super) mod numbers;
mod baseline;

pub(super) mod bag;
pub(super) mod board;
pub(super) mod cell;
mod duel;
pub(super) mod facts;
mod hidden;
mod playout;
mod points;
pub(super) mod puzzle;
mod reach;
mod sections;
mod strong;
pub(super) mod tile;
pub(super) mod tokens;
pub(super) mod words;

#[cfg(test)]
pub(super) mod tests;

pub use moves::Action;
pub use position::{Querbeet, Rules};
pub use rules::Deal;

use board::Board;
use cell::{BOARD, Cell, Side};
use eval::explain;
use hidden::Unknown;
use kit::about::{About, Refusal};
use kit::game::Game;
use kit::numbers::Numbering;
use kit::options::{Kind, Spec, ValueError, Values};
use kit::state::State;
use kit::text::{TextError, TokenError};
use nom::Parser;
use nom::combinator::all_consuming;
use notation::{action, write_hands, write_numbers};
use points::sides;
use render::{bare_cells, canvas, clicks, draw_cell, draw_owner, drawing, lines, patterns, rim};
use std::fmt::Write;
use tokens::{lay_text, write_tiles};
use ugi::board::{Board as Shown, Cells, Fact, SideLine as Rim, Word};
use ugi::facts::player;
use ugi::{Seat, Turn, Viewer};
use words::lay_words;

use bag::Bag;

/// The kind of option that sets the eighteen tiles. The default is the tile set in the game's printed leaflet.
pub(super) const EIGHTEEN: Kind = Kind::Text { default: "aaabbbcccddefgghij", check: eighteen };

const TILES: Spec = Spec { name: "Querbeet.Tiles", kind: EIGHTEEN };
const PLAYERS: Spec = Spec { name: "Querbeet.Players", kind: Kind::Combo(&["2", "3"]) };

impl From<&Values> for Rules {
    fn from(values: &Values) -> Self {
        Rules { tiles: Bag::parse(&values.text(&TILES)).unwrap_or_default(), seats: values.number(&PLAYERS) as u8 }
    }
}

impl Game for Querbeet {
    const NAME: &'static str = "querbeet";

    type Rules = Rules;

    type Strong = strong::Strong;

    const OPTIONS: &'static [Spec] = &[TILES, PLAYERS];

    const ABOUT: About = words::ABOUT;

    const NUMBERS: Option<Numbering<Self>> = Some(Numbering::of());

    const BENCH: &'static [&'static str] = &[
        "seat 1 startpos moves !deal/aabbccdgh/?????????",
        "seat 1 startpos moves !deal/aabbccdgh/????????? c0@c4 e1@d5",
        "seat 1 fen p1:Tb3e1,b4b2,c4g1,d2a1,d3c1,d4l0,e2h2,e3d0,f3j2:Haabfi/?????:S0,0:R1,8:F9",
        "seat 2 fen p2:Ta4d2,b4i5,c4h0,d3a1,d4l0,d5j1,d6f1,e3d5,e4e4:H?????/aabbg:S1,1:R2,8:F27",
        "fen p1:Ta4a2,b4e0,c1a0,c2b2,c3d0,c4i2,d3b5,d4l0,d5d4,e3b0,e4f5,f4c2,g4j2:Hacg/cgh:S0,0:R1,12:F13",
        "seat 1 fen p1:Td4l0:Haabbcc/??????/??????:S0,0,0:R1,0:F1",
        "seat 1 fen p1:Tc4i2,d2d0,d3j0,d4l0,e3e3,e4c2,f2f0,f4d3,g3b0:Haagg/???/???:S2,0,-1:R2,8:F27",
        "seat 1 fen p1:Ta1d0,b2i3,c2h5,c4a3,d3b5,d4l0,d5b4,e2a1,e4f2,f2j1,f3e1,f4a4,g2c2:Hdg/??/??:S0,0,0:R1,12:F13",
        "fen p2:Ta2a1,b1b3,b3f5,b4b2,c1h5,c2g0,c4e2,c5g1,c6c1,d3b5,d4l0,d5i4,e4d3,f3c0,g2j2:Hc/aa/d:S3,0,0:R3,14:F51",
    ];

    const RULES: &'static [(&'static str, &'static str)] = rule_pages!("querbeet");

    const SPEED_DEPTH: u32 = 4;

    fn start(rules: &Rules) -> Self {
        Self {
            rules: *rules,
            board: Board::default(),
            hands: Default::default(),
            excluded: Default::default(),
            scores: Default::default(),
            plies: 0,
            round: 1,
            turns: 0,
            running: false,
        }
    }

    fn parse_position(rules: &Rules, text: &str) -> Result<Self, TextError> {
        Self::parse_view(rules, text, Viewer::Master)
    }

    fn parse_view(rules: &Rules, text: &str, viewer: Viewer) -> Result<Self, TextError> {
        sections::parse(rules, text, viewer)
    }

    fn write_position(&self, out: &mut String) {
        match self.mover() {
            Some(seat) => out.push_str(&seat.to_string()),
            None => out.push_str("deal"),
        }
        out.push_str(":T");
        // The board of a finished round is still visible but not part of the position.
        let tiles = self.board.tiles().filter(|_| self.running);
        write_tiles(tiles.map(|(cell, piece)| (cell.name(), piece)), out);
        out.push_str(":H");
        write_hands(&self.hands[..self.seats()], "-", out);
        out.push_str(":S");
        write_numbers(&self.scores[..self.seats()], out);
        let _ = write!(out, ":R{},{}:F{}", self.round, self.turns, self.plies.saturating_add(1));
    }

    fn parse_action(&self, token: &str) -> Result<Action, TokenError> {
        let Turn::Seat(seat) = self.turn() else { return Err(TokenError::Illegal) };
        let (_, action) = all_consuming(action).parse(token).map_err(|_| TokenError::Illegal)?;
        let hand = self.hands[seat.index()];
        if hand.unknown() == 0 {
            return if self.is_legal(action) { Ok(action) } else { Err(TokenError::Illegal) };
        }
        // A move that is impossible with any hand of this game's tiles is illegal. Other moves can only conflict with
        // the hidden tiles.
        let kinds = self.rules.tiles;
        let possible = match action {
            Action::Lay(piece, cell) => {
                self.places(kinds.pieces()).any(|(place, pieces)| place == cell && pieces & piece.bit() != 0)
            }
            Action::Pass => kinds.kinds().count() > self.board.kinds_that_fit(kinds.kinds()).count_ones() as usize,
        };
        if !possible {
            Err(TokenError::Illegal)
        } else if Unknown::of(self).allows(self, seat, action) {
            Ok(action)
        } else {
            Err(TokenError::Cards)
        }
    }

    fn write_action(&self, action: Action, out: &mut String) {
        match action {
            Action::Lay(piece, cell) => out.push_str(&lay_text(piece, &cell.name())),
            Action::Pass => out.push_str("pass"),
        }
    }

    /// The cells are hexagons with a corner at the top. Neighbours in a row are 1 apart.
    fn cells(&self) -> Cells {
        let owned = |side: usize| Rim { seat: Seat::new(side % 3), points: rim(Side(side)) };
        Cells {
            colours: ["yellow", "blue", "red"].into_iter().take(self.seats()).map(Word::from).collect(),
            // Each seat sits at one of its two sides, so that three sit evenly around the board.
            facing: [0, 240, 120].into_iter().take(self.seats()).collect(),
            sides: (0..self.seats()).flat_map(sides).map(|side| owned(side.0)).collect(),
            extra: patterns(tile::Kind::of_hands()),
            ..bare_cells()
        }
    }

    fn board(&self) -> Shown {
        let pieces = self.board.tiles().map(|(cell, piece)| drawing(&cell.name(), piece));
        let round = i64::from(self.round).min(self.seats() as i64);
        let facts = [("round".into(), Fact::from(round))].into();
        Shown { pieces: pieces.collect(), hands: self.hand_texts(), facts, ..Shown::default() }
    }

    /// Returns the clicks of a move: the tile in the hand, its rotation and the cell, such as `e`, `r1`, `d5`. A pass
    /// is a single click.
    fn clicks(&self, action: Action) -> Vec<String> {
        match action {
            Action::Lay(piece, cell) => clicks(piece, cell.name()),
            Action::Pass => vec!["pass".to_string()],
        }
    }

    fn played_cards(&self, action: Action) -> Option<String> {
        Some(match action {
            Action::Lay(piece, _) => piece.kind().letter().to_string(),
            Action::Pass => String::new(),
        })
    }

    /// Adds the points of each seat if the round ends with this move.
    fn words(&self, action: Action, language: &str) -> Option<String> {
        let words = match action {
            Action::Lay(piece, cell) => lay_words(&Self::ABOUT, piece, cell.name(), language),
            Action::Pass => Self::ABOUT.word(language, "do.pass", &[]),
        };
        let after = self.after(action);
        if after.running {
            return Some(words);
        }
        let gained = |seat: Seat| {
            let gain = after.scores[seat.index()] - self.scores[seat.index()];
            Self::ABOUT.word(language, "do.gain", &[player(seat), gain.to_string()])
        };
        let gains: Vec<String> = Seat::all(self.seats()).map(gained).collect();
        Some(Self::ABOUT.word(language, "do.round", &[words, self.round.to_string(), gains.join(", ")]))
    }

    fn why_not(&self, token: &str) -> Option<Refusal> {
        self.refusal(token)
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
            Turn::Chance => format!("round {} has not been dealt", self.round),
            Turn::Over => "the game is over".to_string(),
        });
        lines.join("\n")
    }

    fn explain(&self) -> String {
        explain(self)
    }

    fn strong(values: &Values) -> strong::Strong {
        strong::Strong::new(Rules::from(values).seats)
    }

    fn greedy_value(&self, action: Action) -> i32 {
        baseline::greedy(self, action)
    }
}

/// Checks that `text` consists of eighteen tile letters, `a` to `k`, and returns them sorted.
fn eighteen(text: &str) -> Result<String, ValueError> {
    let error = || ValueError(format!("{} letters from a to k, such as aaabbbcccddefgghij", position::TILES));
    if text.chars().count() != position::TILES {
        return Err(error());
    }
    let bag = Bag::parse(text).ok().filter(|bag| bag.unknown() == 0).ok_or_else(error)?;
    Ok(bag.to_string())
}
