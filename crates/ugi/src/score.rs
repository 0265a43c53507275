//! Search scores.

use super::words::{exact_word, integer};
use crate::seats::WordError;
use nom::branch::alt;
use nom::combinator::{all_consuming, map};
use nom::sequence::preceded;
use nom::{IResult, Parser};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// The value of a position for the side to move.
///
/// ```
/// use speltafel_ugi::Score;
///
/// assert_eq!("cp -31".parse(), Ok(Score::Cp(-31)));
/// assert_eq!(Score::Mate(5).to_string(), "mate 5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// The evaluation, in hundredths of a piece or of the game's own unit.
    Cp(i32),
    /// A forced win or loss. The number is the distance to the end of the game in plies. It is negative if the side to
    /// move loses.
    Mate(i32),
}

/// Whether a score is exact or a bound.
///
/// ```
/// use speltafel_ugi::{Bound, Info};
///
/// let info = Info::parse("info depth 7 score cp 55 lowerbound").unwrap();
/// assert_eq!(info.bound, Bound::Lower);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bound {
    /// The score is exact.
    #[default]
    Exact,
    /// The true score is at least this (`lowerbound`).
    Lower,
    /// The true score is at most this (`upperbound`).
    Upper,
}

impl Score {
    /// Returns whether a side with this score should accept a draw: it is not ahead.
    ///
    /// ```
    /// use speltafel_ugi::Score;
    ///
    /// let accepts = [Score::Cp(1), Score::Cp(0), Score::Cp(-30), Score::Mate(3), Score::Mate(-2)].map(Score::accepts_draw);
    /// assert_eq!(accepts, [false, true, true, false, true]);
    /// ```
    #[must_use]
    pub const fn accepts_draw(self) -> bool {
        matches!(self, Self::Cp(..=0) | Self::Mate(..0))
    }

    /// Returns the score from the other side's point of view.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Cp(value) => Self::Cp(value.saturating_neg()),
            Self::Mate(plies) => Self::Mate(plies.saturating_neg()),
        }
    }

    /// Parses a score at the start of a string. Numbers that do not fit in 32 bits saturate.
    pub(crate) fn parser(input: &str) -> IResult<&str, Self> {
        let cp = map(preceded(exact_word("cp"), integer), |value| Self::Cp(narrow(value)));
        let mate = map(preceded(exact_word("mate"), integer), |plies| Self::Mate(narrow(plies)));
        alt((cp, mate)).parse(input)
    }
}

fn narrow(value: i64) -> i32 {
    value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(value) => write!(f, "cp {value}"),
            Self::Mate(plies) => write!(f, "mate {plies}"),
        }
    }
}

impl FromStr for Score {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Self, WordError> {
        let read = all_consuming(Self::parser).parse(text);
        read.map(|(_, score)| score).map_err(|_| WordError { expected: "cp N or mate N", got: text.to_string() })
    }
}
