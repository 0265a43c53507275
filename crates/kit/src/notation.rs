//! What a game's texts are: positions, moves, events, boards. Shared pieces of the notation live here, with the
//! section grammar of position texts. Knows no protocol command.

use crate::game::{Game, Viewer};
use base::quote::quote;
use nom::{IResult, Parser, bytes::complete::take_while, character::complete::char, multi::separated_list1};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// Column of the fault, counted from 1 at the start of the text.
    pub column: usize,
    /// One plain sentence without a full stop.
    pub message: String,
}

impl TextError {
    /// A fault at byte `offset` (from 0).
    pub fn at(offset: usize, message: impl Into<String>) -> Self {
        Self { column: offset + 1, message: message.into() }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for TextError {}

/// Why a move or event token was not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reject {
    /// No such move here, whatever the hidden cards are.
    Illegal,
    /// Everybody could make this move, but for the cards: the seat has not got them, or no way to fill the holes is left.
    Cards,
}

/// The texts of a game. Printing a position and reading it back gives the same position.
pub trait Notation: Game {
    /// Reads a position text as `viewer` may give it: `?` is refused for the master and in the viewer's own hand.
    ///
    /// # Errors
    /// What is wrong and where.
    fn read_position(rules: &Self::Rules, text: &str, viewer: Viewer) -> Result<Self, TextError>;

    /// Appends the position text, every section in its order.
    fn write_position(&self, out: &mut String);

    /// Reads a move token of the seat to move, canonical or in another form that the notation takes.
    /// In a view the mover's hand may be unknown.
    ///
    /// # Errors
    /// The token is no legal move.
    fn read_action(&self, token: &str) -> Result<Self::Action, Reject>;

    /// Appends the canonical token of a legal move.
    fn write_action(&self, action: Self::Action, out: &mut String);

    /// Reads an event token (it starts with `!`), as `viewer` may give it.
    ///
    /// # Errors
    /// The event cannot happen here, or no way to fill its holes exists.
    fn read_event(&self, _token: &str, _viewer: Viewer) -> Result<Self::Event, Reject> {
        Err(Reject::Illegal)
    }

    /// Appends the canonical token of an event.
    fn write_event(&self, _event: &Self::Event, _out: &mut String) {}

    /// The position text.
    fn position_text(&self) -> String {
        let mut out = String::new();
        self.write_position(&mut out);
        out
    }

    /// The canonical token of a legal move.
    fn action_text(&self, action: Self::Action) -> String {
        let mut out = String::new();
        self.write_action(action, &mut out);
        out
    }

    /// The canonical token of an event.
    fn event_text(&self, event: &Self::Event) -> String {
        let mut out = String::new();
        self.write_event(event, &mut out);
        out
    }
}

/// The board of a game as drawing coordinates, constant per game (`query cells`).
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Cells {
    /// `square`, `hex` or `ring`.
    pub grid: &'static str,
    /// Centre of each cell, y downwards.
    pub cells: BTreeMap<String, (f64, f64)>,
    /// The colour of each seat's pieces in the boxed game, an English word a seat.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub colours: &'static [&'static str],
    /// Cells that are special.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub marks: BTreeMap<String, Mark>,
    /// Lines along the rim that belong to seats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<Side>,
    /// Where a word of `query clicks` has its place on the board.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub spots: BTreeMap<&'static str, (f64, f64)>,
    /// Where the pieces behind a count of [`Board::counts`] may be drawn: a place for each seat.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub yards: BTreeMap<&'static str, Vec<(f64, f64)>>,
    /// The roads of each tile that a hand may hold, as it lies before it is turned.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tiles: BTreeMap<char, Vec<u8>>,
}

/// What is special about a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Mark {
    /// What it is, such as `start`.
    pub kind: &'static str,
    /// Whose it is, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
}

/// A line along the rim of the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Side {
    /// Whose side it is, from 1.
    pub seat: usize,
    /// Its corners, one after the other.
    pub points: Vec<(f64, f64)>,
}

/// One piece of `query board`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Piece {
    /// Its cell.
    pub at: String,
    /// Its seat from 1; 0 belongs to nobody.
    pub seat: usize,
    /// Its kind, such as `man`.
    pub kind: String,
    /// The direction in which it points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<String>,
    /// The edges that its roads reach, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roads: Option<Vec<u8>>,
}

/// What lies on the table (`query board`): enough to draw it without knowing the game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Board {
    /// `p2`, `chance` or `over`. Filled in by the session.
    pub turn: String,
    /// Every piece on a cell.
    pub pieces: Vec<Piece>,
    /// One text per seat, empty in games without hands.
    pub hands: Vec<String>,
    /// The cells of the last move. Filled in by the session.
    pub last: Vec<String>,
    /// Stock, stones off and the like: a name and one number per seat.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<&'static str, Vec<i32>>,
    /// The team of each seat, from 1, in games of partners as soon as everybody knows them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teams: Option<Vec<usize>>,
    /// What the seat to move has to do, as a word, where the pieces do not show it: `capture` (nothing but captures is
    /// legal), `lay_opponent` (it lays a piece of the opponent).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<&'static str>,
}

