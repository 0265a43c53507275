//! Seats, whose turn it is, who looks at a position, and how a game ended. All of them print and parse the words of the
//! protocol.

use base::quote::quote;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A word that stands for nothing of this type.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected {expected}, got {}", quote(got))]
pub struct WordError {
    pub(crate) expected: &'static str,
    pub(crate) got: String,
}

/// The number from 1 in `p1`, as an index from 0.
fn index(word: &str, suffix: &str) -> Option<u8> {
    word.strip_prefix('p')?.strip_suffix(suffix)?.parse::<u8>().ok()?.checked_sub(1)
}

/// A seat at the table, counted from 0 inside and printed `p1`, `p2`, ….
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The first seat.
    pub const P1: Self = Self(0);
    /// The second seat.
    pub const P2: Self = Self(1);

    /// The seat with this index, counted from 0.
    #[must_use]
    pub const fn new(index: usize) -> Self {
        Self(index as u8)
    }

    /// Counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Counted from 1, as on the wire.
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

impl FromStr for Seat {
    type Err = WordError;

    fn from_str(word: &str) -> Result<Self, WordError> {
        index(word, "").map(Self).ok_or_else(|| WordError { expected: "p1, p2, ...", got: word.to_string() })
    }
}

/// Who decides what happens next.
///
/// ```
/// use ugi::{Seat, Turn};
///
/// assert_eq!("p2".parse(), Ok(Turn::Seat(Seat::P2)));
/// assert_eq!(Turn::Chance.to_string(), "chance");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A seat has to move.
    Seat(Seat),
    /// Nature has to decide an event, such as a deal.
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

/// Whose eyes a position is seen with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Viewer {
    /// Sees everything: the master history.
    #[default]
    Master,
    /// Sees its own hand and what is public.
    Seat(Seat),
    /// Sees what is public (`query view 0`).
    Public,
}

impl Viewer {
    /// Does this viewer see the hand of `seat`?
    #[must_use]
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Self::Master => true,
            Self::Seat(own) => own == seat,
            Self::Public => false,
        }
    }
}

/// How a game came out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// The team with this index (from 0) won; printed `p1win`, `p2win`, ….
    Win(usize),
    /// Nobody won.
    Draw,
    /// Not decided (yet).
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
