//! The requests of the page: one JSON object per frame of the socket `ws`, below the address of the page. The field
//! `do` holds the name of the request. A browser that opens the socket as `ws?fair` answers what the messages `deal`
//! and `evening` ask. Also checks that strings sent to an engine cannot contain further commands.
//!
//! A request that is not possible is answered with the message `error`, and changes nothing. Its codes are those of
//! [`Refusal`](crate::Refusal); requests of the host, and of the owner, are `not_host` and `not_owner` for others. The
//! server itself answers `tables`, `create` and `delete` with `table`, the requests of its owner.

use super::absence::AbsenceRules;
use super::fair::{Bits, Commitment, DealId};
use super::role::Role;
use crate::archive::GameFilter;
use base::quote::is_invisible;
use game::TimeControl;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use ugi::Seat;

/// The maximum number of variation moves in one request.
const LONGEST_LINE: usize = 4000;
/// The maximum length of a name in characters.
pub const LONGEST_NAME: usize = 60;
/// The maximum length of a word in bytes.
const LONGEST_WORD: usize = 4000;

/// A request from the page.
#[derive(Deserialize, Debug)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum TableRequest {
    /// The host begins a new game with these settings.
    New(NewGame),
    /// The host changes the occupant of a seat, even during a game. Hidden hands of a repeated deal are not shown to
    /// guests: no seat gets a link or is opened then (`revealed`).
    Seat {
        seat: Seat,
        #[serde(flatten)]
        occupant: Occupant,
    },
    /// The host renews the link of a role: the old one and its browsers are shut out. Only the owner renews that of the
    /// host, which then works on the server's own computer only.
    Renew {
        #[serde(flatten)]
        role: Role,
    },
    /// The owner makes a link for the host that works on other devices.
    Device,
    /// The host requests the QR code of a text of at most 300 bytes.
    Code { text: String },
    /// The host lets an engine play for the person at a seat, or ends that. A player can end it for the own seat.
    Standin { seat: Seat, on: bool },
    /// The host sets when engines play for people who are away.
    Absence(AbsenceRules),
    /// The host restarts the engine of a seat.
    Restart { seat: Seat },
    /// Asks for a sign of life, the message `pong`. Scripts do not see the pings of a socket.
    Ping,
    /// Sets the language of the words in all messages to this browser. A game that does not have it speaks English, or
    /// else any of its languages.
    Language {
        /// The code of the language, such as `nl`.
        language: String,
    },
    /// Plays a move.
    Move {
        /// The token, as listed in `legal`.
        token: String,
        /// The number of tokens before the move. The request is rejected if the game now has a different number of
        /// tokens.
        at: usize,
    },
    /// Resigns the game, or asks the partners to agree.
    Resign,
    /// Offers a draw, requests a takeback or resigns. A declined offer cannot be repeated before the next move
    /// (`refused`). Each person can have one pending offer.
    Offer {
        /// `draw` or `undo`.
        what: OfferKind,
    },
    /// Answers the oldest matching offer that waits for this browser. If there is none and `accept` is false, withdraws
    /// the browser's own offer.
    Answer {
        accept: bool,
        /// The seat that made the offer; `None` matches any.
        seat: Option<Seat>,
        /// The kind of the offer; `None` matches any. The seat may have made another offer in the meantime.
        what: Option<OfferKind>,
    },
    /// Asks the first engine for a move. While people play each other, only after `allow` (`not_now`).
    Hint,
    /// Takes back the player's last move, or requests a takeback if other people play.
    Undo,
    /// The host plays the same game again.
    Again {
        /// Whether to keep the deal and the seats. If false, there is a new deal, and the players of a finished
        /// two-seat game change sides.
        #[serde(default)]
        same: bool,
        /// Whether a game that is not over may be abandoned.
        #[serde(default)]
        sure: bool,
    },
    /// Commits to the bits of a player, for the deal or the lots with this id (`stale` if that is not expected).
    Commit {
        /// The id of the deal.
        id: DealId,
        seat: Seat,
        commitment: Commitment,
    },
    /// Sends the bits of a player.
    Bits {
        /// The id of the deal.
        id: DealId,
        seat: Seat,
        bits: Bits,
    },
    /// The host deals, or has lots drawn, without the players whose answer is missing, and without any who come later.
    Deal,
    /// A player is ready for the next game. When all connected people are, it begins as after `again`.
    Ready {
        /// Whether the player is ready; false takes that back.
        #[serde(default = "yes")]
        ready: bool,
    },
    /// The host decides who gets which seat in the next game.
    Arrange {
        /// For each seat, the present seat of the player who gets it; empty leaves that to the rule of the table.
        #[serde(default)]
        seats: Vec<Seat>,
    },
    /// The host has lots drawn for the seats of the next game. Until they are drawn, `again` fails (`not_now`).
    Lots,
    /// Chooses a seat of the next game, after lots that leave a choice: both seats have a word of the kind `choice` in
    /// the answer to `query info`. Only the first choice counts (`not_now`).
    Choose {
        /// The present seat of the player who gets the seat.
        player: Seat,
        seat: Seat,
    },
    /// The host forgets the points of the evening.
    Clear,
    /// The host pauses engines, clocks and the steps that the table makes.
    Pause,
    /// The host resumes them. Also ends the showing of a move.
    Go,
    /// Requests another position.
    Look {
        /// A number that the answer repeats.
        id: u64,
        #[serde(flatten)]
        place: PositionRef,
    },
    /// Asks why a token is not legal in a position.
    Why {
        token: String,
        #[serde(flatten)]
        place: PositionRef,
    },
    /// Analyses a position with an engine, until it is stopped. While a person plays others, people or engines, nobody
    /// may, except after `allow` (`not_now`). A person who plays all seats may.
    Analyse {
        /// Whether to stop the running analysis. If true, the other fields are ignored.
        #[serde(default)]
        stop: bool,
        #[serde(flatten)]
        place: PositionRef,
        /// The number of variations, 1 to 32.
        #[serde(default = "one")]
        multipv: u32,
        /// The name of the engine; `None` selects the first.
        engine: Option<String>,
    },
    /// The host sets whether people, spectators included, may analyse and get hints while they play.
    Allow {
        /// Whether people may analyse.
        analysis: bool,
    },
    /// Reviews the finished game. A spectator cannot stop the review of a player, and only the host can stop the
    /// host's (`too_many`).
    Review {
        /// Whether to stop the review. If true, the other fields are ignored.
        #[serde(default)]
        stop: bool,
        /// The number of nodes per search, at most 100,000,000; `None` selects 50,000.
        nodes: Option<u64>,
        /// The name of the engine; `None` selects the first.
        engine: Option<String>,
    },
    /// The host begins a game with the same rules and seats from a position text or a position line.
    Setup {
        /// The text that the host has pasted.
        text: String,
    },
    /// The host begins a paused game from a record.
    Import { format: ExchangeFormat, text: String },
    /// Exports the game, as far as this browser may see it.
    Export {
        format: ExchangeFormat,
        /// The number of a game of the library; `None` selects the current game.
        id: Option<i64>,
    },
    /// Lists the newest games of the library that this browser may see and that fit.
    Games(GameFilter),
    /// Shows a game of the library.
    Game { id: i64 },
    /// The host puts a game of the library on the table (`no_game`, `revealed`, `link_renewed`, `seat_twice`,
    /// `other_table`; `not_now` if it is there).
    Continue {
        id: i64,
        /// Whether the game on the table may be interrupted although it is not over.
        #[serde(default)]
        sure: bool,
    },
    /// The host deletes a game of the library, unless it is the current game of a table (`not_now`).
    Forget { id: i64 },
    /// Asks for the tournaments, and for all later changes to them.
    Records,
    /// Shows a game of a tournament.
    Record {
        /// The index of the tournament in the message `records`, counted from 0.
        source: usize,
        /// The id of the game.
        id: String,
    },
}

