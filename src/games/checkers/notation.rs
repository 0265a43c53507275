//! Reads and writes positions (FEN with counters) and moves in both square numberings.

use super::board::{Bits, KING_ROW, SQUARES, place, square};
use super::moves::Move;
use super::position::{Checkers, Rules};
use base::quote::quote;
use kit::ensure_at;
use kit::game::State;
use kit::notation::{Notation, Section, Sections, TextError, TokenError, number};
use nom::Parser;
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, opt};
use nom::sequence::{preceded, separated_pair};
use std::fmt::Write;

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

impl Notation for Checkers {
    type Rules = Rules;

    fn start(rules: &Rules) -> Self {
        let p1 = 0x1EFF;
        let p2 = 0xFF << 27 | 0xF << 22;
        Self::new(rules, [p1, p2], 0, false, 0, 1)
    }

    fn read_position(rules: &Rules, text: &str) -> Result<Self, TextError> {
        // A FEN in PDN may end with a full stop.
        let sections = Sections::read(text.strip_suffix('.').unwrap_or(text), "WBHF")?;
        let p2_to_move = match sections.head {
            "B" => false,
            "W" => true,
            other => {
                return Err(TextError::at(0, format!("expected B or W, the side to move, found \"{}\"", quote(other))));
            }
        };
        let quiet_plies = sections.number('H', 0)?;
        let full_move = sections.full_move(1)?;
        let mut pieces = Pieces { rules: *rules, by_seat: [0; 2], kings: 0 };
        for section in &sections.sections {
            match section.letter {
                'B' => pieces.read(0, *section)?,
                'W' => pieces.read(1, *section)?,
                _ => {}
            }
        }
        Ok(Self::new(rules, pieces.by_seat, pieces.kings, p2_to_move, quiet_plies, full_move))
    }

    fn write_position(&self, out: &mut String) {
        let [p1, p2] = self.pieces();
        out.push(if self.us() == 0 { 'B' } else { 'W' });
        for (letter, pieces) in [('W', p2), ('B', p1)] {
            out.push(':');
            out.push(letter);
            let mut comma = "";
            for number in 1..=SQUARES {
                let place = self.rules().place(number);
                if pieces >> place & 1 != 0 {
                    let king = if self.kings() >> place & 1 != 0 { "K" } else { "" };
                    let _ = write!(out, "{comma}{king}{number}");
                    comma = ",";
                }
            }
        }
        let (quiet_plies, full_move) = self.counters();
        let _ = write!(out, ":H{quiet_plies}:F{full_move}");
    }

    fn read_action(&self, token: &str) -> Result<Move, TokenError> {
        let legal = self.legal();
        if let Some(action) = legal.iter().find(|action| self.action_text(**action) == token) {
            return Ok(*action);
        }
        // The short form of a capture gives only the first and last squares. It must match exactly one legal capture.
        let (from, to) = read_ends(token).ok_or(TokenError::Illegal)?;
        let fits = |action: &Move| {
            let ends = [action.from(), action.to()].map(|place| u64::from(self.rules().printed(place)));
            action.is_capture() && ends == [from, to]
        };
        let mut fitting = legal.into_iter().filter(fits);
        match (fitting.next(), fitting.next()) {
            (Some(action), None) => Ok(action),
            _ => Err(TokenError::Illegal),
        }
    }

    fn write_action(&self, action: Move, out: &mut String) {
        let _ = write!(out, "{}", self.rules().printed(action.from()));
        let separator = if action.is_capture() { 'x' } else { '-' };
        for landing in action.landings() {
            let _ = write!(out, "{separator}{}", self.rules().printed(landing));
        }
    }
}

/// The pieces that have been read so far from a position text.
struct Pieces {
    rules: Rules,
    by_seat: [Bits; 2],
    kings: Bits,
}

impl Pieces {
    /// Adds the pieces that `section` lists for `seat`.
    fn read(&mut self, seat: usize, section: Section) -> Result<(), TextError> {
        for (offset, text) in section.items() {
            let item = Item::read(text, offset)?;
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
    fn read(text: &str, offset: usize) -> Result<Self, TextError> {
        let mut item = all_consuming((opt(char('K')), digit1, opt(preceded(char('-'), digit1))));
        let parsed: nom::IResult<&str, (Option<char>, &str, Option<&str>)> = item.parse(text);
        let Ok((_, (king, first, last))) = parsed else {
            return Err(TextError::at(
                offset,
                format!("expected a piece such as 7, K7, 5-8 or K1-3, found \"{}\"", quote(text)),
            ));
        };
        let first = read_square(first, offset)?;
        let last = last.map_or(Ok(first), |last| read_square(last, offset))?;
        ensure_at!(last >= first, offset, "the range {} runs backwards", quote(text));
        Ok(Self { kings: king.is_some(), first, last })
    }
}

/// Parses a square number, 1–32.
fn read_square(digits: &str, offset: usize) -> Result<u8, TextError> {
    match number(digits, offset)? {
        number @ 1..=32 => Ok(number as u8),
        _ => Err(TextError::at(offset, format!("square {} does not exist", quote(digits)))),
    }
}

/// Parses the two square numbers in a short capture such as `1x19`. Leading zeros are rejected.
fn read_ends(token: &str) -> Option<(u64, u64)> {
    let mut ends = all_consuming(separated_pair(digit1::<&str, nom::error::Error<&str>>, char('x'), digit1));
    let (_, (from, to)) = ends.parse(token).ok()?;
    if from.starts_with('0') || to.starts_with('0') {
        return None;
    }
    Some((from.parse().ok()?, to.parse().ok()?))
}
