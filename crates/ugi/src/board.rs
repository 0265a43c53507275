//! The answers to `query cells` and `query board`, from which a program can draw the board of any game.
//!
//! Unknown JSON keys are kept. Missing keys become empty values.

use crate::seats::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// A word that a game defines, such as the kind of a piece. Most words are string constants, which need no allocation.
///
/// ```
/// use speltafel_ugi::Seat;
/// use speltafel_ugi::board::{Piece, Word};
///
/// let kind: Word = "king".into();
/// assert_eq!(Piece::new("c3", Seat::P1, kind).look.kind, "king");
/// ```
pub type Word = Cow<'static, str>;

/// The keys of a JSON object for which its Rust type has no field, with their values.
///
/// ```
/// use speltafel_ugi::board::Board;
///
/// let board: Board = serde_json::from_str(r#"{"turn":"p1","moon":3}"#)?;
/// assert_eq!(board.extra["moon"], 3);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub type Extra = BTreeMap<String, Value>;

/// The empty board of a game in drawing coordinates: the answer to `query cells`. It depends on the game, its rule
/// options and the number of seats, but not on the position.
///
/// ```
/// use speltafel_ugi::board::Cells;
///
/// let cells: Cells = serde_json::from_str(r#"{"grid":"hex","cells":{"a1":[0.5,-0.25]}}"#)?;
/// assert_eq!((cells.grid.as_ref(), cells.cells["a1"]), ("hex", (0.5, -0.25)));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Cells {
    /// The shape of the cells: `square`, `hex` (hexagons) or `ring` (circles).
    pub grid: Word,
    /// The centre of each cell, by name. y points down. Neighbours are about 1 apart, or 1.41 if they touch only at a
    /// corner, as in checkers.
    pub cells: BTreeMap<String, (f64, f64)>,
    /// The colour of each seat's pieces in the physical game, as an English word.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub colours: Vec<Word>,
    /// The direction in which each seat looks at the board, in degrees: 0 is up, towards smaller y, and 90 is right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facing: Vec<u16>,
    /// Special cells, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub marks: BTreeMap<String, Mark>,
    /// The sides of the board that belong to seats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<SideLine>,
    /// The points on the board to click for words in the answer to `query clicks`, by word. Words that are clicked
    /// elsewhere have no point.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub spots: BTreeMap<Word, (f64, f64)>,
    /// For names in [`Board::counts`], one point per seat at which the counted pieces can be drawn. Counts that are
    /// shown elsewhere have no points.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub yards: BTreeMap<Word, Vec<(f64, f64)>>,
    /// All other JSON keys. They are kept when the value is written as JSON again.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A special cell.
///
/// ```
/// use speltafel_ugi::Seat;
/// use speltafel_ugi::board::{Cells, Mark};
///
/// let cells: Cells = serde_json::from_str(r#"{"marks":{"b2":{"kind":"home","seat":2},"c3":{"kind":"start"}}}"#)?;
/// assert_eq!(cells.marks["b2"], Mark { kind: "home".into(), seat: Some(Seat::P2) });
/// assert_eq!(cells.marks["c3"].seat, None);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Mark {
    /// The kind of the cell, such as `start`.
    pub kind: Word,
    /// The seat that owns the cell; `None` if no seat does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// A side of the board that belongs to a seat.
///
/// ```
/// use speltafel_ugi::Seat;
/// use speltafel_ugi::board::{Cells, SideLine};
///
/// let cells = Cells { sides: vec![SideLine { seat: Seat::P1, points: vec![(-0.5, 3.0), (2.5, 3.0)] }], ..Cells::default() };
/// let json = serde_json::to_value(&cells)?;
/// assert_eq!(json["sides"][0].to_string(), r#"{"points":[[-0.5,3.0],[2.5,3.0]],"seat":1}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SideLine {
    /// The seat.
    pub seat: Seat,
    /// The points of a line along the side, in order.
    pub points: Vec<(f64, f64)>,
}

/// A piece on the board.
///
/// ```
/// use speltafel_ugi::board::Piece;
///
/// let piece: Piece = serde_json::from_str(r#"{"at":"b1","seat":2,"kind":"stone","dir":"ne"}"#)?;
/// assert_eq!((piece.at.as_str(), piece.look.dir.as_deref()), ("b1", Some("ne")));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Piece {
    /// The name of the piece's cell.
    pub at: String,
    /// Everything about the piece except its cell.
    #[serde(flatten)]
    pub look: Look,
}

/// Everything about a piece except its cell.
///
/// ```
/// use speltafel_ugi::Seat;
/// use speltafel_ugi::board::{Look, Piece};
///
/// let look = Look { seat: Some(Seat::P2), kind: "stone".into(), dir: Some("ne".into()), ..Look::default() };
/// let piece = Piece { at: "b1".to_string(), look };
/// assert_eq!(serde_json::to_string(&piece)?, r#"{"at":"b1","seat":2,"kind":"stone","dir":"ne"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Look {
    /// The seat that owns the piece; `None`, in JSON 0, if no seat does.
    #[serde(with = "seat_or_zero")]
    pub seat: Option<Seat>,
    /// The kind of the piece, such as `man`.
    pub kind: Word,
    /// The direction in which the piece points, such as `ne`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<Word>,
    /// All other JSON keys. They are kept when the value is written as JSON again.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Piece {
    /// Creates a piece on the cell `at`, which belongs to `seat`; `None` stands for no seat.
    pub fn new(at: impl ToString, seat: impl Into<Option<Seat>>, kind: impl Into<Word>) -> Self {
        Self { at: at.to_string(), look: Look { seat: seat.into(), kind: kind.into(), ..Look::default() } }
    }
}

