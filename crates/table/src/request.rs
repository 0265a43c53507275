//! What a page asks for: one JSON object a frame. Knows no game; words that reach an engine are single words, checked
//! here.

use super::clocks::TimeControl;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Tokens of own tries in one request.
const LONGEST_LINE: usize = 4000;
/// Bytes of a word.
const LONGEST_WORD: usize = 4000;

/// A request.
#[derive(Deserialize, Debug)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum TableRequest {
    /// Begin a game.
    New(NewGame),
    /// Change who sits in a seat.
    Seat {
        /// From 1.
        seat: usize,
        /// Who.
        #[serde(flatten)]
        occupant: Occupant,
    },
    /// Start the engine of a seat again.
    Restart {
        /// From 1.
        seat: usize,
    },
    /// Play a move.
    Move {
        /// As in `legal`.
        token: String,
        /// Tokens before it.
        at: usize,
    },
    /// Give up.
    Resign,
    /// Offer a draw, or ask to take a move back.
    Offer {
        /// Which of them.
        what: OfferKind,
    },
    /// Answer an offer.
    Answer {
        /// Yes or no.
        accept: bool,
        /// The seat that has offered, from 1; none: the first offer that waits for this browser.
        seat: Option<usize>,
        /// What it has offered; none: anything. By the time of the answer it may have offered something else.
        what: Option<OfferKind>,
    },
    /// Ask an engine for a move.
    Hint,
    /// Take the own last move back.
    Undo,
    /// The same game once more.
    Again {
        /// The same deal and seats; else another deal, and in a finished game of two the players change sides.
        #[serde(default)]
        same: bool,
        /// Starts over a game that is not over.
        #[serde(default)]
        sure: bool,
    },
    /// Let engines and clocks rest.
    Pause,
    /// Let them go on.
    Go,
    /// Look at another position.
    Look {
        /// Comes back with the answer.
        id: Value,
        /// What to look at.
        #[serde(flatten)]
        place: PositionRef,
    },
    /// Let an engine analyse a position.
    Analyse {
        /// Ends the analysis.
        #[serde(default)]
        stop: bool,
        /// What to analyse.
        #[serde(flatten)]
        place: PositionRef,
        /// Lines.
        #[serde(default = "one")]
        multipv: u32,
        /// By name; none: the first.
        engine: Option<String>,
    },
    /// May people analyse while they play?
    Allow {
        /// Yes or no.
        analysis: bool,
    },
    /// Judge the moves of the game.
    Review {
        /// Ends the review.
        #[serde(default)]
        stop: bool,
        /// Nodes of each search.
        nodes: Option<u64>,
        /// By name; none: the first.
        engine: Option<String>,
    },
    /// Begin a game from a position text or line.
    Setup {
        /// As people paste it.
        text: String,
    },
    /// Begin a game from a record that people exchange.
    Import {
        /// `transcript` or `portable`.
        format: String,
        /// The record.
        text: String,
    },
    /// The game as such a record.
    Export {
        /// `transcript` or `portable`.
        format: String,
    },
    /// The tournaments that can be looked at.
    Records,
    /// One of their games.
    Record {
        /// Index of the tournament.
        source: usize,
        /// The game.
        id: String,
    },
}

/// A new game.
#[derive(Deserialize, Debug)]
pub struct NewGame {
    /// As in `query games`.
    pub game: String,
    /// Rule options that differ from their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, Value>,
    /// A base as in `position`; none: the start position.
    pub start: Option<String>,
    /// Start of everything that is dealt; none: drawn.
    pub seed: Option<u64>,
    /// The clock of every seat, if any.
    pub clock: Option<TimeControl>,
    /// Who sits where; seats beyond the list are open.
    #[serde(default)]
    pub seats: Vec<Occupant>,
}

/// Who sits in a seat.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Occupant {
    /// What kind of player.
    pub who: PlayerKind,
    /// How people call it.
    #[serde(default)]
    pub name: String,
    /// The engine, by name; none: the first.
    pub engine: Option<String>,
    /// Its strength, 0 to 20.
    pub skill: Option<u32>,
    /// Milliseconds for a move where there is no clock.
    pub movetime: Option<u64>,
    /// Nodes for a move where there is no clock.
    pub nodes: Option<u64>,
}

/// Kinds of players.
#[derive(Deserialize, serde::Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// A person at the host's browser.
    Here,
    /// A person who comes by the link of the seat.
    Link,
    /// An engine.
    Engine,
    /// Nobody yet.
    Open,
}

/// What can be offered.
#[derive(Deserialize, serde::Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    /// To end the game as a draw.
    Draw,
    /// To take a move back.
    Undo,
}

/// A position near the game.
#[derive(Deserialize, Clone, PartialEq, Eq, Default, Debug)]
pub struct PositionRef {
    /// So many tokens of the game; none: all of them.
    pub at: Option<usize>,
    /// Own tries behind them.
    #[serde(default)]
    pub line: Vec<String>,
}

