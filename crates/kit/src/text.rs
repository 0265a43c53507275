//! Parsing of position texts: sections, numbers, and errors with column numbers.

use base::quote::quote;

/// An error in a position text, with its column.
///
/// ```
/// use speltafel_kit::prelude::*;
///
/// let error = TextError::at(4, "expected a number");
/// assert_eq!(error.to_string(), "column 5: expected a number");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {message}")]
pub struct TextError {
    /// Column of the error: its byte offset in the text plus 1.
    pub column: usize,
    /// The message, without a full stop.
    pub message: String,
}

/// Unless the condition holds, makes the enclosing function return a [`TextError`] at a byte offset.
///
/// ```
/// use speltafel_kit::prelude::*;
///
/// fn side(text: &str) -> Result<usize, TextError> {
///     ensure_at!(["W", "B"].contains(&text), 0, "expected W or B, found {text}");
///     Ok(usize::from(text == "B"))
/// }
///
/// assert_eq!(side("B"), Ok(1));
/// assert_eq!(side("X"), Err(TextError::at(0, "expected W or B, found X")));
/// ```
#[macro_export]
macro_rules! ensure_at {
    ($condition:expr, $offset:expr, $($message:tt)+) => {
        if !($condition) {
            return Err($crate::text::TextError::at($offset, format!($($message)+)));
        }
    };
}

impl TextError {
    /// Creates an error at a zero-based byte offset.
    pub fn at(offset: usize, message: impl Into<String>) -> Self {
        Self { column: offset + 1, message: message.into() }
    }
}

/// An error in the token of a move or of a chance event.
///
/// See the example of [`Game`](crate::game::Game).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TokenError {
    /// The token is illegal in this position, whatever the hidden cards are.
    #[error("not legal here")]
    Illegal,
    /// The token would be legal with other cards. Either the seat does not hold the cards that the token names, or no
    /// assignment of the unknown cards remains possible.
    #[error("contradicts what is known of the cards")]
    Cards,
    /// The token hides a card from a viewer who sees it, so it does not belong to this view.
    #[error("hides a card that this seat sees")]
    View,
}

/// One section of a position text: its letter and its content.
///
/// See the example of [`Sections`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Section<'a> {
    /// The capital letter that starts the section.
    pub letter: char,
    /// The text after the letter.
    pub content: &'a str,
    /// Byte offset of the content in the whole text.
    pub offset: usize,
}

/// A position text, split at its colons.
///
/// ```
/// use speltafel_kit::prelude::*;
///
/// let text = Sections::parse("W:H3:Ca1,b2", "HC")?;
/// assert_eq!((text.head, text.number('H', 0)?), ("W", 3));
/// assert_eq!(text.get('C').unwrap().items(), [(6, "a1"), (9, "b2")]);
/// assert!(Sections::parse("W:X", "HC").is_err());
/// # Ok::<(), TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sections<'a> {
    /// The first section: the side or seat to move, or `deal`.
    pub head: &'a str,
    /// The other sections in the order of the text. Their letters are distinct.
    pub sections: Vec<Section<'a>>,
}

impl<'a> Sections<'a> {
    /// Splits `text`. `known` lists the letters that the game uses.
    ///
    /// # Errors
    /// Returns an error if a section after the head is empty or starts with an unknown letter or with the letter of an
    /// earlier section.
    pub fn parse(text: &'a str, known: &str) -> Result<Self, TextError> {
        let (head, rest) = text.split_once(':').map_or((text, None), |(head, rest)| (head, Some(rest)));
        let mut sections: Vec<Section<'a>> = Vec::new();
        let mut offset = head.len() + 1;
        for part in rest.into_iter().flat_map(|rest| rest.split(':')) {
            let Some(letter) = part.chars().next() else {
                return Err(TextError::at(offset, "empty section"));
            };
            ensure_at!(
                known.contains(letter),
                offset,
                "unknown section '{}', expected one of {known}",
                quote(&letter.to_string())
            );
            ensure_at!(sections.iter().all(|s| s.letter != letter), offset, "duplicate section {letter}");
            let content = &part[letter.len_utf8()..];
            sections.push(Section { letter, content, offset: offset + letter.len_utf8() });
            offset += part.len() + 1;
        }
        Ok(Self { head, sections })
    }

    /// Returns the section with this letter.
    #[must_use]
    pub fn get(&self, letter: char) -> Option<Section<'a>> {
        self.sections.iter().copied().find(|s| s.letter == letter)
    }

    /// Returns the whole number in a section, or `missing` if there is no such section. A number that does not fit in
    /// 64 bits saturates.
    ///
    /// # Errors
    /// Returns an error if the section has no content or contains anything but digits.
    pub fn number(&self, letter: char, missing: u64) -> Result<u64, TextError> {
        self.get(letter).map_or(Ok(missing), |section| number(section.content, section.offset))
    }

    /// Returns the 1-based move number in section `F`, or `missing` if there is no such section.
    ///
    /// # Errors
    /// Returns an error if the section is not a number or is 0.
    pub fn full_move(&self, missing: u64) -> Result<u64, TextError> {
        match self.number('F', missing)? {
            0 => Err(TextError::at(self.get('F').map_or(0, |section| section.offset), "F starts at 1")),
            number => Ok(number),
        }
    }
}

impl<'a> Section<'a> {
    /// Returns the comma-separated items, each with its byte offset in the whole text. A section without content has no
    /// items.
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

/// Reads a number that consists of digits only. A number that does not fit in 64 bits saturates.
///
/// # Errors
/// Returns an error at byte `offset` if the text is empty or contains anything but digits.
///
/// ```
/// use speltafel_kit::prelude::*;
///
/// assert_eq!(number("12", 0), Ok(12));
/// assert_eq!(number("1x", 4).unwrap_err().to_string(), "column 5: expected a number, found \"1x\"");
/// ```
pub fn number(text: &str, offset: usize) -> Result<u64, TextError> {
    ensure_at!(
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()),
        offset,
        "expected a number, found \"{}\"",
        quote(text)
    );
    Ok(text.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_offsets() {
        let text = Sections::parse("W:H3:F12", "HF").unwrap();
        assert_eq!(text.head, "W");
        assert_eq!(text.get('F'), Some(Section { letter: 'F', content: "12", offset: 6 }));
        assert_eq!(text.number('H', 0), Ok(3));
    }

    #[test]
    fn errors_are_reported_with_their_column() {
        let error = |text| Sections::parse(text, "HF").unwrap_err().to_string();
        assert_eq!(error("W:H3:H4"), "column 6: duplicate section H");
        assert_eq!(error("W:Z3"), "column 3: unknown section 'Z', expected one of HF");
        assert_eq!(error("W::F1"), "column 3: empty section");
    }
}
