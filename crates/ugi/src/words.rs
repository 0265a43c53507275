//! Parsers for words and whitespace, shared by all kinds of lines.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1, take_while};
use nom::combinator::{eof, map, opt, peek, recognize, verify};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser, character::complete::one_of, multi::many0};

/// Returns whether `c` is whitespace: a space, tab, CR, LF, vertical tab or form feed.
#[must_use]
pub fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\x0b' | '\x0c')
}

/// Skips whitespace.
pub fn blanks(input: &str) -> IResult<&str, &str> {
    take_while(is_blank).parse(input)
}

/// Skips whitespace and parses the next word.
pub fn word(input: &str) -> IResult<&str, &str> {
    preceded(blanks, take_till1(is_blank)).parse(input)
}

/// Skips whitespace and parses exactly the word `expected`. A longer word that begins with it does not match.
pub fn exact_word<'a>(
    expected: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    preceded(blanks, terminated(tag(expected), peek(alt((recognize(one_of(" \t\r\n\x0b\x0c")), eof)))))
}

/// Returns the first word of a line, or `None` if the line contains only whitespace.
#[must_use]
pub fn first(line: &str) -> Option<&str> {
    word(line).ok().map(|(_, word)| word)
}

/// Parses all words up to the end of the line.
pub fn words(input: &str) -> IResult<&str, Vec<&str>> {
    terminated(many0(word), blanks).parse(input)
}

/// Removes the whitespace at both ends of a string.
#[must_use]
pub fn rest(input: &str) -> &str {
    input.trim_matches(is_blank)
}

/// Parses a word that is an integer with an optional sign. Numbers that do not fit in 64 bits saturate.
pub fn integer(input: &str) -> IResult<&str, i64> {
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
    fn numbers_saturate() {
        assert_eq!(integer(" 99999999999999999999 x"), Ok((" x", i64::MAX)));
        assert_eq!(integer("-99999999999999999999"), Ok(("", i64::MIN)));
        assert!(integer("5x").is_err() && integer("").is_err() && integer("-").is_err());
    }
}
