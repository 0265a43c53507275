//! The texts that both puzzles share: tiles on cells, the stock, a move. Knows no board: how a cell is written is given.

use super::stock::Stock;
use super::text::{kind, piece};
use super::tile::Piece;
use base::quote::quote;
use kit::notation::{Section, Sections, TextError};
use nom::combinator::all_consuming;
use nom::{IResult, Parser};
use std::fmt::Write;

/// `c4c0`: a cell as `cell` reads it, a tile, its turns.
///
/// # Errors
/// What is wrong and where.
pub fn read_tile<C>(
    offset: usize,
    item: &str,
    cell: impl Fn(&str) -> IResult<&str, C>,
) -> Result<(C, Piece), TextError> {
    let (rest, cell) = cell(item).map_err(|_| TextError::at(offset, format!("no cell in \"{}\"", quote(item))))?;
    let place = offset + item.len() - rest.len();
    let (_, kind) = kind(rest).map_err(|_| TextError::at(place, format!("no tile in \"{}\"", quote(item))))?;
    let turned = all_consuming(piece).parse(rest);
    let (_, piece) = turned.map_err(|_| {
        let most = kind.pieces().count_ones() - 1;
        TextError::at(place + 1, format!("tile {} is turned by 0 to {most}", kind.letter()))
    })?;
    Ok((cell, piece))
}

/// The sections of a puzzle's text, `known` their letters; one seat is always to move.
///
/// # Errors
/// What is wrong and where.
pub fn read_sections<'a>(text: &'a str, known: &str) -> Result<Sections<'a>, TextError> {
    let sections = Sections::read(text, known)?;
    if sections.head != "p1" {
        return Err(TextError::at(0, format!("expected p1, found \"{}\"", quote(sections.head))));
    }
    Ok(sections)
}

/// What stands behind the tiles: `H`, which must be `left` where it is there, and the plies of `F`.
///
/// # Errors
/// What is wrong and where.
pub fn read_tail(sections: &Sections, text: &str, left: Stock) -> Result<u64, TextError> {
    if let Some(section) = sections.get('H') {
        read_stock(section, left)?;
    }
    let count = sections.number('F', 1)?;
    let at = sections.get('F').map_or(text.len(), |section| section.offset);
    count.checked_sub(1).ok_or_else(|| TextError::at(at, "F counts from 1"))
}

/// Appends what stands behind the tiles.
pub fn write_tail(stock: Stock, plies: u64, out: &mut String) {
    out.push_str(":H");
    stock.write(out);
    let _ = write!(out, ":F{}", plies.saturating_add(1));
}

/// Reads the tiles that are left, which must be `left`.
fn read_stock(section: Section, left: Stock) -> Result<(), TextError> {
    let stock = match section.content {
        "" => return Err(TextError::at(section.offset, "an empty stock is written -")),
        "-" => Stock::default(),
        text => Stock::read(text)
            .map_err(|at| TextError::at(section.offset + at, "expected at most 19 tiles a to l, and one l"))?,
    };
    if stock == left {
        return Ok(());
    }
    let mut letters = String::new();
    left.write(&mut letters);
    Err(TextError::at(section.offset, format!("the laid tiles leave {letters}")))
}

/// Appends `e1`.
pub fn write_piece(piece: Piece, out: &mut String) {
    out.push(piece.kind().letter());
    out.push((b'0' + piece.rotation()) as char);
}

/// Appends `e1@d5`.
pub fn write_lay(piece: Piece, cell: &str, out: &mut String) {
    write_piece(piece, out);
    out.push('@');
    out.push_str(cell);
}
