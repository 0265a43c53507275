//! Finished games in the JSON form of `query export` and `query import`.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A finished game: the argument of `query export` and the answer to `query import`. In JSON only `base` and `moves`
/// are required.
///
/// ```
/// use speltafel_ugi::Transcript;
///
/// let game: Transcript = serde_json::from_str(r#"{"base":"startpos","moves":["11-15","23-19"]}"#)?;
/// assert_eq!((game.moves.len(), game.result.as_str(), game.date), (2, "none", None));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Transcript {
    /// The name of the tournament.
    #[serde(default)]
    pub event: String,
    /// The location; for games between engines, the name of the machine.
    #[serde(default)]
    pub site: String,
    /// The date as `YYYY.MM.DD`; `None` if unknown.
    #[serde(default)]
    pub date: Option<String>,
    /// The round or number of the game in the tournament.
    #[serde(default)]
    pub round: String,
    /// The name of the player in each seat.
    #[serde(default)]
    pub seats: Vec<String>,
    /// The name of the game; empty if unknown, as in formats of a single game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The rule options, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// The number of the seat whose view the tokens are, 0 for what everybody may see; `None` for the master history.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// The start of the game: `startpos` or `fen TEXT`.
    pub base: String,
    /// The tokens of the history, with chance events and verdict.
    pub moves: Vec<String>,
    /// The result: `p1win`, `p2win`, …, `draw` or `none`.
    #[serde(default = "none")]
    pub result: String,
    /// The reason for the end of the game, as in the answer to `query reason`.
    #[serde(default = "none")]
    pub reason: String,
    /// Comments on the tokens in `moves`, in their order; empty where there is none. The list may be shorter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// The time control of each seat, in the notation of PGN, such as `10+0.1`; empty if unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub time_controls: Vec<String>,
}

impl Default for Transcript {
    /// Returns a game without moves from the start position, which has not ended.
    fn default() -> Self {
        Self {
            event: String::new(),
            site: String::new(),
            date: None,
            round: String::new(),
            seats: Vec::new(),
            game: String::new(),
            options: BTreeMap::new(),
            seat: None,
            base: "startpos".to_string(),
            moves: Vec::new(),
            result: none(),
            reason: none(),
            comments: Vec::new(),
            time_controls: Vec::new(),
        }
    }
}

/// A game of a file in an interchange format: the answer to `query import`.
///
/// ```
/// use speltafel_ugi::Imported;
///
/// let read: Imported = serde_json::from_str(r#"{"base":"startpos","moves":["11-15"],"games":3}"#)?;
/// assert_eq!((read.game.moves.len(), read.games), (1, 3));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Imported {
    /// The game.
    #[serde(flatten)]
    pub game: Transcript,
    /// How many games the file has; 0 if the engine does not tell.
    #[serde(default)]
    pub games: usize,
}

fn none() -> String {
    "none".to_string()
}
