//! Parses and prints position texts such as `W:Wc3,Cd4:R…:T2,1:H3:F19`, and moves: `@c3`, `c3-c5`, `pass`.

use super::board::Tile;
use super::moves::Action;
use super::position::{GOAL, STONES, Wieniet};
use base::quote::quote;
use kit::ensure_at;
use kit::text::{Section, Sections, TextError, number};
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, opt, value};
use nom::sequence::{preceded, separated_pair};
use nom::{IResult, Parser};
use std::fmt::Write;

/// The letters of the two colours, which also name the sides.
pub(super) const COLOURS: [char; 2] = ['W', 'R'];

impl Wieniet {
    /// Reads the stones of one colour and puts them on the board.
    pub(super) fn parse_stones(&mut self, colour: usize, section: Section) -> Result<(), TextError> {
        for (count, (offset, item)) in section.items().into_iter().enumerate() {
            let (_, (mark, tile)) = all_consuming((opt(char('C')), Tile::parse)).parse(item).map_err(|_| {
                TextError::at(offset, format!("expected a tile, or C and a tile, found \"{}\"", quote(item)))
            })?;
            ensure_at!(self.free() & tile.bit() != 0, offset, "a second stone on {tile}");
            ensure_at!(count < usize::from(STONES), offset, "more than {STONES} stones of a colour");
            self.stones[colour] |= tile.bit();
            if mark.is_some() {
                self.up |= tile.bit();
            }
        }
        Ok(())
    }

    /// Computes how many stones of each colour have not been laid. Rejects more than eight stones of a colour, and
    /// stones that are off or circle up although not all stones have been laid.
    pub(super) fn count_stones(&mut self, sections: &Sections) -> Result<(), TextError> {
        let place = |letter| sections.get(letter).map_or(0, |section| section.offset);
        for (colour, letter) in COLOURS.into_iter().enumerate() {
            let there = self.stones[colour].count_ones() as u8 + self.off[colour];
            self.unlaid[colour] = STONES.checked_sub(there).ok_or_else(|| {
                TextError::at(place('T'), format!("more than {STONES} stones of {letter} on the board and off"))
            })?;
        }
        if !self.is_setting_up() {
            return Ok(());
        }
        ensure_at!(self.off == [0, 0], place('T'), "stones are off although not all sixteen have been laid");
        for (letter, stones) in COLOURS.into_iter().zip(self.stones) {
            if self.up & stones != 0 {
                let message = "a stone is circle up although not all sixteen have been laid";
                return Err(TextError::at(place(letter), message));
            }
        }
        Ok(())
    }
}

/// Parses the `T` section, such as `T2,1`: the numbers of stones off, White's first.
pub(super) fn parse_off(section: Section) -> Result<[u8; 2], TextError> {
    let (_, (white, red)) = all_consuming(pair)
        .parse(section.content)
        .map_err(|_| TextError::at(section.offset, "expected two numbers, the stones off of White and of Red"))?;
    let mut off = [0; 2];
    let places = [section.offset, section.offset + white.len() + 1];
    for (colour, digits) in [white, red].into_iter().enumerate() {
        let stones = number(digits, places[colour])?;
        ensure_at!(stones <= u64::from(GOAL), places[colour], "more than {GOAL} stones off");
        off[colour] = stones as u8;
    }
    ensure_at!(off != [GOAL; 2], places[1], "only one side can have {GOAL} stones off");
    Ok(off)
}

fn pair(text: &str) -> IResult<&str, (&str, &str)> {
    separated_pair(digit1, char(','), digit1).parse(text)
}

pub(super) fn action(token: &str) -> IResult<&str, Action> {
    alt((
        preceded(char('@'), Tile::parse).map(Action::Lay),
        separated_pair(Tile::parse, char('-'), Tile::parse).map(|(from, to)| Action::Move(from, to)),
        value(Action::Pass, tag("pass")),
    ))
    .parse(token)
}

pub(super) fn push(out: &mut String, text: std::fmt::Arguments) {
    let _ = out.write_fmt(text);
}
