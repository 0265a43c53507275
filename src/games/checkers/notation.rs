//! Reads and writes positions (FEN with counters) and moves in both square numberings.

use super::board::{Bits, KING_ROW, SQUARES, place, square};
use super::position::Rules;
use base::quote::quote;
use kit::ensure_at;
use kit::text::{Section, TextError, number};
use nom::Parser;
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, opt};
use nom::sequence::{preceded, separated_pair};

/// The maximum number of pieces per side: each side starts with twelve men.
const MOST_PIECES: u32 = 12;

impl Rules {
    /// Converts a place (a bit number) to the square number in the numbering of these rules.
    pub(super) const fn printed(self, place: u8) -> u8 {
        let square = square(place);
        if self.turned { SQUARES - square } else { square + 1 }
    }

    /// Converts a square number in the numbering of these rules, 1–32, to a place.
    pub(super) const fn place(self, printed: u8) -> u8 {
        place(if self.turned { SQUARES - printed } else { printed - 1 })
    }
}

/// The pieces that have been read so far from a position text.
pub(super) struct Pieces {
    pub(super) rules: Rules,
    pub(super) by_seat: [Bits; 2],
    pub(super) kings: Bits,
}

impl Pieces {
    /// Adds the pieces that `section` lists for `seat`.
    pub(super) fn parse(&mut self, seat: usize, section: Section) -> Result<(), TextError> {
        for (offset, text) in section.items() {
            let item = Item::parse(text, offset)?;
            for printed in item.first..=item.last {
                let bit: Bits = 1 << self.rules.place(printed);
                ensure_at!((self.by_seat[0] | self.by_seat[1]) & bit == 0, offset, "two pieces on square {printed}");
                ensure_at!(item.kings || KING_ROW[seat] & bit == 0, offset, "a man on its king row, square {printed}");
                self.by_seat[seat] |= bit;
                if item.kings {
                    self.kings |= bit;
                }
                ensure_at!(
                    self.by_seat[seat].count_ones() <= MOST_PIECES,
                    offset,
                    "more than {MOST_PIECES} pieces of {}",
                    section.letter
                );
            }
        }
        Ok(())
    }
}

/// An entry in a piece list: `7`, `K7`, `5-8` or `K1-3`. The numbers are those of the position text, in either
/// numbering.
struct Item {
    kings: bool,
    first: u8,
    last: u8,
}

impl Item {
    pub(super) fn parse(text: &str, offset: usize) -> Result<Self, TextError> {
        let mut item = all_consuming((opt(char('K')), digit1, opt(preceded(char('-'), digit1))));
        let parsed: nom::IResult<&str, (Option<char>, &str, Option<&str>)> = item.parse(text);
        let Ok((_, (king, first, last))) = parsed else {
            return Err(TextError::at(
                offset,
                format!("expected a piece such as 7, K7, 5-8 or K1-3, found \"{}\"", quote(text)),
            ));
        };
        let first = parse_square(first, offset)?;
        let last = last.map_or(Ok(first), |last| parse_square(last, offset))?;
        ensure_at!(last >= first, offset, "the range {} runs backwards", quote(text));
        Ok(Self { kings: king.is_some(), first, last })
    }
}

/// Parses a square number, 1–32.
fn parse_square(digits: &str, offset: usize) -> Result<u8, TextError> {
    match number(digits, offset)? {
        number @ 1..=32 => Ok(number as u8),
        _ => Err(TextError::at(offset, format!("square {} does not exist", quote(digits)))),
    }
}

/// Parses the two square numbers in a short capture such as `1x19`. Leading zeros are rejected.
pub(super) fn parse_ends(token: &str) -> Option<(u64, u64)> {
    let mut ends = all_consuming(separated_pair(digit1::<&str, nom::error::Error<&str>>, char('x'), digit1));
    let (_, (from, to)) = ends.parse(token).ok()?;
    if from.starts_with('0') || to.starts_with('0') {
        return None;
    }
    Some((from.parse().ok()?, to.parse().ok()?))
}
