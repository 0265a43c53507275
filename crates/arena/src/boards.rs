//! What a referee answers to `query cells` and `query board`: enough to draw a game without knowing it.
//! Keys that are not known here are ignored, keys that are missing are empty.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The cells of a game, which are the same in all its positions.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Cells {
    /// `square`, `hex` or `ring`.
    pub grid: String,
    /// The centre of each, y downwards, neighbours about 1 apart.
    pub cells: BTreeMap<String, (f64, f64)>,
    /// All other keys, such as colours and marks, as the referee wrote them.
    #[serde(flatten)]
    pub details: BTreeMap<String, Value>,
}

/// What lies on the table.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Board {
    /// `p1`, `p2`, …, `chance` or `over`.
    pub turn: String,
    /// Everything that lies on a cell.
    pub pieces: Vec<Piece>,
    /// A text a seat; empty in games without hands.
    pub hands: Vec<String>,
    /// The cells of the last move.
    pub last: Vec<String>,
    /// A name and a number a seat.
    pub counts: BTreeMap<String, Vec<i64>>,
}

/// Something that lies on a cell.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Piece {
    /// Its cell.
    pub at: String,
    /// How it looks.
    #[serde(flatten)]
    pub look: Look,
}

/// Everything about a piece but its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Look {
    /// Its seat from 1; 0 belongs to nobody.
    pub seat: u32,
    /// A word such as `man`.
    pub kind: String,
    /// Where it points, such as `ne`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<String>,
    /// The edges at which roads leave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roads: Option<Vec<u8>>,
}

impl Cells {
    /// Reads the answer to `query cells`.
    ///
    /// # Errors
    /// It is not the JSON of cells.
    pub fn read(json: &str) -> Result<Self> {
        serde_json::from_str(json).context("query cells: no cells in the answer")
    }
}

impl Board {
    /// Reads the answer to `query board`.
    ///
    /// # Errors
    /// It is not the JSON of a board.
    pub fn read(json: &str) -> Result<Self> {
        serde_json::from_str(json).context("query board: no board in the answer")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_ignored_and_what_is_missing_is_empty() {
        let board = Board::read(r#"{"turn":"p2","pieces":[{"at":"c3","seat":1,"kind":"man","hat":"red"}],"moon":3}"#);
        let look = Look { seat: 1, kind: "man".to_string(), dir: None, roads: None };
        let pieces = vec![Piece { at: "c3".to_string(), look }];
        assert_eq!(board.unwrap(), Board { turn: "p2".to_string(), pieces, ..Board::default() });
        assert_eq!(Cells::read("{}").unwrap(), Cells::default());
        assert!(Board::read("error").is_err() && Board::read("[1").is_err() && Cells::read(r#"{"cells":3}"#).is_err());
    }
}
