//! The record of a game, which may have been broken off.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ugi::Seat;

/// A finished or broken-off game. In JSON, the argument of `query export json` and a part of each line of
/// `results.jsonl`, only `base` and `moves` are required. What is unknown or empty is left out.
///
/// ```
/// use speltafel_game::Record;
///
/// let json = r#"{"seats":["Anna","Bert"],"base":"startpos","moves":["11-15"],"result":"none","reason":"none"}"#;
/// let game: Record = serde_json::from_str(json)?;
/// assert_eq!((game.moves.len(), game.result.as_str(), game.date.as_ref()), (1, "none", None));
/// assert_eq!(serde_json::to_string(&game)?, json);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The name of the game; empty if unknown, as in formats of a single game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The rule options, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// The number of the seat whose view the tokens are, 0 for what everybody may see; `None` for the master history.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// The name of the tournament.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub event: String,
    /// The location; for games between engines, the name of the machine.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub site: String,
    /// The date as `YYYY.MM.DD`; `None` if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The round or number of the game in the tournament.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub round: String,
    /// The name of the player in each seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<String>,
    /// The time control of each seat, in the notation of PGN, such as `10+0.1`; empty if unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub time_controls: Vec<String>,
    /// The start of the game: `startpos` or `fen TEXT`.
    pub base: String,
    /// The number of tokens at the start of `moves` that belong to the opening.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub opening: usize,
    /// The tokens of the history, with chance events and verdict.
    pub moves: Vec<String>,
    /// For each of `moves`, the seat that chose it; `None` for openings, events and verdicts. Empty if unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub movers: Vec<Option<Seat>>,
    /// Comments on the tokens in `moves`, in their order; empty where there is none. The list may be shorter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// The result: `p1win`, `p2win`, …, `draw` or `none`.
    #[serde(default = "none")]
    pub result: String,
    /// The reason for the end of the game, as in the answer to `query reason`.
    #[serde(default = "none")]
    pub reason: String,
    /// The points of each seat; empty if the game has no result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<i64>,
    /// The rank of each seat, counted from 1 for the best; empty if the game has no result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranks: Vec<u32>,
}

impl Default for Record {
    /// Returns a game without moves from the start position, which has not ended.
    fn default() -> Self {
        Self {
            game: String::new(),
            options: BTreeMap::new(),
            seat: None,
            event: String::new(),
            site: String::new(),
            date: None,
            round: String::new(),
            seats: Vec::new(),
            time_controls: Vec::new(),
            base: "startpos".to_string(),
            opening: 0,
            moves: Vec::new(),
            movers: Vec::new(),
            comments: Vec::new(),
            result: none(),
            reason: none(),
            scores: Vec::new(),
            ranks: Vec::new(),
        }
    }
}

impl Record {
    /// Returns the rule options, each as `NAME=VALUE`.
    #[must_use]
    pub fn rules(&self) -> Vec<String> {
        self.options.iter().map(|(name, value)| format!("{name}={value}")).collect()
    }
}

/// A game of a file in an interchange format: the answer to `query import`.
///
/// ```
/// use speltafel_game::Imported;
///
/// let read: Imported = serde_json::from_str(r#"{"base":"startpos","moves":["11-15"],"games":3}"#)?;
/// assert_eq!((read.game.moves.len(), read.games), (1, 3));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Imported {
    /// The game.
    #[serde(flatten)]
    pub game: Record,
    /// How many games the file has; 0 if the engine does not tell.
    #[serde(default)]
    pub games: usize,
}

fn none() -> String {
    "none".to_string()
}

/// For serde, which passes a reference.
#[expect(clippy::trivially_copy_pass_by_ref)]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}
