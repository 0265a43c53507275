//! Messages to the page: the JSON envelope, errors and notices. Seats are numbers, counted from 1.

use crate::archive::ArchiveError;
use crate::request::PlayerKind;
use crate::search::SeatFaultKind;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use strum::{VariantArray, VariantNames};
use thiserror::Error;
use ugi::Seat;

/// Why a request was rejected. The page has a sentence for each code in each of its languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The clock is out of its bounds.
    BadClock,
    /// The position text is invalid.
    BadFen,
    /// The position line is invalid.
    BadLine,
    /// The request is invalid.
    BadMessage,
    /// The name is invalid.
    BadName,
    /// The game has no such option, or not with this value.
    BadOption,
    /// The record is invalid.
    BadRecord,
    /// A chance event is due in the position.
    Chance,
    /// Others must agree.
    Consent,
    /// The saved game is damaged.
    Damaged,
    /// The engine has failed.
    Engine,
    /// The game is over.
    GameOver,
    /// The move is illegal.
    IllegalMove,
    /// The last table cannot be deleted.
    LastTable,
    /// The link of a seat was renewed.
    LinkRenewed,
    /// No engine plays the seat.
    NoEngine,
    /// The game has no interchange format, or it cannot hold the game.
    NoFormat,
    /// There is no such game.
    NoGame,
    /// There is no such offer.
    NoOffer,
    /// The table shows no tournaments.
    NoRecords,
    /// The browser does not have the seat, or the game has no such seat.
    NoSeat,
    /// There is no such table.
    NoTable,
    /// Only the host may do this.
    NotHost,
    /// The position is the view of a seat.
    NotMaster,
    /// Only the owner may do this.
    NotOwner,
    /// This is not possible now.
    NotNow,
    /// The game is not over.
    NotOver,
    /// Another seat is to move.
    NotYourTurn,
    /// The player has not moved.
    NothingToUndo,
    /// The game belongs to another table.
    OtherTable,
    /// The game is paused.
    Paused,
    /// The others have declined the same offer.
    Refused,
    /// The referee has failed.
    Referee,
    /// Hidden hands have been seen.
    Revealed,
    /// The link of a seat is open in several browsers.
    SeatTwice,
    /// The server keeps as many games as it may.
    ServerFull,
    /// The move has shown something, or the player of a seat has changed.
    Shown,
    /// The game has changed since.
    Stale,
    /// The game cannot be saved.
    Storage,
    /// The table keeps as many games as it may.
    TableFull,
    /// Too many of this kind are in use.
    TooMany,
    /// There is no such engine.
    UnknownEngine,
    /// There is no such game to play.
    UnknownGame,
}

/// A request was rejected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{code:?}: {text}")]
pub struct RequestError {
    /// The code.
    pub code: Refusal,
    /// What the code concerns, in English, such as the name of an unknown option. Empty if the code says everything.
    pub text: String,
}

impl Refusal {
    /// Rejects a request if a condition is true.
    pub fn reject_if(self, bad: bool) -> Result<(), RequestError> {
        if bad { Err(self.into()) } else { Ok(()) }
    }
}

impl RequestError {
    /// Rejects a request. The text is as in the field.
    pub fn new(code: Refusal, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }
}

impl From<Refusal> for RequestError {
    fn from(code: Refusal) -> Self {
        Self::new(code, "")
    }
}

impl From<anyhow::Error> for RequestError {
    /// Drops the text of the original error, because it may contain hidden hands.
    fn from(_: anyhow::Error) -> Self {
        Refusal::Referee.into()
    }
}

impl From<ArchiveError> for RequestError {
    fn from(error: ArchiveError) -> Self {
        let code = match error {
            ArchiveError::TableFull => Refusal::TableFull,
            ArchiveError::ServerFull => Refusal::ServerFull,
            _ => Refusal::Storage,
        };
        Self::new(code, error.to_string())
    }
}

/// An event that the page reports to people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum Notice {
    /// The host allows analysis, evaluation and hints while people play.
    AnalysisAllowed,
    /// The host no longer allows analysis, evaluation and hints while people play.
    AnalysisForbidden,
    DrawRefused(Seat),
    UndoRefused(Seat),
    ResignRefused(Seat),
    RefereeGone,
    /// A seat took a move back.
    TakenBack {
        seat: Seat,
        /// The seats that agreed.
        agreed: BTreeSet<Seat>,
        /// The move, as the browser was allowed to see it.
        token: Option<String>,
    },
    SeatChanged {
        seat: Seat,
        who: PlayerKind,
    },
    /// The host has begun a game.
    Begun(Beginning),
    /// An engine plays the seat of the browser's link.
    SeatEngine(Seat),
    /// A person at the host's browser plays the seat of the browser's link.
    SeatHere(Seat),
    /// The game does not have the seat of the browser's link.
    SeatNone(Seat),
    /// The link of a seat is open in several browsers.
    SeatTwice(Seat),
    /// The link with which the browser connected has ended.
    LinkEnded,
    /// The owner has deleted the table.
    TableDeleted,
    NewGame,
    /// The game could not be saved. It is paused, and nobody is shown its latest state.
    NotSaved,
    SameDeal,
    SidesChanged,
    /// The players have changed seats in a game of more than two.
    SeatsChanged,
    /// The host has drawn lots for the seats of the next game.
    LotsDrawn,
    StartedOver,
}

/// How a game began.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum Beginning {
    New,
    Setup,
    Import,
    /// A game of the library continues.
    Continue,
}

/// Returns the keys of the sentences that a page must have: for each error, for each fault of an engine, and for each
/// notice.
pub fn sentence_keys() -> Vec<String> {
    let key = |group: &str, code: serde_json::Result<Value>| {
        Some(format!("{group}.{}", code.ok()?.as_str().unwrap_or_default()))
    };
    let errors = Refusal::VARIANTS.iter().filter_map(|code| key("error", serde_json::to_value(code)));
    let faults = SeatFaultKind::VARIANTS.iter().filter_map(|kind| key("fault", serde_json::to_value(kind)));
    let begins = Beginning::VARIANTS.iter().filter_map(|how| key("notice.begun", serde_json::to_value(how)));
    let notices = Notice::VARIANTS.iter().filter(|code| **code != "begun").map(|code| format!("notice.{code}"));
    errors.chain(faults).chain(begins).chain(notices).collect()
}

/// Returns the message `error` about the request with the name `about`.
pub fn error_message(about: &str, error: &RequestError) -> String {
    #[derive(Serialize)]
    struct ErrorMessage<'a> {
        code: Refusal,
        text: String,
        about: &'a str,
    }
    message("error", &ErrorMessage { code: error.code, text: error.text.chars().take(500).collect(), about })
}

/// Returns a JSON message: the field `is`, then the fields of `body`.
pub fn message(is: &str, body: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Message<'a, B> {
        is: &'a str,
        #[serde(flatten)]
        body: &'a B,
    }
    serde_json::to_string(&Message { is, body }).expect("messages serialise: all map keys are strings")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_flat_objects() {
        assert_eq!(
            message("notice", &Notice::DrawRefused(Seat::P2)),
            r#"{"is":"notice","code":"draw_refused","args":2}"#
        );
        assert_eq!(message("notice", &Notice::SameDeal), r#"{"is":"notice","code":"same_deal"}"#);
    }
}
