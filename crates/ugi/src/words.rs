//! Words and whitespace, shared by all kinds of lines.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1, take_while};
use nom::combinator::{eof, map, opt, peek, recognize, verify};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser, character::complete::one_of, multi::many0};

/// Returns whether `c` is whitespace in the protocol: a space, tab, CR, LF, vertical tab or form feed.
///
/// ```
/// use speltafel_ugi::is_blank;
///
/// assert!(is_blank('\t'));
/// assert!(!is_blank('\u{a0}'), "a no-break space is part of a word");
/// ```
#[must_use]
pub fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\x0b' | '\x0c')
}

/// Returns the words of a line.
///
/// ```
/// use speltafel_ugi::words;
///
/// assert_eq!(words("  go depth 3\r").collect::<Vec<_>>(), ["go", "depth", "3"]);
/// ```
pub fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(is_blank).filter(|word| !word.is_empty())
}

/// Skips whitespace.
pub(crate) fn blanks(input: &str) -> IResult<&str, &str> {
    take_while(is_blank).parse(input)
}

/// Skips whitespace and parses the next word.
pub(crate) fn word(input: &str) -> IResult<&str, &str> {
    preceded(blanks, take_till1(is_blank)).parse(input)
}

/// Skips whitespace and parses exactly the word `expected`. A longer word that begins with it does not match.
pub(crate) fn exact_word<'a>(
    expected: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    preceded(blanks, terminated(tag(expected), peek(alt((recognize(one_of(" \t\r\n\x0b\x0c")), eof)))))
}

/// Parses all words up to the end of the line.
pub(crate) fn all_words(input: &str) -> IResult<&str, Vec<&str>> {
    terminated(many0(word), blanks).parse(input)
}

/// Removes the whitespace at both ends of a string.
pub(crate) fn rest(input: &str) -> &str {
    input.trim_matches(is_blank)
}

/// Parses a word that is an integer with an optional sign. Numbers outside the range of `i64` saturate.
pub(crate) fn integer(input: &str) -> IResult<&str, i64> {
    map(verify(word, is_integer), |digits: &str| {
        let saturated = if digits.starts_with('-') { i64::MIN } else { i64::MAX };
        digits.parse().unwrap_or(saturated)
    })
    .parse(input)
}

fn is_integer(word: &str) -> bool {
    let sign = opt(one_of::<_, _, nom::error::Error<&str>>("+-"));
    let digits = nom::character::complete::digit1;
    nom::combinator::all_consuming((sign, digits)).parse(word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_at_whitespace() {
        assert_eq!(blanks(" \tdepth 3"), Ok(("depth 3", " \t")));
        assert_eq!(word(" depth 3"), Ok((" 3", "depth")));
        assert!(word("  ").is_err());
        assert_eq!(exact_word("depth").parse(" depth 3"), Ok((" 3", "depth")));
        assert!(exact_word("depth").parse("depths 3").is_err());
        assert_eq!(all_words(" depth  3 "), Ok(("", vec!["depth", "3"])));
        assert_eq!(rest(" two  words\r\n"), "two  words");
    }

    #[test]
    fn numbers_saturate() {
        assert_eq!(integer(" 99999999999999999999 x"), Ok((" x", i64::MAX)));
        assert_eq!(integer("-99999999999999999999"), Ok(("", i64::MIN)));
        assert!(integer("5x").is_err() && integer("").is_err() && integer("-").is_err());
    }
}