impl TableRequest {
    /// Reads a frame.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }
}

impl Occupant {
    /// Somebody of whom nothing else is known.
    #[must_use]
    pub fn nameless(who: PlayerKind) -> Self {
        Self { who, name: String::new(), engine: None, skill: None, movetime: None, nodes: None }
    }
}

impl PositionRef {
    /// May every word of the line be sent to an engine?
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.line.len() <= LONGEST_LINE && self.line.iter().all(|word| is_word(word))
    }
}

/// The word behind `do`, as far as there is one.
#[must_use]
pub fn request_name(text: &str) -> String {
    #[derive(Deserialize)]
    struct Named {
        r#do: String,
    }
    serde_json::from_str::<Named>(text).map(|named| named.r#do.chars().take(40).collect()).unwrap_or_default()
}

/// Is this one word of a protocol line?
#[must_use]
pub fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= LONGEST_WORD
        && !text.contains(|sign: char| sign.is_whitespace() || sign.is_control())
}

/// The first character of a name that cannot be seen or that changes how the text around it is shown: controls, marks of
/// writing direction, blanks without width.
#[must_use]
pub fn invisible_character(name: &str) -> Option<char> {
    let unseen = |sign: &char| {
        sign.is_control()
            || matches!(sign, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
            || matches!(sign, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
            || matches!(sign, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{e0000}'..='\u{e007f}')
    };
    name.chars().find(unseen)
}

/// The value of an option as it stands in a protocol line; `None`: it cannot stand there.
#[must_use]
pub fn option_value(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (text.len() <= LONGEST_WORD && !text.contains(char::is_control)).then_some(text)
}

fn one() -> u32 {
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_as_the_page_writes_them() {
        let order = TableRequest::read(r#"{"do":"seat","seat":2,"who":"engine","name":"x","skill":3}"#).unwrap();
        let TableRequest::Seat { seat: 2, occupant } = order else { panic!("{order:?}") };
        assert_eq!((occupant.who, occupant.skill, occupant.engine), (PlayerKind::Engine, Some(3), None));
        let order = TableRequest::read(r#"{"do":"look","id":7,"at":3,"line":["a","b"]}"#).unwrap();
        assert!(
            matches!(order, TableRequest::Look { place: PositionRef { at: Some(3), line }, .. } if line == ["a", "b"])
        );
        assert!(matches!(
            TableRequest::read(r#"{"do":"analyse","stop":true}"#),
            Ok(TableRequest::Analyse { stop: true, .. })
        ));
        assert!(matches!(
            TableRequest::read(r#"{"do":"again"}"#),
            Ok(TableRequest::Again { same: false, sure: false })
        ));
        let new = r#"{"do":"new","game":"x","options":{"A":"b","C":4},"clock":{"base":1000,"inc":5},"seats":[{"who":"here"}]}"#;
        let Ok(TableRequest::New(new)) = TableRequest::read(new) else { panic!() };
        assert_eq!((new.clock, new.seats.len()), (Some(TimeControl { base: 1000, inc: 5 }), 1));
        assert_eq!(
            new.options.values().map(option_value).collect::<Vec<_>>(),
            [Some("b".to_string()), Some("4".to_string())]
        );
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (text, named) in
            [("", ""), ("{", ""), ("[1]", ""), (r#"{"do":"dance"}"#, "dance"), (r#"{"do":"move"}"#, "move")]
        {
            assert!(TableRequest::read(text).is_err() && request_name(text) == named, "{text}");
        }
    }

    #[test]
    fn names_are_made_of_signs_that_can_be_seen() {
        for name in ["", "Anna", "Jan-Piet de Vries", "\u{5d0}\u{5d1}", "\u{645}\u{627}", "J\u{fc}rgen \u{1f600}"] {
            assert_eq!(invisible_character(name), None, "{name:?}");
        }
        let controls = ('\0'..='\u{1f}').chain('\u{7f}'..='\u{9f}');
        let directions = ['\u{61c}', '\u{200e}', '\u{200f}'].into_iter();
        let directions = directions.chain('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}');
        let narrow = ['\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}', '\u{ad}'];
        for sign in controls.chain(directions).chain(narrow) {
            assert_eq!(invisible_character(&format!("An{sign}na")), Some(sign), "{:04X}", u32::from(sign));
        }
    }

    #[test]
    fn only_single_words_reach_an_engine() {
        assert!(is_word("11-15") && is_word("!deal/AA/??"));
        for text in ["", "a b", "a\nquit", "a\tb", "a\u{0}", &"x".repeat(LONGEST_WORD + 1)] {
            assert!(!is_word(text), "{text:?}");
        }
        assert_eq!(option_value(&Value::String("a\nquit".to_string())), None);
    }
}
