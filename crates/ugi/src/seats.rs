//! Seats, turns, viewers and results. Seats, turns and results are printed and parsed in the notation of the protocol.

use base::quote::quote;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The error for a string that is not a seat, turn, result or score. The message names the accepted words and quotes
/// the string.
///
/// ```
/// use speltafel_ugi::{Seat, Turn};
///
/// assert_eq!("p0".parse::<Seat>().unwrap_err().to_string(), "expected p1, p2, ..., got p0");
/// assert_eq!("p0".parse::<Turn>().unwrap_err().to_string(), "expected p1, p2, ..., chance or over, got p0");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected {expected}, got {}", quote(got))]
pub struct WordError {
    pub(crate) expected: &'static str,
    pub(crate) got: String,
}

/// Parses `p1SUFFIX`, `p2SUFFIX` and so on, and returns the zero-based index: the number minus 1.
fn index(word: &str, suffix: &str) -> Option<u8> {
    word.strip_prefix('p')?.strip_suffix(suffix)?.parse::<u8>().ok()?.checked_sub(1)
}

/// A seat of a game. It is printed and parsed as `p1`, `p2`, …; in JSON it is the number 1, 2, ….
///
/// ```
/// use speltafel_ugi::Seat;
///
/// let seat: Seat = "p3".parse()?;
/// assert_eq!((seat.index(), seat.number()), (2, 3));
/// assert_eq!(Seat::new(1), Seat::P2);
/// assert!("p0".parse::<Seat>().is_err());
/// # Ok::<(), speltafel_ugi::WordError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "usize", into = "usize")]
pub struct Seat(u8);

impl Seat {
    /// The first seat.
    pub const P1: Self = Self(0);
    /// The second seat.
    pub const P2: Self = Self(1);

    /// Creates the seat with this zero-based index, which must be below 255.
    #[must_use]
    pub const fn new(index: usize) -> Self {
        Self(index as u8)
    }

    /// Returns the zero-based index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the 1-based number, as in the protocol.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.number())
    }
}

impl From<Seat> for usize {
    fn from(seat: Seat) -> Self {
        seat.number()
    }
}

impl TryFrom<usize> for Seat {
    type Error = WordError;

    /// Converts the number of a seat, counted from 1.
    fn try_from(number: usize) -> Result<Self, WordError> {
        let index = u8::try_from(number).ok().and_then(|number| number.checked_sub(1));
        index.map(Self).ok_or_else(|| WordError { expected: "the number of a seat", got: number.to_string() })
    }
}

impl FromStr for Seat {
    type Err = WordError;

    fn from_str(word: &str) -> Result<Self, WordError> {
        index(word, "").map(Self).ok_or_else(|| WordError { expected: "p1, p2, ...", got: word.to_string() })
    }
}

/// The answer to `query turn`: who decides what happens next.
///
/// ```
/// use speltafel_ugi::{Seat, Turn};
///
/// assert_eq!("p2".parse(), Ok(Turn::Seat(Seat::P2)));
/// assert_eq!(Turn::Chance.to_string(), "chance");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// This seat is to move.
    Seat(Seat),
    /// A chance event, such as a deal, is due.
    Chance,
    /// The game has ended.
    Over,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => seat.fmt(f),
            Self::Chance => f.write_str("chance"),
            Self::Over => f.write_str("over"),
        }
    }
}

impl FromStr for Turn {
    type Err = WordError;

    fn from_str(word: &str) -> Result<Self, WordError> {
        match word {
            "chance" => Ok(Self::Chance),
            "over" => Ok(Self::Over),
            _ => word
                .parse()
                .map(Self::Seat)
                .map_err(|WordError { got, .. }| WordError { expected: "p1, p2, ..., chance or over", got }),
        }
    }
}

/// The viewer of a position: the referee, a seat or the public.
///
/// ```
/// use speltafel_ugi::{Seat, Viewer};
///
/// assert!(Viewer::Master.sees(Seat::P2));
/// assert!(!Viewer::Seat(Seat::P1).sees(Seat::P2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Viewer {
    /// Sees all hands.
    #[default]
    Master,
    /// Sees public information and this seat's hand.
    Seat(Seat),
    /// Sees only public information and no hands (`query view 0`).
    Public,
}

impl Viewer {
    /// Returns whether this viewer sees the hand of `seat`.
    #[must_use]
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Self::Master => true,
            Self::Seat(own) => own == seat,
            Self::Public => false,
        }
    }
}

/// The result of a game: the answer to `query result`.
///
/// ```
/// use speltafel_ugi::GameResult;
///
/// assert_eq!("p2win".parse(), Ok(GameResult::Win(1)));
/// assert_eq!(GameResult::Draw.to_string(), "draw");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// The team with this zero-based index won. Printed as `p1win`, `p2win`, ….
    Win(usize),
    /// The game is drawn.
    Draw,
    /// The game is undecided: it is not over, or it ended without a result.
    None,
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(team) => write!(f, "p{}win", team + 1),
            Self::Draw => f.write_str("draw"),
            Self::None => f.write_str("none"),
        }
    }
}

impl FromStr for GameResult {
    type Err = WordError;

    fn from_str(word: &str) -> Result<Self, WordError> {
        match word {
            "draw" => Ok(Self::Draw),
            "none" => Ok(Self::None),
            _ => index(word, "win")
                .map(|team| Self::Win(team.into()))
                .ok_or_else(|| WordError { expected: "p1win, p2win, ..., draw or none", got: word.to_string() }),
        }
    }
}
