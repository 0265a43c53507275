//! What `query cells` and `query board` answer: enough to draw a game without knowing it. Keys that are not known here are
//! kept as they are, keys that are missing are empty.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A word of a game: mostly a constant.
pub type Word = Cow<'static, str>;

/// What a game adds that this module does not know.
pub type Extra = BTreeMap<String, Value>;

/// The board of a game as drawing coordinates, the same in all its positions (`query cells`).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Cells {
    /// `square`, `hex` or `ring`.
    pub grid: Word,
    /// Centre of each cell, y downwards, neighbours about 1 apart.
    pub cells: BTreeMap<String, (f64, f64)>,
    /// The colour of each seat's pieces in the boxed game, an English word a seat.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub colours: Vec<Word>,
    /// Cells that are special.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub marks: BTreeMap<String, Mark>,
    /// Lines along the rim that belong to seats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<SideLine>,
    /// Where a word of `query clicks` has its place on the board.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub spots: BTreeMap<Word, (f64, f64)>,
    /// Where the pieces behind a count of [`Board::counts`] may be drawn: a place for each seat.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub yards: BTreeMap<Word, Vec<(f64, f64)>>,
    /// What the game adds.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What is special about a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Mark {
    /// What it is, such as `start`.
    pub kind: Word,
    /// Whose it is, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
}

/// A line along the rim of the board.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SideLine {
    /// Whose side it is, from 1.
    pub seat: usize,
    /// Its corners, one after the other.
    pub points: Vec<(f64, f64)>,
}

/// One piece of `query board`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Piece {
    /// Its cell.
    pub at: String,
    /// All else.
    #[serde(flatten)]
    pub look: Look,
}

/// Everything about a piece but its place.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Look {
    /// Its seat from 1; 0 belongs to nobody.
    pub seat: usize,
    /// Its kind, such as `man`.
    pub kind: Word,
    /// The direction in which it points, such as `ne`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<Word>,
    /// What the game adds.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Piece {
    /// A piece of this kind on cell `at`; `seat` counts from 1, 0 is nobody's.
    pub fn new(at: impl ToString, seat: usize, kind: impl Into<Word>) -> Self {
        Self { at: at.to_string(), look: Look { seat, kind: kind.into(), ..Look::default() } }
    }
}

/// What lies on the table (`query board`).
///
/// ```
/// use ugi::board::{Board, Piece};
///
/// let answer = r#"{"turn":"p1","pieces":[{"at":"c3","seat":2,"kind":"man"}],"hands":[],"last":["c3"]}"#;
/// let board: Board = serde_json::from_str(answer)?;
/// assert_eq!(board.pieces, [Piece::new("c3", 2, "man")]);
/// assert_eq!(serde_json::to_string(&board)?, answer);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Board {
    /// `p1`, `p2`, …, `chance` or `over`.
    pub turn: String,
    /// Every piece on a cell.
    pub pieces: Vec<Piece>,
    /// One text per seat, empty in games without hands.
    pub hands: Vec<String>,
    /// The cells of the last move.
    pub last: Vec<String>,
    /// Stock, stones off and the like: a name and one number per seat.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<Word, Vec<i64>>,
    /// The team of each seat, from 1, in games of partners as soon as everybody knows them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teams: Option<Vec<usize>>,
    /// What the seat to move has to do, as a word, where the pieces do not show it: `capture` (nothing but captures is
    /// legal), `lay_opponent` (it lays a piece of the opponent).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<Word>,
    /// What the game adds.
    #[serde(flatten)]
    pub extra: Extra,
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
        assert_eq!((board.pieces[0].at.as_str(), board.pieces[0].look.seat), ("c3", 1));
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
            marks: [("a1".to_string(), Mark { kind: "start".into(), seat: Some(2) })].into(),
            sides: vec![SideLine { seat: 1, points: vec![(0.0, 1.0)] }],
            spots: [("pass".into(), (1.0, 1.0))].into(),
            yards: [("waiting".into(), vec![(2.0, 2.0)])].into(),
            extra: [("tiles".to_string(), serde_json::json!({ "a": [0, 1] }))].into(),
        };
        let text = serde_json::to_string(&cells).unwrap();
        assert!(text.ends_with(r#""tiles":{"a":[0,1]}}"#), "{text}");
        assert_eq!(serde_json::from_str::<Cells>(&text).unwrap(), cells);
    }
}
