//! The lexer for PDN. It accepts the reading grammar of PDN 3.0 and further forms that old files use.

use super::game::{Node, PdnMove, points, standard};
use super::letters;
use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, tag_no_case, take_till, take_while, take_while_m_n, take_while1};
use nom::character::complete::{anychar, char, digit1, one_of, satisfy};
use nom::combinator::{map, map_opt, not, opt, peek, recognize, value};
use nom::multi::{fold_many0, many0, many1, many1_count};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Tag(String, String),
    Node(Node),
    /// A move, and the text without braces that directly follows it.
    Commented(PdnMove, String),
    /// A move suffix that is separated from its move by whitespace.
    Strength(String),
    Open,
    Close,
    Terminator(String),
}

/// Parses the token at the start of `input`.
pub(super) fn token(input: &str) -> IResult<&str, Token> {
    alt((
        map(tag_pair, |(name, value)| Token::Tag(name, value)),
        map(delimited(char('{'), take_till(|c| c == '}'), char('}')), |text: &str| {
            Token::Node(Node::Comment(plain(text)))
        }),
        map(preceded(char(';'), terminated(take_till(|c| c == '\n'), opt(char('\n')))), |text: &str| {
            Token::Node(Node::Comment(plain(text).replace('}', ")")))
        }),
        map(marks, |text: &str| Token::Strength(text.to_string())),
        value(Token::Open, char('(')),
        value(Token::Close, char(')')),
        map(preceded(char('$'), digit1), |digits: &str| Token::Node(Node::Glyph(number(digits)))),
        map(delimited(char('/'), take_till(|c| c == '/'), char('/')), |text: &str| {
            Token::Node(Node::Setup(plain(text)))
        }),
        map(terminator, |text| Token::Terminator(standard(&text).to_string())),
        map((digit1, dots), |(digits, three): (&str, bool)| Token::Node(Node::Number(number(digits), three))),
        value(Token::Node(Node::Ellipsis), tag("...")),
        map((game_move, opt(glued)), |(pdn_move, comment)| match comment {
            Some(text) => Token::Commented(pdn_move, plain(text)),
            None => Token::Node(Node::Move(pdn_move)),
        }),
    ))
    .parse(input)
}

/// Parses `[Name "value"]`; whitespace is allowed between all parts.
fn tag_pair(input: &str) -> IResult<&str, (String, String)> {
    let blanks = || take_while(char::is_whitespace);
    let name = take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let named = map_opt(name, |name: &str| {
        let mut letters = name.chars();
        let first = letters.next().filter(char::is_ascii_alphabetic)?;
        Some(first.to_ascii_uppercase().to_string() + letters.as_str())
    });
    delimited((char('['), blanks()), (named, preceded(blanks(), string)), (blanks(), char(']'))).parse(input)
}

/// Parses a quoted string. A backslash escapes a quote or a backslash; any other backslash is literal.
fn string(input: &str) -> IResult<&str, String> {
    let piece = alt((value("\"", tag("\\\"")), value("\\", tag("\\\\")), tag("\\"), is_not("\"\\")));
    let pieces = fold_many0(piece, String::new, |text, piece: &str| text + piece);
    map(delimited(char('"'), pieces, char('"')), |text| {
        text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
    })
    .parse(input)
}

/// Parses one dot (`false`) or three (`true`).
fn dots(input: &str) -> IResult<&str, bool> {
    alt((value(true, tag("...")), value(false, char('.')))).parse(input)
}

/// Parses the end of a game: `*`, a result in points such as `1-0` or `1/2 - 1/2`, or `draw` or `drawn`.
fn terminator(input: &str) -> IResult<&str, String> {
    let score = || alt((tag("1/2"), tag("\u{bd}"), tag("0"), tag("1"), tag("2")));
    let pair = map_opt((score(), dash, score()), |(first, _, second)| {
        let text = format!("{first}-{second}");
        points(&text).is_some().then_some(text)
    });
    let words = alt((tag("1/2"), tag_no_case("drawn"), tag_no_case("draw")));
    let end = not(peek(satisfy(|c| c.is_alphanumeric() || "-:/.".contains(c) || DASHES.contains(&c))));
    alt((map(tag("*"), str::to_string), terminated(alt((pair, map(words, str::to_string))), end))).parse(input)
}

/// Characters that texts from word processors have in place of `-`: hyphens, dashes and the minus sign.
const DASHES: [char; 6] = ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];
/// Maximum number of blanks before and after a separator.
const BLANKS: usize = 8;

/// Parses the separator of a quiet move or a result, with blanks around it.
fn dash(input: &str) -> IResult<&str, char> {
    let blanks = || take_while_m_n(0, BLANKS, |c| c == ' ' || c == '\t');
    delimited(blanks(), satisfy(|c| c == '-' || DASHES.contains(&c)), blanks()).parse(input)
}

/// Parses the separator of a capture, with blanks around it.
fn cross(input: &str) -> IResult<&str, char> {
    let blanks = || take_while_m_n(0, BLANKS, |c| c == ' ' || c == '\t');
    delimited(blanks(), one_of("xX:\u{d7}"), blanks()).parse(input)
}

