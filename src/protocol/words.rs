//! Words of a line: the nom pieces that all commands share, and quoting of input in answers. Knows no command.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1, take_while};
use nom::combinator::{eof, map, opt, peek, recognize, verify};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser, character::complete::one_of, multi::many0};

/// Blank, tab, carriage return and their like.
#[must_use]
pub fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\x0b' | '\x0c')
}

/// Skips blanks.
pub fn blanks(input: &str) -> IResult<&str, &str> {
    take_while(is_blank).parse(input)
}

/// The next word.
pub fn word(input: &str) -> IResult<&str, &str> {
    preceded(blanks, take_till1(is_blank)).parse(input)
}

/// Exactly this word, as a whole.
pub fn the<'a>(expected: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    preceded(blanks, terminated(tag(expected), peek(alt((recognize(one_of(" \t\r\n\x0b\x0c")), eof)))))
}

/// All words to the end of the line.
pub fn words(input: &str) -> IResult<&str, Vec<&str>> {
    terminated(many0(word), blanks).parse(input)
}

/// The rest of the line without the blanks around it.
#[must_use]
pub fn rest(input: &str) -> &str {
    input.trim_matches(is_blank)
}

/// A whole number with an optional sign, as a word of its own; numbers too large for 64 bits saturate.
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

/// Input as it may stand in an answer: cut to 40 characters, everything but printable ASCII escaped.
#[must_use]
pub fn quote(input: &str) -> String {
    let mut out = String::new();
    for c in input.chars().take(40) {
        if c.is_ascii_graphic() || c == ' ' {
            out.push(c);
        } else {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                out.push_str(&format!("\\x{byte:02x}"));
            }
        }
    }
    if input.chars().nth(40).is_some() {
        out.push_str("...");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoting_cuts_and_escapes() {
        assert_eq!(quote("a\tb\u{0}é"), "a\\x09b\\x00\\xc3\\xa9");
        assert_eq!(quote(&"x".repeat(50)), format!("{}...", "x".repeat(40)));
    }

    #[test]
    fn numbers_saturate() {
        assert_eq!(integer(" 99999999999999999999 x"), Ok((" x", i64::MAX)));
        assert_eq!(integer("-99999999999999999999"), Ok(("", i64::MIN)));
        assert!(integer("5x").is_err() && integer("").is_err() && integer("-").is_err());
    }
}
