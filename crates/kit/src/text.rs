//! Pieces of the texts of games: what is wrong with one, and where; the sections of a position text.

use base::quote::quote;
use nom::{IResult, Parser, bytes::complete::take_while, character::complete::char, multi::separated_list1};

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {message}")]
pub struct TextError {
    /// Column of the fault, counted from 1 at the start of the text.
    pub column: usize,
    /// One plain sentence without a full stop.
    pub message: String,
}

/// Returns a [`TextError`] at a byte offset unless the condition holds.
#[macro_export]
macro_rules! ensure_at {
    ($condition:expr, $offset:expr, $($message:tt)+) => {
        if !($condition) {
            return Err($crate::text::TextError::at($offset, format!($($message)+)));
        }
    };
}

impl TextError {
    /// A fault at byte `offset` (from 0).
    pub fn at(offset: usize, message: impl Into<String>) -> Self {
        Self { column: offset + 1, message: message.into() }
    }
}

/// Why a move or event token was not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TokenError {
    /// No such move here, whatever the hidden cards are.
    #[error("no legal move here")]
    Illegal,
    /// Everybody could make this move, but for the cards: the seat has not got them, or no way to fill the holes is left.
    #[error("does not fit what is known of the cards")]
    Cards,
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
            ensure_at!(
                known.contains(letter),
                offset,
                "unknown section '{}', known are {known}",
                quote(&letter.to_string())
            );
            ensure_at!(sections.iter().all(|s| s.letter != letter), offset, "section {letter} is there twice");
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
    ensure_at!(
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()),
        offset,
        "expected a number, found \"{}\"",
        quote(text)
    );
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
    fn errors_are_reported_with_their_column() {
        let error = |text| Sections::read(text, "HF").unwrap_err().to_string();
        assert_eq!(error("W:H3:H4"), "column 6: section H is there twice");
        assert_eq!(error("W:Z3"), "column 3: unknown section 'Z', known are HF");
        assert_eq!(error("W::F1"), "column 3: empty section");
    }
}
