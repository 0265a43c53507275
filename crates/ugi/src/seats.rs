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

/// A seat of a game. It is printed and parsed as `p1`, `p2`, …. In JSON it is a number, counted from 1.
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "usize", into = "usize")]
pub struct Seat(u8);

impl Seat {
    /// The first seat.
    pub const P1: Self = Self(0);
    /// The second seat.
    pub const P2: Self = Self(1);

    /// The largest number of seats.
    pub const MAX: usize = 255;

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

    /// Creates the seat with this number, counted from 1 as in the protocol. Returns `None` for 0 and for numbers above
    /// 255.
    ///
    /// ```
    /// use speltafel_ugi::Seat;
    ///
    /// assert_eq!((Seat::from_number(2), Seat::from_number(0)), (Some(Seat::P2), None));
    /// ```
    #[must_use]
    pub const fn from_number(number: usize) -> Option<Self> {
        match number {
            1..=Self::MAX => Some(Self::new(number - 1)),
            _ => None,
        }
    }

    /// Returns the seats of a game with `count` seats, in order; at most [`MAX`](Self::MAX).
    ///
    /// ```
    /// use speltafel_ugi::Seat;
    ///
    /// assert_eq!(Seat::all(2).collect::<Vec<_>>(), [Seat::P1, Seat::P2]);
    /// ```
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..count.min(Self::MAX)).map(Self::new)
    }

    /// Returns the number, counted from 1 as in the protocol.
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

/// The teams of a game: the answer to `query teams`.
///
/// ```
/// use speltafel_ugi::{Seat, Teams};
///
/// let teams: Teams = "1+3 2+4".parse()?;
/// assert_eq!((teams.of(Seat::new(3)), teams.0.len()), (Some(1), 2));
/// assert_eq!(teams.to_string(), "1+3 2+4");
/// assert!("?".parse::<Teams>().is_err(), "the teams are not known yet");
/// # Ok::<(), speltafel_ugi::WordError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Teams(
    /// The seats of each team.
    pub Vec<Vec<Seat>>,
);

impl Teams {
    /// Returns the zero-based index of a seat's team, or `None` if no team has this seat.
    #[must_use]
    pub fn of(&self, seat: Seat) -> Option<usize> {
        self.0.iter().position(|team| team.contains(&seat))
    }
}

impl fmt::Display for Teams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let team = |seats: &Vec<Seat>| seats.iter().map(|seat| seat.number().to_string()).collect::<Vec<_>>().join("+");
        f.write_str(&self.0.iter().map(team).collect::<Vec<_>>().join(" "))
    }
}

impl FromStr for Teams {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Self, WordError> {
        let seat = |word: &str| word.parse().ok().and_then(Seat::from_number);
        let teams = text.split_whitespace().map(|team| team.split('+').map(seat).collect()).collect::<Option<_>>();
        teams.map(Self).ok_or_else(|| WordError { expected: "teams such as 1+3 2+4", got: text.to_string() })
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

    /// Returns the number in `position seat K` and `query view K`: that of the seat, counted from 1, or 0 for the
    /// public. The master has no number.
    ///
    /// ```
    /// use speltafel_ugi::{Seat, Viewer};
    ///
    /// assert_eq!(Viewer::Seat(Seat::P2).number(), Some(2));
    /// assert_eq!((Viewer::Public.number(), Viewer::Master.number()), (Some(0), None));
    /// assert_eq!(Viewer::from_number(2), Some(Viewer::Seat(Seat::P2)));
    /// ```
    #[must_use]
    pub const fn number(self) -> Option<usize> {
        match self {
            Self::Master => None,
            Self::Seat(seat) => Some(seat.number()),
            Self::Public => Some(0),
        }
    }

    /// Returns the viewer with this number; see [`Viewer::number`]. Returns `None` for numbers above 255.
    #[must_use]
    pub fn from_number(number: usize) -> Option<Self> {
        if number == 0 { Some(Self::Public) } else { Seat::from_number(number).map(Self::Seat) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_teams_are_parsed() {
        let teams = |text: &str| text.parse::<Teams>().ok().map(|teams| teams.to_string());
        for text in ["1+3 2+4", "1 2 3", ""] {
            assert_eq!(teams(text).as_deref(), Some(text));
        }
        assert_eq!((teams("?"), teams("0+1 2"), teams("1 256")), (None, None, None));
    }
}