/// The settings of a new game.
#[derive(Deserialize, Debug)]
pub struct NewGame {
    /// The name, as in `query games`.
    pub game: String,
    /// The rule options to set; all others have their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, Value>,
    /// A position line or a position text; `None` selects the start position.
    pub start: Option<String>,
    /// The seed of all chance events, such as deals; `None` selects random events.
    pub seed: Option<u64>,
    /// The time control, each part at most ten days and one of them above 0 (`bad_clock`); `None` plays without clocks.
    pub clock: Option<TimeControl>,
    /// How long a move is shown before the next one is made, in milliseconds; `None` selects the table's default.
    pub pace: Option<u32>,
    /// The occupants in seat order. Seats beyond the end of the list are open.
    #[serde(default)]
    pub seats: Vec<Occupant>,
}

/// The occupant of a seat.
#[derive(Deserialize, Serialize, Clone, PartialEq, Eq, Default, Debug)]
pub struct Occupant {
    /// The kind of player.
    pub who: PlayerKind,
    /// The name that the page shows.
    #[serde(default)]
    pub name: String,
    /// The name of the engine; `None` selects the first.
    pub engine: Option<String>,
    /// The strength of the engine, 0 to 20; `None` selects full strength.
    pub skill: Option<u32>,
    /// Milliseconds per move in games without clocks.
    pub movetime: Option<u64>,
    /// Nodes per move in games without clocks.
    pub nodes: Option<u64>,
}

