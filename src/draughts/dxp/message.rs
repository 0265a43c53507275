//! The messages of DXP: types, parser and printer.

use crate::games::checkers::squares::{SQUARES, WireMove};
use anyhow::{Result, bail};
use base::quote::quote;
use clap::ValueEnum;
use nom::branch::alt;
use nom::bytes::complete::{take, take_while, take_while_m_n, take_while1};
use nom::character::complete::{char, one_of};
use nom::combinator::{all_consuming, map, map_opt, rest, value, verify};
use nom::multi::{length_count, many0};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};
use std::fmt;

/// The maximum length of a message, in characters, without its final NUL.
pub const MAX_LENGTH: usize = 127;
/// The protocol version that GAMEREQ contains. Requests with any other version are refused.
pub const VERSION: u8 = 1;
/// The length of a name field, in characters.
const NAME_LENGTH: usize = 32;

/// A colour. On the wire, Black is `Z` (Dutch "zwart") and White is `W`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Side {
    /// Starts on squares 1 to 12 and moves first
    Black,
    /// Starts on squares 21 to 32
    White,
}

impl Side {
    /// Returns the seat: 0 for Black, who moves first, and 1 for White.
    pub const fn seat(self) -> usize {
        self as usize
    }

    /// Returns the opposite colour.
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    const fn letter(self) -> char {
        match self {
            Self::Black => 'Z',
            Self::White => 'W',
        }
    }
}

/// A DXP message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// GAMEREQ: the initiator requests a game.
    Request {
        /// The protocol version.
        version: u8,
        /// The name of the initiator.
        name: String,
        /// The colour of the follower.
        follower: Side,
        /// Time per side for the whole game, in minutes; 0 means no clock.
        minutes: u16,
        /// Maximum number of moves per side; 0 means no limit.
        moves: u16,
        /// The side to move, and one letter for each square of the board; `None` for the standard start position.
        position: Option<(Side, String)>,
    },
    /// GAMEACC: the follower's name, and an answer code: 0 accepted, 1 unsupported protocol version, 2 the follower
    /// cannot play this game but may play another, 3 the follower plays no games.
    Accept(String, u8),
    /// MOVE: seconds used, and the move.
    Move(u16, WireMove),
    /// GAMEEND: a reason (0 none, 1 resignation, 2 draw, 3 claimed win), and `true` if the sender wants no further
    /// game.
    End(u8, bool),
    /// CHAT: the text.
    Chat(String),
    /// BACKREQ: a request to return to the position before the given side's move with the given number, counted from 1.
    Back(u16, Side),
    /// BACKACC: the answer to BACKREQ: 0 accepted, 1 not supported, 2 refused.
    BackAnswer(u8),
}

impl Message {
    /// Parses a message. `bytes` does not include the final NUL. Each byte that is not ASCII is replaced by `?`.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a DXP message.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let text: String = bytes.iter().map(|&byte| if byte.is_ascii() { char::from(byte) } else { '?' }).collect();
        match all_consuming(message).parse(&text) {
            Ok((_, message)) => Ok(message),
            Err(_) => bail!("cannot read the message \"{}\"", quote(&text)),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request { version, name, follower, minutes, moves, position } => {
                let (minutes, moves) = (minutes.min(&999), moves.min(&999));
                write!(f, "R{version:02}{}{}{minutes:03}{moves:03}", padded(name), follower.letter())?;
                match position {
                    Some((side, squares)) => write!(f, "B{}{squares}", side.letter()),
                    None => f.write_str("A"),
                }
            }
            Self::Accept(name, code) => write!(f, "A{}{code}", padded(name)),
            Self::Move(seconds, WireMove { from, to, captured, .. }) => {
                write!(f, "M{:04}{from:02}{to:02}{:02}", seconds.min(&9999), captured.len())?;
                captured.iter().try_for_each(|square| write!(f, "{square:02}"))
            }
            Self::End(reason, stop) => write!(f, "E{reason}{}", u8::from(*stop)),
            Self::Chat(text) => f.write_str(&clean(text, MAX_LENGTH - 1, "C")),
            Self::Back(number, side) => write!(f, "B{:03}{}", number.min(&999), side.letter()),
            Self::BackAnswer(code) => write!(f, "K{code}"),
        }
    }
}

/// Formats a name field of exactly 32 characters: removes leading spaces, cuts longer names and pads shorter ones with
/// spaces.
fn padded(name: &str) -> String {
    format!("{:<NAME_LENGTH$}", clean(name.trim_start(), NAME_LENGTH, ""))
}

/// Returns `header` followed by the first `most` characters of `text`, in which characters that are not printable ASCII
/// become `?`.
fn clean(text: &str, most: usize, header: &str) -> String {
    let printable = text.chars().map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '?' });
    header.chars().chain(printable.take(most)).collect()
}

fn message(input: &str) -> IResult<&str, Message> {
    alt((
        preceded(char('R'), request),
        map(preceded(char('A'), (name, reason_code('3'))), |(name, code)| Message::Accept(name, code)),
        preceded(char('M'), game_move),
        map(preceded(char('E'), (reason_code('3'), one_of("01"))), |(reason, stop)| Message::End(reason, stop == '1')),
        map(preceded(char('C'), rest), |text: &str| Message::Chat(text.to_string())),
        map(preceded(char('B'), (number(3), side)), |(number, side)| Message::Back(number, side)),
        map(preceded(char('K'), reason_code('2')), Message::BackAnswer),
    ))
    .parse(input)
}

fn request(input: &str) -> IResult<&str, Message> {
    let blanks = || take_while(|c| c == ' ');
    // Programs for other boards send a different number of squares; their requests are parsed so that they can be
    // refused.
    let squares = take_while1(|c: char| c.is_ascii_alphabetic());
    let position = alt((
        value(None, char('A')),
        map(preceded(char('B'), (side, squares)), |(side, squares): (Side, &str)| Some((side, squares.to_string()))),
    ));
    map(
        (number(2), name, side, number(3), number(3), terminated(position, blanks())),
        |(version, name, follower, minutes, moves, position)| Message::Request {
            version: version as u8,
            name,
            follower,
            minutes,
            moves,
            position,
        },
    )
    .parse(input)
}

fn game_move(input: &str) -> IResult<&str, Message> {
    let square = || map(verify(number(2), |number| (1..=SQUARES as u16).contains(number)), |number| number as u8);
    // Some programs append a space to a move.
    let captured = terminated(length_count(verify(number(2), |count| *count <= 12), square()), many0(char(' ')));
    map((number(4), square(), square(), captured), |(seconds, from, to, captured)| {
        Message::Move(seconds, WireMove { from, to, captures: !captured.is_empty(), captured })
    })
    .parse(input)
}

fn name(input: &str) -> IResult<&str, String> {
    map(take(NAME_LENGTH), |name: &str| name.trim().to_string()).parse(input)
}

fn side(input: &str) -> IResult<&str, Side> {
    alt((value(Side::Black, char('Z')), value(Side::White, char('W')))).parse(input)
}

/// Parses a number with exactly `digits` digits.
fn number<'a>(digits: usize) -> impl Parser<&'a str, Output = u16, Error = nom::error::Error<&'a str>> {
    map_opt(take_while_m_n(digits, digits, |c: char| c.is_ascii_digit()), |digits: &str| digits.parse().ok())
}

/// Parses a digit from 0 to `last`.
fn reason_code<'a>(last: char) -> impl Parser<&'a str, Output = u8, Error = nom::error::Error<&'a str>> {
    map(verify(one_of("0123"), move |digit| *digit <= last), |digit| digit as u8 - b'0')
}
