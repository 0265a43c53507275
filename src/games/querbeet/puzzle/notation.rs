//! The texts that both puzzles share: a move, and all sections but those with cells.

use super::stock::Stock;
use crate::games::querbeet::tile::Piece;
use crate::games::querbeet::tokens::lay;
use base::quote::quote;
use kit::ensure_at;
use kit::notation::{Section, Sections, TextError};
use nom::combinator::all_consuming;
use nom::{IResult, Parser};
use std::fmt::Write;

/// The tile and the cell of a move, legal or not; `cell` reads the name of a cell.
pub fn read_lay<'a, C>(token: &'a str, cell: impl Fn(&'a str) -> IResult<&'a str, C>) -> Option<(Piece, C)> {
    all_consuming(lay(cell)).parse(token).ok().map(|(_, lay)| lay)
}

/// The sections of a puzzle's text, `known` their letters; one seat is always to move.
///
/// # Errors
/// What is wrong and where.
pub fn read_sections<'a>(text: &'a str, known: &str) -> Result<Sections<'a>, TextError> {
    let sections = Sections::read(text, known)?;
    ensure_at!(sections.head == "p1", 0, "expected p1, found \"{}\"", quote(sections.head));
    Ok(sections)
}

/// What stands behind the tiles: `H`, which must be `left` where it is there, and the plies of `F`.
///
/// # Errors
/// What is wrong and where.
pub fn read_tail(sections: &Sections, left: Stock) -> Result<u64, TextError> {
    if let Some(section) = sections.get('H') {
        read_stock(section, left)?;
    }
    Ok(sections.full_move(1)? - 1)
}

/// Appends what stands behind the tiles.
pub fn write_tail(stock: Stock, plies: u64, out: &mut String) {
    let _ = write!(out, ":H{stock}:F{}", plies.saturating_add(1));
}

/// Reads the tiles that are left, which must be `left`.
fn read_stock(section: Section, left: Stock) -> Result<(), TextError> {
    let stock = match section.content {
        "" => return Err(TextError::at(section.offset, "an empty stock is written -")),
        "-" => Stock::default(),
        text => Stock::read(text)
            .map_err(|at| TextError::at(section.offset + at, "expected at most 19 tiles a to l, and one l"))?,
    };
    if stock == left { Ok(()) } else { Err(TextError::at(section.offset, format!("the laid tiles leave {left}"))) }
}