#[derive(Deserialize, Serialize, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// A person at the host's browser.
    Here,
    /// A person with the link of the seat.
    Link,
    Engine,
    /// Nobody yet.
    #[default]
    Open,
}

impl PlayerKind {
    /// Returns whether a guest plays or may sit down.
    pub const fn admits_guests(self) -> bool {
        matches!(self, Self::Link | Self::Open)
    }
}

#[derive(Deserialize, Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    Draw,
    Undo,
    Resign,
}

/// The text format of an imported or exported game.
#[derive(Deserialize, Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum ExchangeFormat {
    Transcript,
    /// The interchange format of the game.
    Portable,
}

/// A position of the game or of a variation.
#[derive(Deserialize, Clone, PartialEq, Eq, Default, Debug)]
pub struct PositionRef {
    /// The number of game tokens before the variation; `None` selects all.
    pub at: Option<usize>,
    /// Tokens that the browser appends to try a variation.
    #[serde(default)]
    pub line: Vec<String>,
}

impl PositionRef {
    /// Returns whether the line is short enough, and whether each of its tokens can be sent to an engine.
    pub fn is_valid(&self) -> bool {
        self.line.len() <= LONGEST_LINE && self.line.iter().all(|word| is_word(word))
    }
}

/// Returns the first 40 characters of the string in the field `do`, or an empty string if the text is not a JSON object
/// with such a field.
pub fn request_name(text: &str) -> String {
    #[derive(Deserialize)]
    struct Named {
        r#do: String,
    }
    serde_json::from_str::<Named>(text).map(|named| named.r#do.chars().take(40).collect()).unwrap_or_default()
}

/// Returns whether the string can be sent as a single word of a protocol line.
pub fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= LONGEST_WORD
        && !text.contains(|character: char| character.is_whitespace() || character.is_control())
}

/// Returns whether a guest may have this name. It may be empty.
pub fn is_name(name: &str) -> bool {
    name.chars().count() <= LONGEST_NAME && !name.contains(is_invisible)
}

/// Returns the value of an option as text for a protocol line, or `None` if it is an array, an object or null, is too
/// long, or contains control characters.
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

fn yes() -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn parse(text: &str) -> serde_json::Result<TableRequest> {
        serde_json::from_str(text)
    }

    #[test]
    fn requests_of_the_page_are_read() {
        let request = parse(r#"{"do":"seat","seat":2,"who":"engine","name":"x","skill":3}"#).unwrap();
        let TableRequest::Seat { seat: Seat::P2, occupant } = request else { panic!("{request:?}") };
        assert_eq!((occupant.who, occupant.skill, occupant.engine), (PlayerKind::Engine, Some(3), None));
        let request = parse(r#"{"do":"look","id":7,"at":3,"line":["a","b"]}"#).unwrap();
        assert!(
            matches!(request, TableRequest::Look { place: PositionRef { at: Some(3), line }, .. } if line == ["a", "b"])
        );
        assert!(matches!(parse(r#"{"do":"analyse","stop":true}"#), Ok(TableRequest::Analyse { stop: true, .. })));
        assert!(matches!(parse(r#"{"do":"again"}"#), Ok(TableRequest::Again { same: false, sure: false })));
        let new = r#"{"do":"new","game":"x","options":{"A":"b","C":4},"clock":{"base":1000,"inc":5},"seats":[{"who":"here"}]}"#;
        let Ok(TableRequest::New(new)) = parse(new) else { panic!() };
        let [base, increment] = [1000, 5].map(Duration::from_millis);
        assert_eq!((new.clock, new.seats.len()), (Some(TimeControl { base, increment, moves: None }), 1));
        assert_eq!(
            new.options.values().map(option_value).collect::<Vec<_>>(),
            [Some("b".to_string()), Some("4".to_string())]
        );
    }

    #[test]
    fn invalid_requests_are_named() {
        for (text, named) in
            [("", ""), ("{", ""), ("[1]", ""), (r#"{"do":"dance"}"#, "dance"), (r#"{"do":"move"}"#, "move")]
        {
            assert!(parse(text).is_err() && request_name(text) == named, "{text}");
        }
    }

    #[test]
    fn words_and_values_cannot_contain_commands() {
        assert!(is_word("11-15") && is_word("!deal/AA/??"));
        for text in ["", "a b", "a\nquit", "a\tb", "a\u{0}", &"x".repeat(LONGEST_WORD + 1)] {
            assert!(!is_word(text), "{text:?}");
        }
        assert_eq!(option_value(&Value::String("a\nquit".to_string())), None);
    }
}