/// Parses `11-15`, `15x22`, `15X22`, `15:22:29`, `11 - 15`, `01-05`, `1115`, `c3-d4` or `c3d4`, with an optional
/// suffix. A star is a suffix only if it directly follows the move, and a blank, `{`, `(`, `)` or `$` directly follows
/// it.
fn game_move(input: &str) -> IResult<&str, PdnMove> {
    let numbers = map(alt((separated(square), joined(two_digits))), |(squares, captures)| (squares, captures, false));
    let letters = map(alt((separated(lettered), joined(lettered))), |(squares, captures)| (squares, captures, true));
    map_opt((alt((numbers, letters)), strength), |((squares, captures, letters), strength)| {
        // A quiet move cannot end on its first square, so 01-01 is not a move. A capture can, and so can a route of
        // three or more squares.
        let moves = captures || squares.len() > 2 || squares.first() != squares.last();
        moves.then(|| PdnMove { squares, captures, letters, strength: strength.to_string(), line: 0 })
    })
    .parse(input)
}

/// Parses two or more squares with separators. The second value of the result is whether one of them is that of a
/// capture.
fn separated<'a>(
    square: fn(&'a str) -> IResult<&'a str, u8>,
) -> impl Parser<&'a str, Output = (Vec<u8>, bool), Error = nom::error::Error<&'a str>> {
    let separator = alt((value(false, dash), value(true, cross)));
    map((square, many1((separator, square))), |(from, others): (u8, Vec<(bool, u8)>)| {
        let captures = others.iter().any(|(captures, _)| *captures);
        (std::iter::once(from).chain(others.into_iter().map(|(_, square)| square)).collect(), captures)
    })
}

/// Parses two squares without a separator.
fn joined<'a>(
    square: fn(&'a str) -> IResult<&'a str, u8>,
) -> impl Parser<&'a str, Output = (Vec<u8>, bool), Error = nom::error::Error<&'a str>> {
    let end = not(peek(satisfy(|c| c.is_alphanumeric() || "-:.".contains(c))));
    map(terminated((square, square), end), |(from, to)| (vec![from, to], false))
}

fn strength(input: &str) -> IResult<&str, &str> {
    let star = terminated(tag("*"), peek(one_of(" \t\r\n{($)")));
    map(opt(alt((marks, star))), Option::unwrap_or_default).parse(input)
}

/// Parses `!`, `??` or `(!?)`.
fn marks(input: &str) -> IResult<&str, &str> {
    let bare = || recognize(many1_count(one_of("!?")));
    alt((bare(), recognize(delimited(char('('), bare(), char(')'))))).parse(input)
}

/// Parses a comment without braces that directly follows a move, as in `8-11Red resigned`: two or more letters and, on
/// the same line, all words after them that begin with a letter, except a draw in words. An `x` would be that of a
/// capture whose last square is missing.
fn glued(input: &str) -> IResult<&str, &str> {
    let word = || take_till(|c: char| c.is_whitespace() || "{}()[];\0".contains(c));
    let letter = || satisfy(char::is_alphabetic);
    let first = (not(peek(one_of("xX"))), letter(), peek(letter()), word());
    let other = (not(peek(terminator)), peek(letter()), word());
    // The blanks after the comment belong to it, so that the reader does not take a comment that the buffer cuts off
    // for a complete one.
    let blanks = || take_while(|c| c == ' ' || c == '\t');
    recognize((first, blanks(), many0((other, blanks())))).parse(input)
}

/// Parses a square number of one or two digits.
fn square(input: &str) -> IResult<&str, u8> {
    map_opt(
        terminated(take_while_m_n(1, 2, |c: char| c.is_ascii_digit()), not(peek(one_of("0123456789")))),
        |digits: &str| digits.parse().ok(),
    )
    .parse(input)
}

/// Parses a square such as `c3`.
fn lettered(input: &str) -> IResult<&str, u8> {
    let end = not(peek(one_of("0123456789")));
    map_opt(terminated((anychar, anychar), end), |(file, rank)| letters::number(file, rank)).parse(input)
}

fn two_digits(input: &str) -> IResult<&str, u8> {
    map_opt(take_while_m_n(2, 2, |c: char| c.is_ascii_digit()), |digits: &str| digits.parse().ok()).parse(input)
}

/// Removes leading zeros from a number.
fn number(digits: &str) -> String {
    let short = digits.trim_start_matches('0');
    if short.is_empty() { "0".to_string() } else { short.to_string() }
}

/// Joins the words of a text with single spaces. Line endings and other control characters count as spaces.
pub(super) fn plain(text: &str) -> String {
    let printable: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    printable.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether a new game begins after the first line of `text`, which is assumed not to be an empty line. A game
/// begins with a `[` after an empty line, or with any line that is a complete tag.
pub(super) fn begins_game(text: &str) -> bool {
    let mut after_empty = false;
    for line in text.split_inclusive('\n').skip(1) {
        if line.starts_with('[') && (after_empty || is_tag(line)) {
            return true;
        }
        after_empty = line.trim().is_empty();
    }
    false
}

fn is_tag(line: &str) -> bool {
    matches!(token(line), Ok((after, Token::Tag(..))) if after.trim().is_empty())
}
