//! The arguments of `position`: the viewer, the start of the game and the tokens.

use super::error::{ErrorCode, ProtocolError};
use super::seats::Viewer;
use super::words::{after, rest, word, words};
use base::quote::quote;
use std::fmt;

/// The start of a game history.
///
/// ```
/// use speltafel_ugi::Base;
///
/// assert_eq!(Base::parse("startpos"), Some(Base::Start));
/// assert_eq!(Base::parse("fen W:W21:B12"), Some(Base::Fen("W:W21:B12")));
/// assert_eq!(Base::Fen("W:W21:B12").to_string(), "fen W:W21:B12");
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
    /// Parses `startpos` or `fen TEXT`; returns `None` for any other text.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        let fen = text.strip_prefix("fen ").filter(|text| !text.is_empty());
        fen.map(Self::Fen).or((text == "startpos").then_some(Self::Start))
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
        let (mut input, mut viewer) = (text, Viewer::Master);
        if let Some(text) = after(text, "seat") {
            let seat = word(text).and_then(|(seat, after)| Some((after, Viewer::from_number(seat.parse().ok()?)?)));
            (input, viewer) = seat.ok_or_else(|| bad("expected the number of a seat after seat"))?;
        }
        let (base, input) =
            word(input).filter(|(base, _)| matches!(*base, "startpos" | "fen")).ok_or_else(|| match rest(input) {
                "" => bad("expected [seat K] startpos | fen TEXT"),
                other => bad(&format!("expected [seat K] startpos | fen TEXT, found {}", quote(other))),
            })?;
        let mut left = input;
        while let Some((_, after)) = word(left).filter(|(word, _)| *word != "moves") {
            left = after;
        }
        let text = rest(input.strip_suffix(left).unwrap_or(input));
        // Some clients send a second `moves`; it is ignored.
        let moves = words(left).filter(|token| *token != "moves").collect();
        let base = match (base, text) {
            ("fen", "") => return Err(ProtocolError::new(ErrorCode::BadFen, "column 1: no position text after fen")),
            ("fen", text) => Base::Fen(text),
            (_, "") => Base::Start,
            (_, text) => return Err(bad(&format!("expected moves after startpos, found {}", quote(text)))),
        };
        Ok(Self { viewer, base, moves })
    }
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
