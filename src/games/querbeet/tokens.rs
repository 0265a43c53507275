//! Parsers and writers for the parts of the notation that Querbeet and its two puzzles share: cells, tiles, moves.

use super::cell::Cell;
use super::tile::{Kind, Piece};
use base::quote::quote;
use kit::text::TextError;
use nom::character::complete::{char, one_of};
use nom::combinator::{all_consuming, map_opt};
use nom::sequence::separated_pair;
use nom::{IResult, Parser};

/// Parses a cell, such as `d4`.
pub fn cell(input: &str) -> IResult<&str, Cell> {
    let places = (one_of("abcdefg"), one_of("1234567"));
    map_opt(places, |(row, number)| Cell::new(row as u8 - b'a', number as u8 - b'1')).parse(input)
}

/// Parses a kind, such as `e`.
pub fn kind(input: &str) -> IResult<&str, Kind> {
    map_opt(one_of("abcdefghijkl"), Kind::of_letter).parse(input)
}

/// Parses a tile with its rotation, such as `e1`. Rotations that look like a smaller one are rejected.
pub fn piece(input: &str) -> IResult<&str, Piece> {
    map_opt((kind, one_of("012345")), |(kind, turns)| Piece::new(kind, turns as u8 - b'0')).parse(input)
}

/// Returns a parser of moves such as `e1@d5`; `cell` parses the cell.
pub fn lay<'a, C>(
    cell: impl Fn(&'a str) -> IResult<&'a str, C>,
) -> impl Parser<&'a str, Output = (Piece, C), Error = nom::error::Error<&'a str>> {
    separated_pair(piece, char('@'), cell)
}

/// Reads a cell with its tile in a position text, such as `c4c0`. `cell` parses the cell, and `offset` is the position
/// of `item` in the text.
///
/// # Errors
/// Returns an error if the cell, the kind or the rotation is invalid.
pub fn parse_tile<C>(
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
        TextError::at(place + 1, format!("tile {} has rotations 0 to {most}", kind.letter()))
    })?;
    Ok((cell, piece))
}

/// Appends tiles with the names of their cells, such as `c4c0,d4l0`.
pub fn write_tiles(tiles: impl Iterator<Item = (String, Piece)>, out: &mut String) {
    let texts: Vec<String> = tiles.map(|(cell, piece)| cell + &piece_text(piece)).collect();
    out.push_str(&texts.join(","));
}

/// Returns the token of a move, such as `e1@d5`.
pub fn lay_text(piece: Piece, cell: &str) -> String {
    format!("{}@{cell}", piece_text(piece))
}

/// Returns a tile with its rotation, such as `e1`.
pub fn piece_text(piece: Piece) -> String {
    format!("{}{}", piece.kind().letter(), piece.rotation())
}
