//! A finished game as `query export` takes it and `query import` gives it.

use serde::{Deserialize, Serialize};

/// A finished game: who played, where it began, what was played, how it ended. Only `base` and `moves` must be there.
///
/// ```
/// use ugi::Transcript;
///
/// let game: Transcript = serde_json::from_str(r#"{"base":"startpos","moves":["11-15","23-19"]}"#)?;
/// assert_eq!((game.moves.len(), game.result.as_str(), game.date), (2, "none", None));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Transcript {
    /// The tournament.
    #[serde(default)]
    pub event: String,
    /// Where: the machine.
    #[serde(default)]
    pub site: String,
    /// `YYYY.MM.DD`; `None` where it is not known.
    #[serde(default)]
    pub date: Option<String>,
    /// Which game of the tournament.
    #[serde(default)]
    pub round: String,
    /// Who sat in each seat.
    #[serde(default)]
    pub seats: Vec<String>,
    /// `startpos` or `fen TEXT`.
    pub base: String,
    /// The master history in the tokens of the protocol, events and verdict too.
    pub moves: Vec<String>,
    /// `p1win`, `p2win`, …, `draw` or `none`.
    #[serde(default = "none")]
    pub result: String,
    /// Why it ended.
    #[serde(default = "none")]
    pub reason: String,
}

fn none() -> String {
    "none".to_string()
}
