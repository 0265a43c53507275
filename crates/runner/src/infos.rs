//! What engines report about their searches, beside the score, depth and nodes.

use serde::{Deserialize, Serialize};
use ugi::Info;

/// The maximum length of a recorded line of play in bytes, so that an engine cannot fill the disk with one.
const MAX_PV_LENGTH: usize = 1000;
/// The first word of a line of play that does not begin with the move played.
const INSTEAD: &str = "instead";

/// What engines reported last about each of their searches in a game: one list for each word of `info`. Each list has
/// an entry for each move that an engine chose, in order; it is empty if no engine reported a number above 0.
///
/// ```
/// # extern crate ugi as speltafel_ugi;
/// use speltafel_runner::record::Infos;
/// use speltafel_ugi::Info;
///
/// let mut infos = Infos::default();
/// for line in ["info seldepth 7 time 12 tbhits 0 pv 11-15 23-18", "info seldepth 6 pv 9-13"] {
///     infos.push("11-15", &Info::parse(line).unwrap());
/// }
/// let infos = infos.without_empty_lists();
/// let json = r#"{"seldepth":[7,6],"time":[12,null],"pv":["23-18","instead 9-13"]}"#;
/// assert_eq!(serde_json::to_string(&infos)?, json);
/// assert_eq!(infos.line_of_play(0, "11-15"), ["11-15", "23-18"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Infos {
    /// The deepest ply reached.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seldepth: Vec<Option<u64>>,
    /// Nodes per second.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nps: Vec<Option<u64>>,
    /// The used share of the transposition table, in permille.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hashfull: Vec<Option<u64>>,
    /// The number of positions found in endgame databases.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tbhits: Vec<Option<u64>>,
    /// The duration of the search in milliseconds as the engine measured it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub time: Vec<Option<u64>>,
    /// The line of play after the move. If the line does not begin with the move, it is complete and follows the word
    /// `instead`. Lines are cut after about a thousand bytes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<Option<String>>,
}

impl Infos {
    /// Adds what an engine reported about the search for the move `played`.
    pub fn push(&mut self, played: &str, info: &Info) {
        self.seldepth.push(info.seldepth.map(u64::from));
        self.nps.push(info.nps);
        self.hashfull.push(info.hashfull.map(u64::from));
        self.tbhits.push(info.tbhits);
        self.time.push(info.time.map(|time| time.as_millis() as u64));
        self.pv.push((!info.pv.is_empty()).then(|| pv_text(played, &info.pv)));
    }

    /// Returns these lists, without those in which no number is above 0.
    #[must_use]
    pub fn without_empty_lists(mut self) -> Self {
        for list in [&mut self.seldepth, &mut self.nps, &mut self.hashfull, &mut self.tbhits, &mut self.time] {
            if list.iter().all(|number| number.unwrap_or_default() == 0) {
                list.clear();
            }
        }
        if self.pv.iter().all(Option::is_none) {
            self.pv.clear();
        }
        self
    }

    /// Returns the line of play that an engine reported for its move number `index`, from 0, which was `played`; empty
    /// if it reported none.
    #[must_use]
    pub fn line_of_play<'a>(&'a self, index: usize, played: &'a str) -> Vec<&'a str> {
        let Some(text) = self.pv.get(index).and_then(Option::as_deref) else { return Vec::new() };
        let mut words = text.split(' ').filter(|word| !word.is_empty()).peekable();
        match words.next_if_eq(&INSTEAD) {
            Some(_) => words.collect(),
            None => std::iter::once(played).chain(words).collect(),
        }
    }
}

/// Formats a line of play as [`Infos::pv`] has it.
fn pv_text(played: &str, pv: &[String]) -> String {
    let (mut text, rest) = match pv {
        [first, rest @ ..] if first == played => (String::new(), rest),
        _ => (INSTEAD.to_string(), pv),
    };
    for word in rest {
        if text.len() + word.len() >= MAX_PV_LENGTH {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_between_moves() {
        let pv = vec!["12345".to_string(); 1000];
        let text = pv_text("12345", &pv);
        assert!(text.len() < MAX_PV_LENGTH && text.len() > MAX_PV_LENGTH - 12 && text.ends_with(" 12345"));
        assert!(pv_text("x", &pv).starts_with("instead 12345"));
        assert_eq!(pv_text("x", &["y".repeat(MAX_PV_LENGTH)]), "instead");
    }
}