/// The contents of the board: the answer to `query board`.
///
/// ```
/// use speltafel_ugi::Seat;
/// use speltafel_ugi::board::{Board, Piece};
///
/// let answer = r#"{"turn":"p1","pieces":[{"at":"c3","seat":2,"kind":"man"}],"hands":[],"last":["c3"]}"#;
/// let board: Board = serde_json::from_str(answer)?;
/// assert_eq!(board.pieces, [Piece::new("c3", Seat::P2, "man")]);
/// assert_eq!(serde_json::to_string(&board)?, answer);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Board {
    /// The answer to `query turn`: `p1`, `p2`, …, `chance` or `over`.
    pub turn: String,
    /// The pieces on the board.
    pub pieces: Vec<Piece>,
    /// The hand of each seat, with one letter per card or tile and `?` for each hidden one; empty in games without
    /// hands.
    pub hands: Vec<String>,
    /// The cells of the last move, in order.
    pub last: Vec<String>,
    /// Named counts, such as the size of the stock. Each has one number per seat.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<Word, Vec<i64>>,
    /// In games with partners, the 1-based team number of each seat; `None` until all seats know the teams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teams: Option<Vec<usize>>,
    /// What the seat to move must do, if the pieces do not show it: `capture` (only captures are legal) or
    /// `lay_opponent` (the seat lays a piece of its opponent).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<Word>,
    /// What everybody may know besides pieces, hands and counts, such as the number of the round, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<Word, Fact>,
    /// All other JSON keys. They are kept when the value is written as JSON again.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A value of [`Board::facts`].
///
/// ```
/// use speltafel_ugi::Seat;
/// use speltafel_ugi::board::{Board, Fact};
///
/// let board: Board = serde_json::from_str(r#"{"facts":{"round":2,"dealer":"{p3}","discard":["A","T"]}}"#)?;
/// assert_eq!(board.facts["round"], Fact::from(2));
/// assert_eq!(board.facts["dealer"], Fact::from(Seat::new(2)));
/// assert_eq!(board.facts["discard"].to_string(), "A T");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Fact {
    /// A number.
    Number(i64),
    /// A text, in which `{p2}` stands for the player of seat 2.
    Text(String),
    /// Cards or tiles, each a letter as in a hand.
    Cards(Vec<String>),
    /// A value that this version does not know.
    Unknown(Value),
}

impl Fact {
    /// Creates a fact from the letters of cards.
    #[must_use]
    pub fn of_cards(cards: &str) -> Self {
        Self::Cards(cards.chars().map(String::from).collect())
    }
}

impl From<i64> for Fact {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<Seat> for Fact {
    fn from(seat: Seat) -> Self {
        Self::Text(format!("{{{seat}}}"))
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::Cards(cards) => f.write_str(&cards.join(" ")),
            Self::Unknown(value) => value.fmt(f),
        }
    }
}

/// Serde functions for an optional seat: its number, or 0 for none.
pub(crate) mod seat_or_zero {
    use crate::seats::Seat;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[allow(clippy::ref_option)] // serde requires this signature.
    pub(crate) fn serialize<S: Serializer>(seat: &Option<Seat>, to: S) -> Result<S::Ok, S::Error> {
        seat.map_or(0, Seat::number).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Seat>, D::Error> {
        Ok(Seat::from_number(usize::deserialize(from)?))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_are_kept_and_missing_ones_are_empty() {
        let text =
            r#"{"turn":"p2","pieces":[{"at":"c3","seat":1,"kind":"man","hat":"red"}],"hands":[],"last":[],"moon":3}"#;
        let board: Board = serde_json::from_str(text).unwrap();
        assert_eq!((board.pieces[0].at.as_str(), board.pieces[0].look.seat), ("c3", Some(Seat::P1)));
        assert_eq!(board.pieces[0].look.extra["hat"], "red");
        assert_eq!(serde_json::to_string(&board).unwrap(), text);
        assert_eq!(serde_json::from_str::<Cells>("{}").unwrap(), Cells::default());
        let fails = |text: &str| serde_json::from_str::<Board>(text).is_err();
        assert!(fails("error") && fails("[1") && serde_json::from_str::<Cells>(r#"{"cells":3}"#).is_err());
    }

    #[test]
    fn cells_print_and_read_back() {
        let cells = Cells {
            grid: "hex".into(),
            cells: [("a1".to_string(), (0.5, -0.25))].into(),
            colours: vec!["red".into()],
            facing: vec![180, 0],
            marks: [("a1".to_string(), Mark { kind: "start".into(), seat: Some(Seat::P2) })].into(),
            sides: vec![SideLine { seat: Seat::P1, points: vec![(0.0, 1.0)] }],
            spots: [("pass".into(), (1.0, 1.0))].into(),
            yards: [("waiting".into(), vec![(2.0, 2.0)])].into(),
            extra: [("tiles".to_string(), serde_json::json!({ "a": [0, 1] }))].into(),
        };
        let text = serde_json::to_string(&cells).unwrap();
        assert!(text.ends_with(r#""tiles":{"a":[0,1]}}"#), "{text}");
        assert_eq!(serde_json::from_str::<Cells>(&text).unwrap(), cells);
    }
}
