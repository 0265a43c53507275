//! The notation: reads, checks and writes moves and position texts.

use super::laid_tiles::LaidTiles;
use super::spot::Spot;
use crate::games::querbeet::puzzle::stock::Stock;
use crate::games::querbeet::tile::Piece;
use crate::games::querbeet::tokens::parse_tile;
use kit::ensure_at;
use kit::text::{Section, TextError};
use nom::character::complete::{one_of, satisfy};
use nom::combinator::{map_opt, opt, recognize};
use nom::{IResult, Parser};

pub(super) type Result<T> = std::result::Result<T, TextError>;

/// Parses a cell such as `m13`. The number must not have leading zeros.
pub(super) fn spot(input: &str) -> IResult<&str, Spot> {
    let digit = || satisfy(|c: char| c.is_ascii_digit());
    let number = recognize((one_of("123456789"), opt(digit())));
    map_opt((one_of("abcdefghijklmnopqrstuvwxy"), number), |(row, number): (char, &str)| {
        Spot::new((row as u8 - b'a') as i8, number.parse().ok()?)
    })
    .parse(input)
}

/// Reads section `T`. Returns the laid tiles and the tiles that remain in the stock.
pub(super) fn parse_tiles(section: Section, mut stock: Stock) -> Result<(LaidTiles, Stock)> {
    let mut laid = LaidTiles::nothing();
    for (offset, item) in section.items() {
        let (place, piece) = parse_tile(offset, item, spot)?;
        let name = place.name();
        ensure_at!(laid.piece(place).is_none(), offset, "two tiles on {name}");
        ensure_at!(
            (piece == Piece::CENTRE) == (place == Spot::MIDDLE),
            offset + name.len(),
            "the tile on m13 must be l, and l can be nowhere else"
        );
        ensure_at!(stock.count(piece.kind()) != 0, offset, "more tiles {} than there are", piece.kind().letter());
        stock.take(piece.kind());
        laid.lay(piece, place);
    }
    ensure_at!(laid.piece(Spot::MIDDLE).is_some(), section.offset, "no l on m13");
    if !laid.is_sound() {
        let text = "tiles do not match on a shared edge, or are not joined to m13 by road";
        return Err(TextError::at(section.offset, text));
    }
    Ok((laid, stock))
}
