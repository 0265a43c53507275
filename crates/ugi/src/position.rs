//! The arguments of `position`: the viewer, the start of the game and the tokens.

use super::error::{ErrorCode, ProtocolError};
use super::seats::Viewer;
use super::words::{all_words, blanks, exact_word, rest, word};
use base::quote::quote;
use nom::branch::alt;
use nom::combinator::{cut, map_opt, opt, value};
use nom::sequence::preceded;
use nom::{IResult, Parser};
use std::fmt;

/// The start of a game history.
///
/// ```
/// use speltafel_ugi::Base;
///
/// assert_eq!(Base::parse("startpos"), Some(Base::Start));
/// assert_eq!(Base::parse("fen W:W21:B12"), Some(Base::Fen("W:W21:B12")));
/// assert_eq!(Base::Fen("W:W21:B12").to_string(), "fen W:W21:B12");
/// assert_eq!(Base::parse("fen 8/8 w"), Some(Base::Fen("8/8 w")), "a position text may have blanks inside");
/// assert_eq!(Base::parse("fen 8/8 moves a1"), None, "and ends before moves");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base<'a> {
    /// The start position of the current game.
    Start,
    /// A position given as text after `fen`.
    Fen(&'a str),
}

/// The arguments of `position`: `[seat K] BASE [moves TOKENS]`.
///
/// ```
/// use speltafel_ugi::{Base, Position, Seat, Viewer};
///
/// let position = Position::parse("seat 2 startpos moves 11-15 23-19")?;
/// assert_eq!(position, Position { viewer: Viewer::Seat(Seat::P2), base: Base::Start, moves: vec!["11-15", "23-19"] });
/// assert_eq!(position.to_string(), "seat 2 startpos moves 11-15 23-19");
/// # Ok::<(), speltafel_ugi::ProtocolError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position<'a> {
    /// The viewer whose view this is (`seat K`, where 0 is the public); [`Viewer::Master`] for the master history.
    pub viewer: Viewer,
    /// The start of the game.
    pub base: Base<'a>,
    /// The tokens after the start: moves, chance events and verdicts.
    pub moves: Vec<&'a str>,
}

impl<'a> Base<'a> {
    /// Parses `startpos` or `fen TEXT`, as [`Display`](fmt::Display) writes them; returns `None` for any other text,
    /// such as one with a line break or one that goes on after the base.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        let Position { base, .. } = Position::parse(text).ok()?;
        (base.to_string() == text && !text.contains(char::is_control)).then_some(base)
    }

    /// Returns the position text, or `None` for the start position.
    #[must_use]
    pub fn fen(self) -> Option<&'a str> {
        if let Self::Fen(text) = self { Some(text) } else { None }
    }
}

impl<'a> Position<'a> {
    /// Creates a master history from the start position.
    #[must_use]
    pub fn from_start(moves: &[&'a str]) -> Self {
        Self { viewer: Viewer::Master, base: Base::Start, moves: moves.to_vec() }
    }

    /// Parses the text after `position`.
    ///
    /// # Errors
    /// Returns `bad_fen` if there is no text after `fen`, and `bad_argument` for any other error.
    pub fn parse(text: &'a str) -> Result<Self, ProtocolError> {
        let bad = |text: &str| ProtocolError::new(ErrorCode::BadArgument, format!("position: {text}"));
        let (input, viewer) = opt(preceded(exact_word("seat"), viewer))
            .parse(text)
            .map_err(|_| bad("expected the number of a seat after seat"))?;
        let (input, is_fen) = alt((value(false, exact_word("startpos")), value(true, exact_word("fen"))))
            .parse(input)
            .map_err(|_: nom::Err<nom::error::Error<&str>>| match rest(input) {
                "" => bad("expected [seat K] startpos | fen TEXT"),
                other => bad(&format!("expected [seat K] startpos | fen TEXT, found {}", quote(other))),
            })?;
        let text = before_moves(input);
        let moves = all_words(input.get(text.len()..).unwrap_or_default()).map(|(_, moves)| moves).unwrap_or_default();
        // Some clients send a second `moves`; it is ignored.
        let moves = moves.into_iter().filter(|token| *token != "moves").collect();
        let base = match (is_fen, rest(text)) {
            (true, "") => return Err(ProtocolError::new(ErrorCode::BadFen, "column 1: no position text after fen")),
            (true, text) => Base::Fen(text),
            (false, "") => Base::Start,
            (false, text) => return Err(bad(&format!("expected moves after startpos, found {}", quote(text)))),
        };
        Ok(Self { viewer: viewer.unwrap_or_default(), base, moves })
    }
}

/// Returns the text before the first whole word `moves`.
fn before_moves(input: &str) -> &str {
    let mut left = input;
    loop {
        let here = blanks(left).map_or(left, |(after, _)| after);
        if here.is_empty() || exact_word("moves").parse(here).is_ok() {
            return input.get(..input.len() - here.len()).unwrap_or(input);
        }
        left = word(here).map_or("", |(after, _)| after);
    }
}

/// Parses the number after `seat`. A malformed number is an error, although `seat K` as a whole is optional.
fn viewer(input: &str) -> IResult<&str, Viewer> {
    cut(map_opt(word, |number| Viewer::from_number(number.parse().ok()?))).parse(input)
}

impl fmt::Display for Base<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("startpos"),
            Self::Fen(text) => write!(f, "fen {text}"),
        }
    }
}

impl fmt::Display for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { viewer, base, moves } = self;
        if let Some(seat) = viewer.number() {
            write!(f, "seat {seat} ")?;
        }
        base.fmt(f)?;
        if moves.is_empty() { Ok(()) } else { write!(f, " moves {}", moves.join(" ")) }
    }
}