/// What people and programs see of a game.
pub trait Drawn: Notation {
    /// The cells, constant for given rules.
    fn cells(&self) -> Cells;

    /// Pieces, hands and counts; `turn` and `last` stay empty. At a chance node: what was last played on.
    fn board(&self) -> Board;

    /// What to click for a legal move, in order: cells, cards, tiles, direction words. Two moves of a position never
    /// have the same clicks, and none is the beginning of another.
    fn clicks(&self, action: Self::Action) -> Vec<String>;

    /// The cells of a legal move, for `last`.
    fn trace(&self, action: Self::Action) -> Vec<String>;

    /// The board for people, some lines of plain ASCII without a final newline.
    fn picture(&self) -> String;

    /// What the evaluation says of the position, for people; one or more lines.
    fn explain(&self) -> String;
}

/// One section of a position text: its letter and its content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Section<'a> {
    /// The capital letter in front.
    pub letter: char,
    /// What follows the letter.
    pub content: &'a str,
    /// Byte offset of the content in the whole text.
    pub offset: usize,
}

/// A position text cut at its colons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sections<'a> {
    /// The first section: the side or seat to move, or `deal`.
    pub head: &'a str,
    /// The others, in the order of the text, each letter once.
    pub sections: Vec<Section<'a>>,
}

impl<'a> Sections<'a> {
    /// Cuts `text`; `known` are the letters of the game.
    ///
    /// # Errors
    /// A section that is empty, unknown or there twice.
    pub fn read(text: &'a str, known: &str) -> Result<Self, TextError> {
        let (_, parts) = split(text).map_err(|_| TextError::at(0, "not a position text"))?;
        let mut sections: Vec<Section<'a>> = Vec::new();
        let mut offset = parts[0].len() + 1;
        for part in &parts[1..] {
            let Some(letter) = part.chars().next() else {
                return Err(TextError::at(offset, "empty section"));
            };
            if !known.contains(letter) {
                return Err(TextError::at(
                    offset,
                    format!("unknown section '{}', known are {known}", quote(&letter.to_string())),
                ));
            }
            if sections.iter().any(|s| s.letter == letter) {
                return Err(TextError::at(offset, format!("section {letter} is there twice")));
            }
            let content = &part[letter.len_utf8()..];
            sections.push(Section { letter, content, offset: offset + letter.len_utf8() });
            offset += part.len() + 1;
        }
        Ok(Self { head: parts[0], sections })
    }

    /// The section with this letter.
    #[must_use]
    pub fn get(&self, letter: char) -> Option<Section<'a>> {
        self.sections.iter().copied().find(|s| s.letter == letter)
    }

    /// The whole number in a section, or `missing` where the section is not there. Numbers too large saturate.
    ///
    /// # Errors
    /// The section holds anything but digits.
    pub fn number(&self, letter: char, missing: u64) -> Result<u64, TextError> {
        self.get(letter).map_or(Ok(missing), |section| number(section.content, section.offset))
    }

    /// The number of the move in section `F`, from 1 on; `missing` when the section is not there.
    ///
    /// # Errors
    /// The section is no number, or 0.
    pub fn full_move(&self, missing: u64) -> Result<u64, TextError> {
        match self.number('F', missing)? {
            0 => Err(TextError::at(self.get('F').map_or(0, |section| section.offset), "F starts at 1")),
            number => Ok(number),
        }
    }
}

impl<'a> Section<'a> {
    /// The items of a list between commas, each with its byte offset; none when the section is empty.
    #[must_use]
    pub fn items(&self) -> Vec<(usize, &'a str)> {
        if self.content.is_empty() {
            return Vec::new();
        }
        let mut offset = self.offset;
        self.content
            .split(',')
            .map(|item| {
                let at = offset;
                offset += item.len() + 1;
                (at, item)
            })
            .collect()
    }
}

/// Digits alone, saturating at the largest number.
///
/// # Errors
/// Anything but digits, at byte `offset`.
pub fn number(text: &str, offset: usize) -> Result<u64, TextError> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(TextError::at(offset, format!("expected a number, found \"{}\"", quote(text))));
    }
    Ok(text.parse().unwrap_or(u64::MAX))
}

fn split(text: &str) -> IResult<&str, Vec<&str>> {
    separated_list1(char(':'), take_while(|c| c != ':')).parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_carry_their_place() {
        let text = Sections::read("W:H3:F12", "HF").unwrap();
        assert_eq!(text.head, "W");
        assert_eq!(text.get('F'), Some(Section { letter: 'F', content: "12", offset: 6 }));
        assert_eq!(text.number('H', 0), Ok(3));
    }

    #[test]
    fn faults_are_named_with_their_column() {
        let error = |text| Sections::read(text, "HF").unwrap_err().to_string();
        assert_eq!(error("W:H3:H4"), "column 6: section H is there twice");
        assert_eq!(error("W:Z3"), "column 3: unknown section 'Z', known are HF");
        assert_eq!(error("W::F1"), "column 3: empty section");
    }
}
