//! The notation shared by both puzzles: moves, and the sections `H` and `F` of position texts.

use super::stock::Stock;
use crate::games::querbeet::tile::Piece;
use crate::games::querbeet::tokens::lay;
use base::quote::quote;
use kit::ensure_at;
use kit::text::{Section, Sections, TextError};
use nom::combinator::all_consuming;
use nom::{IResult, Parser};
use std::fmt::Write;

/// Parses a move without checking that it is legal; `cell` parses the cell.
pub fn parse_lay<'a, C>(token: &'a str, cell: impl Fn(&'a str) -> IResult<&'a str, C>) -> Option<(Piece, C)> {
    all_consuming(lay(cell)).parse(token).ok().map(|(_, lay)| lay)
}

/// Splits a puzzle position text into sections, whose letters must be in `known`. The first section must be `p1`.
///
/// # Errors
/// Returns an error if the first section is not `p1` or a section is unknown, empty or repeated.
pub fn parse_sections<'a>(text: &'a str, known: &str) -> Result<Sections<'a>, TextError> {
    let sections = Sections::parse(text, known)?;
    ensure_at!(sections.head == "p1", 0, "expected p1, found \"{}\"", quote(sections.head));
    Ok(sections)
}

/// Checks that section `H`, if present, equals the stock `left`. Returns the number of plies from section `F`.
///
/// # Errors
/// Returns an error if a section is invalid or `H` differs from `left`.
pub fn parse_tail(sections: &Sections, left: Stock) -> Result<u64, TextError> {
    if let Some(section) = sections.get('H') {
        parse_stock(section, left)?;
    }
    Ok(sections.full_move(1)? - 1)
}

/// Appends the sections `H` and `F`.
pub fn write_tail(stock: Stock, plies: u64, out: &mut String) {
    let _ = write!(out, ":H{stock}:F{}", plies.saturating_add(1));
}

/// Checks that section `H` equals the stock `left`.
fn parse_stock(section: Section, left: Stock) -> Result<(), TextError> {
    let stock = match section.content {
        "" => return Err(TextError::at(section.offset, "an empty stock is written -")),
        "-" => Stock::default(),
        text => Stock::parse(text)
            .map_err(|at| TextError::at(section.offset + at, "expected at most 19 tiles a to l, and one l"))?,
    };
    if stock == left {
        Ok(())
    } else {
        Err(TextError::at(section.offset, format!("expected the stock that the laid tiles leave: {left}")))
    }
}
