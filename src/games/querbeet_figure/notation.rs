//! The notation: reads, checks and writes moves and position texts.

use super::moves::Lay;
use super::position::{QuerbeetFigure, Rules};
use crate::games::querbeet::board::Board;
use crate::games::querbeet::cell::{Cell, CellSet};
use crate::games::querbeet::puzzle::notation::{read_lay, read_sections, read_tail, write_tail};
use crate::games::querbeet::puzzle::stock::{ALL, Stock};
use crate::games::querbeet::tokens::{cell, lay_text, read_tile, write_tiles};
use base::quote::quote;
use kit::ensure_at;
use kit::game::State;
use kit::notation::{Notation, Section, TextError, TokenError};
use nom::Parser;
use nom::combinator::all_consuming;

type Result<T> = std::result::Result<T, TextError>;

impl Notation for QuerbeetFigure {
    type Rules = Rules;

    fn start(rules: &Rules) -> Self {
        let stock = Stock::with_centre(rules.tiles);
        Self { figure: rules.figure, board: Board::default(), stock, plies: 0 }
    }

    /// Parses a position text. By default, section `Z` has the figure of the rule options, `T` has no tiles, and `H`
    /// has all tiles that are not laid.
    fn read_position(rules: &Rules, text: &str) -> Result<Self> {
        let sections = read_sections(text, "ZTHF")?;
        let figure = sections.get('Z').map_or(Ok(rules.figure), read_figure)?;
        let mut position = Self::start(&Rules { figure, ..*rules });
        if let Some(section) = sections.get('T') {
            lay_tiles(section, &mut position)?;
        }
        position.plies = read_tail(&sections, position.stock)?;
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

    fn read_action(&self, token: &str) -> std::result::Result<Lay, TokenError> {
        let lay = read_lay(token, cell).map(|(piece, cell)| Lay(piece, cell));
        lay.filter(|&lay| self.is_legal(lay)).ok_or(TokenError::Illegal)
    }

    fn write_action(&self, Lay(piece, cell): Lay, out: &mut String) {
        out.push_str(&lay_text(piece, &cell.name()));
    }
}

/// Reads a figure, which must have 1 to 19 cells without repetition.
pub(super) fn read_figure(section: Section) -> Result<CellSet> {
    let mut figure = 0;
    for (offset, item) in section.items() {
        let read = all_consuming(cell).parse(item);
        let (_, cell) = read.map_err(|_| TextError::at(offset, format!("no cell \"{}\"", quote(item))))?;
        ensure_at!(figure & cell.bit() == 0, offset, "{} is there twice", cell.name());
        figure |= cell.bit();
    }
    match figure.count_ones() as usize {
        1..=ALL => Ok(figure),
        cells => Err(TextError::at(section.offset, format!("a figure has 1 to {ALL} cells, not {cells}"))),
    }
}

/// Lays the tiles of section `T` one by one. Each must be in the stock, and must match the tiles before it and the
/// border of the figure.
fn lay_tiles(section: Section, position: &mut QuerbeetFigure) -> Result<()> {
    for (offset, item) in section.items() {
        let (cell, piece) = read_tile(offset, item, cell)?;
        let name = cell.name();
        ensure_at!(position.figure & cell.bit() != 0, offset, "{name} is not a cell of the figure");
        ensure_at!(position.board.laid() & cell.bit() == 0, offset, "two tiles on {name}");
        ensure_at!(
            position.stock.count(piece.kind()) != 0,
            offset,
            "more tiles {} than there are",
            piece.kind().letter()
        );
        ensure_at!(
            position.is_legal(Lay(piece, cell)),
            offset,
            "the tile on {name} does not match the tiles before it or the border of the figure"
        );
        position.play(Lay(piece, cell));
    }
    Ok(())
}
