//! Parses and prints position texts and move tokens.

use super::board::{Direction, Field, Fields};
use super::moves::Action;
use super::position::{Jeex, other};
use base::quote::quote;
use kit::ensure_at;
use kit::text::{Section, Sections, TextError, number};
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{anychar, char};
use nom::combinator::{all_consuming, map, map_opt, value};
use nom::sequence::{pair, preceded, separated_pair};
use nom::{IResult, Parser};
use ugi::Seat;

/// The maximum number of stones on the board and in stock together.
const STONES: u64 = 14;

impl Jeex {
    pub(super) fn parse_stones(&mut self, seat: Seat, section: &Section) -> Result<(), TextError> {
        for (offset, item) in section.items() {
            let Ok((_, (field, direction))) = all_consuming(stone).parse(item) else {
                return Err(TextError::at(
                    offset,
                    format!("expected a field and a direction such as b2ne, found \"{}\"", quote(item)),
                ));
            };
            ensure_at!(self.empty() & field.bit() != 0, offset, "a second stone on {field}");
            self.put(seat, field, direction);
        }
        Ok(())
    }

    /// Reads the stock. The default for each player is seven minus the player's stones on the board, but at least 0.
    pub(super) fn parse_stock(&mut self, section: Option<Section>) -> Result<(), TextError> {
        let on_board = self.stones.map(|stones| u64::from(stones.count_ones()));
        let (stock, offset) = match section {
            None => (on_board.map(|n| 7u64.saturating_sub(n)), 0),
            Some(section) => match section.items()[..] {
                [(at, white), (next, black)] => ([number(white, at)?, number(black, next)?], section.offset),
                _ => return Err(TextError::at(section.offset, "expected the stock as two numbers such as S7,7")),
            },
        };
        let all = on_board.into_iter().chain(stock).fold(0, u64::saturating_add);
        ensure_at!(all <= STONES, offset, "{all} stones on the board and in stock, expected at most {STONES}");
        self.stock = stock.map(|n| n as u8);
        Ok(())
    }

    /// Reads the move number. `F1` marks the opening: the player to move must place their first stone.
    pub(super) fn parse_full_move(&mut self, sections: &Sections, end: usize) -> Result<(), TextError> {
        let opened = self.stones_of(self.mover) != 0;
        self.full_move = sections.full_move(if opened { 2 } else { 1 })?;
        let offset = sections.get('F').map_or(end, |section| section.offset);
        let laid = self.mover.index();
        let first = self.stones_of(other(self.mover)).count_ones() as usize;
        if self.is_opening() && (opened || first != laid) {
            let board = ["an empty board", "one white stone and no black one"][laid];
            return Err(TextError::at(offset, format!("F1 with {} to move requires {board}", side_letter(self.mover))));
        }
        ensure_at!(
            !(self.is_opening() && self.stock[laid..].contains(&0)),
            offset,
            "F1 requires a stone in stock to open with"
        );
        Ok(())
    }
}

pub(super) const fn side_letter(seat: Seat) -> char {
    ['W', 'B'][seat.index() & 1]
}

pub(super) fn action(input: &str) -> IResult<&str, Action> {
    alt((
        value(Action::Claim, tag("jeex")),
        map(preceded(char('@'), stone), |(at, direction)| Action::Place(at, direction)),
        map(separated_pair(field, char('x'), field), |(from, to)| Action::Capture(from, to)),
        map(stone, |(at, direction)| Action::Rotate(at, direction)),
    ))
    .parse(input)
}

fn stone(input: &str) -> IResult<&str, (Field, Direction)> {
    pair(field, direction).parse(input)
}

fn field(input: &str) -> IResult<&str, Field> {
    map_opt(pair(anychar, anychar), |(file, rank)| Field::new(file, rank)).parse(input)
}

/// Parses the longest matching name of a direction. The two-letter names are tried first, because `n` is a prefix of
/// `ne`.
fn direction(input: &str) -> IResult<&str, Direction> {
    let word = |index: usize| value(Direction::new(index), tag(Direction::new(index).word()));
    alt((word(1), word(3), word(5), word(7), word(0), word(2), word(4), word(6))).parse(input)
}

/// Parses the value of the `Jeex.Battlefields` option, such as `c1,c3`. Returns the empty set if the value is invalid.
pub(super) fn battlefields(word: &str) -> Fields {
    let pair = all_consuming(separated_pair(field, char(','), field)).parse(word);
    pair.map_or(0, |(_, (one, two))| one.bit() | two.bit())
}
