//! The notation: reads, checks and writes moves and position texts.

use super::moves::Lay;
use super::position::QuerbeetFigure;
use crate::games::querbeet::cell::CellSet;
use crate::games::querbeet::puzzle::stock::ALL;
use crate::games::querbeet::tokens::{cell, parse_tile};
use base::quote::quote;
use kit::ensure_at;
use kit::state::State;
use kit::text::{Section, TextError};
use nom::Parser;
use nom::combinator::all_consuming;

pub(super) type Result<T> = std::result::Result<T, TextError>;

/// Reads a figure, which must have 1 to 19 cells without repetition.
pub(super) fn parse_figure(section: Section) -> Result<CellSet> {
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
pub(super) fn lay_tiles(section: Section, position: &mut QuerbeetFigure) -> Result<()> {
    for (offset, item) in section.items() {
        let (cell, piece) = parse_tile(offset, item, cell)?;
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
