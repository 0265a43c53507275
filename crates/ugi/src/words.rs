//! Parsers for words and whitespace, shared by all kinds of lines.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1, take_while};
use nom::combinator::{eof, map, opt, peek, recognize, verify};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser, character::complete::one_of, multi::many0};

/// Returns whether `c` is whitespace: a space, tab, CR, LF, vertical tab or form feed.
///
/// ```
/// use speltafel_ugi::words::is_blank;
///
/// assert!(is_blank('\t'));
/// assert!(!is_blank('\u{a0}'), "a no-break space is part of a word");
/// ```
#[must_use]
pub fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\x0b' | '\x0c')
}

/// Skips whitespace.
///
/// ```
/// assert_eq!(speltafel_ugi::words::blanks(" \tdepth 3"), Ok(("depth 3", " \t")));
/// ```
pub fn blanks(input: &str) -> IResult<&str, &str> {
    take_while(is_blank).parse(input)
}

/// Skips whitespace and parses the next word.
///
/// ```
/// use speltafel_ugi::words::word;
///
/// assert_eq!(word(" depth 3"), Ok((" 3", "depth")));
/// assert!(word("  ").is_err());
/// ```
pub fn word(input: &str) -> IResult<&str, &str> {
    preceded(blanks, take_till1(is_blank)).parse(input)
}

/// Skips whitespace and parses exactly the word `expected`. A longer word that begins with it does not match.
///
/// ```
/// use nom::Parser;
/// use speltafel_ugi::words::exact_word;
///
/// assert_eq!(exact_word("depth").parse(" depth 3"), Ok((" 3", "depth")));
/// assert!(exact_word("depth").parse("depths 3").is_err());
/// ```
pub fn exact_word<'a>(
    expected: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    preceded(blanks, terminated(tag(expected), peek(alt((recognize(one_of(" \t\r\n\x0b\x0c")), eof)))))
}

/// Returns the first word of a line, or `None` if the line contains only whitespace.
///
/// ```
/// use speltafel_ugi::words::first;
///
/// assert_eq!(first("  go depth 3"), Some("go"));
/// assert_eq!(first("  "), None);
/// ```
#[must_use]
pub fn first(line: &str) -> Option<&str> {
    word(line).ok().map(|(_, word)| word)
}

/// Parses all words up to the end of the line.
///
/// ```
/// assert_eq!(speltafel_ugi::words::words(" depth  3 "), Ok(("", vec!["depth", "3"])));
/// ```
pub fn words(input: &str) -> IResult<&str, Vec<&str>> {
    terminated(many0(word), blanks).parse(input)
}

/// Removes the whitespace at both ends of a string.
///
/// ```
/// assert_eq!(speltafel_ugi::words::rest(" two  words\r\n"), "two  words");
/// ```
#[must_use]
pub fn rest(input: &str) -> &str {
    input.trim_matches(is_blank)
}

/// Parses a word that is an integer with an optional sign. Numbers outside the range of `i64` saturate.
///
/// ```
/// use speltafel_ugi::words::integer;
///
/// assert_eq!(integer(" -31 nodes"), Ok((" nodes", -31)));
/// assert_eq!(integer("99999999999999999999"), Ok(("", i64::MAX)));
/// assert!(integer("3x").is_err());
/// ```
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
