//! The Querbeet puzzle "figure": one player fills a given set of cells with tiles, so that all roads match and none
//! leaves the set.

mod position;
mod moves;
mod rules;
mod notation;
mod render;
mod numbers;
mod baseline;

mod collection;
mod count;
mod solver;
mod words;

#[cfg(test)]
mod tests;

pub use moves::Lay;
pub use position::{QuerbeetFigure, Rules};

use crate::games::querbeet::bag::Bag;
use crate::games::querbeet::board::Board;
use crate::games::querbeet::cell::Cell;
use crate::games::querbeet::puzzle::notation::{parse_lay, parse_sections, parse_tail, write_tail};
use crate::games::querbeet::puzzle::render::board;
use crate::games::querbeet::puzzle::stock::Stock;
use crate::games::querbeet::render::{bare_cells, canvas, clicks, draw_cell, lines, patterns};
use crate::games::querbeet::tokens::{cell, lay_text, write_tiles};
use crate::games::querbeet::words::lay_words;
use crate::games::querbeet::{EIGHTEEN, tile};
use base::counted::counted;
use kit::about::{About, Refusal};
use kit::game::{Game, Solutions};
use kit::numbers::Numbering;
use kit::options::{Kind, Spec, Values};
use kit::state::{Ending, State};
use kit::text::TokenError;
use notation::{Result, lay_tiles, parse_figure};
use ugi::GameResult;
use ugi::board::{Board as Shown, Cells, Piece as Drawing};

const FIGURE: Spec = Spec { name: "QuerbeetFigure.Figure", kind: Kind::Combo(&collection::NAMES) };
const TILES: Spec = Spec { name: "QuerbeetFigure.Tiles", kind: EIGHTEEN };

impl From<&Values> for Rules {
    fn from(values: &Values) -> Self {
        let figure = collection::named(&values.text(&FIGURE));
        Rules { figure, tiles: Bag::parse(&values.text(&TILES)).unwrap_or_default() }
    }
}

impl Game for QuerbeetFigure {
    const NAME: &'static str = "querbeet-figure";

    type Rules = Rules;

    type Strong = solver::Solver;

    const OPTIONS: &'static [Spec] = &[FIGURE, TILES];

    const ABOUT: About = words::ABOUT;

    const NUMBERS: Option<Numbering<Self>> = Some(Numbering::of());

    const BENCH: &'static [&'static str] = &[
        "startpos",
        "fen p1:Zb2,b3,b4,c2,c3,c4,c5,d2,d3,d4,d5,d6,e2,e3,e4,e5,f2,f3,f4:T:Haaabbbcccddefgghijl:F1",
        "fen p1:Za2,a3,b2,b3,b4,c3,c4,d3,d4,d5,e2,e3,e4,e5,f2,f3,f4,g2,g3:T:Haaabbbcccddefgghijl:F1",
        "fen p1:Zb3,c2,c3,c4,c5,d3,d4,d5,e2,e3,e4,e5,f3:T:Haaabbbcccddefgghijl:F1",
    ];

    const RULES: &'static [(&'static str, &'static str)] = rule_pages!("querbeet-figure");

    const SPEED_DEPTH: u32 = 2;

    fn start(rules: &Rules) -> Self {
        let stock = Stock::with_centre(rules.tiles);
        Self { figure: rules.figure, board: Board::default(), stock, plies: 0 }
    }

    /// Parses a position text. By default, section `Z` has the figure of the rule options, `T` has no tiles, and `H`
    /// has all tiles that are not laid.
    fn parse_position(rules: &Rules, text: &str) -> Result<Self> {
        let sections = parse_sections(text, "ZTHF")?;
        let figure = sections.get('Z').map_or(Ok(rules.figure), parse_figure)?;
        let mut position = Self::start(&Rules { figure, ..*rules });
        if let Some(section) = sections.get('T') {
            lay_tiles(section, &mut position)?;
        }
        position.plies = parse_tail(&sections, position.stock)?;
        Ok(position)
    }

    fn write_position(&self, out: &mut String) {
        let cells: Vec<String> = Cell::each(self.figure).map(Cell::name).collect();
        out.push_str("p1:Z");
        out.push_str(&cells.join(","));
        out.push_str(":T");
        write_tiles(self.board.tiles().map(|(cell, piece)| (cell.name(), piece)), out);
        write_tail(self.stock, self.plies, out);
    }

    fn parse_action(&self, token: &str) -> std::result::Result<Lay, TokenError> {
        let lay = parse_lay(token, cell).map(|(piece, cell)| Lay(piece, cell));
        lay.filter(|&lay| self.is_legal(lay)).ok_or(TokenError::Illegal)
    }

    fn write_action(&self, Lay(piece, cell): Lay, out: &mut String) {
        out.push_str(&lay_text(piece, &cell.name()));
    }

    fn cells(&self) -> Cells {
        Cells { extra: patterns(tile::Kind::all()), ..bare_cells() }
    }

    /// Returns the laid tiles, and a piece of kind `free` on each free cell of the figure.
    fn board(&self) -> Shown {
        let free = Cell::each(self.free());
        let free = free.map(|cell| Drawing::new(cell.name(), None, "free"));
        let mut board = board(self.board.tiles().map(|(cell, piece)| (cell.name(), piece)), self.stock);
        board.pieces.extend(free);
        board
    }

    /// Returns the clicks of a move: the tile in the stock, its rotation, and the cell, such as `e`, `r1`, `d5`.
    fn clicks(&self, Lay(piece, cell): Lay) -> Vec<String> {
        clicks(piece, cell.name())
    }

    fn played_cards(&self, Lay(piece, _): Lay) -> Option<String> {
        Some(piece.kind().letter().to_string())
    }

    fn words(&self, Lay(piece, cell): Lay, language: &str) -> Option<String> {
        Some(lay_words(&Self::ABOUT, piece, cell.name(), language))
    }

    fn why_not(&self, token: &str) -> Option<Refusal> {
        self.check_lay(token).err()
    }

    fn picture(&self) -> String {
        let mut canvas = canvas();
        Cell::each(self.figure).for_each(|cell| draw_cell(&self.board, cell, &mut canvas));
        let mut lines = lines(canvas);
        let free = self.free().count_ones();
        lines.push(format!("tiles left: {}", self.stock));
        lines.push(match self.ending() {
            None => format!("free: {free} of {} cells", self.figure.count_ones()),
            Some(Ending { result: GameResult::Win(0), .. }) => "the figure is complete".to_string(),
            Some(_) => format!("free: {}, and no tile fits", counted(free, "cell")),
        });
        lines.join("\n")
    }

    fn explain(&self) -> String {
        let choices: Vec<(Cell, u32)> = self.places().map(|(cell, pieces)| (cell, pieces.count_ones())).collect();
        let dead = choices.iter().filter(|(_, choices)| *choices == 0).count();
        match choices.iter().min_by_key(|(_, choices)| *choices) {
            None => "the figure is complete".to_string(),
            Some(_) if dead > 0 => {
                format!("{} on which no tile fits: the figure cannot be completed", counted(dead, "cell"))
            }
            Some((cell, choices)) => {
                format!(
                    "{} cells are free; {} has the fewest fitting tiles in all rotations: {choices}",
                    self.free().count_ones(),
                    cell.name()
                )
            }
        }
    }

    fn greedy_value(&self, action: Lay) -> i32 {
        baseline::greedy(self, action)
    }

    fn solutions(&self, limit: u64) -> Option<Solutions> {
        Some(count::solutions(self, limit))
    }
}
