//! The notation: reads, checks and writes moves and position texts.

use super::laid_tiles::LaidTiles;
use super::moves::Lay;
use super::position::{QuerbeetChain, Rules};
use super::spot::Spot;
use crate::games::querbeet::puzzle::notation::{read_lay, read_sections, read_tail, write_tail};
use crate::games::querbeet::puzzle::stock::Stock;
use crate::games::querbeet::tile::{Kind, Piece};
use crate::games::querbeet::tokens::{lay_text, read_tile, write_tiles};
use kit::ensure_at;
use kit::notation::{Notation, Section, TextError, TokenError};
use nom::character::complete::{one_of, satisfy};
use nom::combinator::{map_opt, opt, recognize};
use nom::{IResult, Parser};

type Result<T> = std::result::Result<T, TextError>;

/// Parses a cell such as `m13`. The number must not have leading zeros.
fn spot(input: &str) -> IResult<&str, Spot> {
    let digit = || satisfy(|c: char| c.is_ascii_digit());
    let number = recognize((one_of("123456789"), opt(digit())));
    map_opt((one_of("abcdefghijklmnopqrstuvwxy"), number), |(row, number): (char, &str)| {
        Spot::new((row as u8 - b'a') as i8, number.parse().ok()?)
    })
    .parse(input)
}

impl Notation for QuerbeetChain {
    type Rules = Rules;

    fn start(rules: &Rules) -> Self {
        let mut stock = Stock::with_centre(rules.tiles);
        stock.take(Kind::CENTRE);
        Self { laid: LaidTiles::opening(), stock, enclosed: 0, plies: 0 }
    }

    /// Parses a position text. By default, section `T` has only the centre tile on `m13`, and `H` has all tiles that
    /// are not laid.
    fn read_position(rules: &Rules, text: &str) -> Result<Self> {
        let sections = read_sections(text, "THF")?;
        let mut position = Self::start(rules);
        if let Some(section) = sections.get('T') {
            (position.laid, position.stock) = read_tiles(section, Stock::with_centre(rules.tiles))?;
            position.update_enclosed();
        }
        position.plies = read_tail(&sections, position.stock)?;
        Ok(position)
    }

    fn write_position(&self, out: &mut String) {
        out.push_str("p1:T");
        write_tiles(self.laid.tiles().iter().map(|&(spot, piece)| (spot.name(), piece)), out);
        write_tail(self.stock, self.plies, out);
    }

    fn read_action(&self, token: &str) -> std::result::Result<Lay, TokenError> {
        let lay = read_lay(token, spot).map(|(piece, spot)| Lay(piece, spot));
        lay.filter(|&lay| self.is_legal(lay)).ok_or(TokenError::Illegal)
    }

    fn write_action(&self, Lay(piece, spot): Lay, out: &mut String) {
        out.push_str(&lay_text(piece, &spot.name()));
    }
}

/// Reads section `T`. Returns the laid tiles and the tiles that remain in the stock.
fn read_tiles(section: Section, mut stock: Stock) -> Result<(LaidTiles, Stock)> {
    let mut laid = LaidTiles::nothing();
    for (offset, item) in section.items() {
        let (place, piece) = read_tile(offset, item, spot)?;
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
