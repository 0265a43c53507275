//! The Querbeet puzzle "chain": one player lays a closed ring of road that encloses as many cells as possible.

mod position;
mod moves;
mod rules;
mod notation;
mod render;
mod numbers;
mod baseline;

mod area_bound;
mod laid_tiles;
mod ring;
mod ring_search;
mod solver;
mod spot;
mod tiling;
mod words;

#[cfg(test)]
mod tests;

pub use moves::Lay;
pub use position::{QuerbeetChain, Rules};

use crate::games::querbeet::EIGHTEEN;
use crate::games::querbeet::bag::Bag;
use crate::games::querbeet::puzzle::notation::{parse_lay, parse_sections, parse_tail, write_tail};
use crate::games::querbeet::puzzle::render::board;
use crate::games::querbeet::puzzle::stock::Stock;
use crate::games::querbeet::render::{clicks, patterns};
use crate::games::querbeet::tile::Kind;
use crate::games::querbeet::tokens::{lay_text, write_tiles};
use crate::games::querbeet::words::lay_words;
use base::counted::counted;
use kit::about::{About, Refusal};
use kit::game::Game;
use kit::numbers::Numbering;
use kit::options::{Spec, Values};
use kit::state::{Ending, State};
use kit::text::TokenError;
use laid_tiles::LaidTiles;
use notation::{Result, parse_tiles, spot};
use spot::Spot;
use ugi::GameResult;
use ugi::board::{Board, Cells};

const TILES: Spec = Spec { name: "QuerbeetChain.Tiles", kind: EIGHTEEN };

impl From<&Values> for Rules {
    fn from(values: &Values) -> Self {
        Rules { tiles: Bag::parse(&values.text(&TILES)).unwrap_or_default() }
    }
}

impl Game for QuerbeetChain {
    const NAME: &'static str = "querbeet-chain";

    type Rules = Rules;

    type Strong = solver::Solver;

    const OPTIONS: &'static [Spec] = &[TILES];

    const ABOUT: About = words::ABOUT;

    const NUMBERS: Option<Numbering<Self>> = Some(Numbering::of());

    const BENCH: &'static [&'static str] = &["startpos", "startpos moves c1@m14 b1@m12"];

    const RULES: &'static [(&'static str, &'static str)] = rule_pages!("querbeet-chain");

    const SPEED_DEPTH: u32 = 2;

    fn start(rules: &Rules) -> Self {
        let mut stock = Stock::with_centre(rules.tiles);
        stock.take(Kind::CENTRE);
        Self { laid: LaidTiles::opening(), stock, enclosed: 0, plies: 0 }
    }

    /// Parses a position text. By default, section `T` has only the centre tile on `m13`, and `H` has all tiles that
    /// are not laid.
    fn parse_position(rules: &Rules, text: &str) -> Result<Self> {
        let sections = parse_sections(text, "THF")?;
        let mut position = Self::start(rules);
        if let Some(section) = sections.get('T') {
            (position.laid, position.stock) = parse_tiles(section, Stock::with_centre(rules.tiles))?;
            position.update_enclosed();
        }
        position.plies = parse_tail(&sections, position.stock)?;
        Ok(position)
    }

    fn write_position(&self, out: &mut String) {
        out.push_str("p1:T");
        write_tiles(self.laid.tiles().iter().map(|&(spot, piece)| (spot.name(), piece)), out);
        write_tail(self.stock, self.plies, out);
    }

    fn parse_action(&self, token: &str) -> std::result::Result<Lay, TokenError> {
        let lay = parse_lay(token, spot).map(|(piece, spot)| Lay(piece, spot));
        lay.filter(|&lay| self.is_legal(lay)).ok_or(TokenError::Illegal)
    }

    fn write_action(&self, Lay(piece, spot): Lay, out: &mut String) {
        out.push_str(&lay_text(piece, &spot.name()));
    }

    /// Returns the geometry of the board. The hexagons have a corner at the top, and neighbours in a row are 1 apart.
    fn cells(&self) -> Cells {
        let place = |spot: Spot| (f64::from(spot.halves()) / 2.0, f64::from(spot.row()) * 866.0 / 1000.0);
        Cells {
            grid: "hex".into(),
            cells: Spot::all().map(|spot| (spot.name(), place(spot))).collect(),
            extra: patterns(Kind::of_hands()),
            ..Cells::default()
        }
    }

    fn board(&self) -> Board {
        board(self.laid.tiles().iter().map(|&(spot, piece)| (spot.name(), piece)), self.stock)
    }

    /// Returns the clicks of a move: the tile in the stock, its rotation, and the cell, such as `e`, `r1`, `m14`.
    fn clicks(&self, Lay(piece, spot): Lay) -> Vec<String> {
        clicks(piece, spot.name())
    }

    fn trace(&self, Lay(_, spot): Lay) -> Vec<String> {
        vec![spot.name()]
    }

    fn played_cards(&self, Lay(piece, _): Lay) -> Option<String> {
        Some(piece.kind().letter().to_string())
    }

    fn words(&self, action: Lay, language: &str) -> Option<String> {
        let Lay(piece, spot) = action;
        let words = lay_words(&Self::ABOUT, piece, spot.name(), language);
        match self.after(action).enclosed {
            0 => Some(words),
            inside => Some(Self::ABOUT.word(language, "do.ring", &[words, inside.to_string()])),
        }
    }

    fn why_not(&self, token: &str) -> Option<Refusal> {
        self.check_lay(token).err()
    }

    fn picture(&self) -> String {
        let mut lines = self.map();
        lines.push(format!("tiles left: {}", self.stock));
        lines.push(match self.ending() {
            None => "no ring yet".to_string(),
            Some(Ending { result: GameResult::Win(0), .. }) => format!("a ring around {}", self.cells_enclosed()),
            Some(_) => "no ring, and no tile fits".to_string(),
        });
        lines.join("\n")
    }

    fn explain(&self) -> String {
        match self.enclosed {
            0 => format!("no ring yet; tiles can be laid on {}", counted(self.places().len(), "cell")),
            _ => format!("a ring around {}", self.cells_enclosed()),
        }
    }

    fn greedy_value(&self, action: Lay) -> i32 {
        baseline::greedy(self, action)
    }
}
