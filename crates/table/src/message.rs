//! Messages to the page: the JSON envelope, errors and notices. Seats are numbers, counted from 1.

use crate::request::PlayerKind;
use crate::store::StoreError;
use serde::Serialize;
use std::collections::BTreeSet;
use thiserror::Error;
use ugi::Seat;

/// Why a request was rejected. The page has a sentence for each code in each of its languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    BadClock,
    BadFen,
    BadLine,
    BadMessage,
    BadName,
    BadOption,
    BadRecord,
    Chance,
    Consent,
    Damaged,
    Engine,
    GameOver,
    IllegalMove,
    LastTable,
    LinkRenewed,
    NoEngine,
    NoFormat,
    NoGame,
    NoOffer,
    NoRecords,
    NoSeat,
    NoTable,
    NotHost,
    NotMaster,
    NotOwner,
    NotNow,
    NotOver,
    NotYourTurn,
    NothingToUndo,
    OtherTable,
    Paused,
    Refused,
    Referee,
    Revealed,
    SeatTwice,
    ServerFull,
    Shown,
    Stale,
    Storage,
    TableFull,
    TooMany,
    UnknownEngine,
    UnknownGame,
}

/// A request was rejected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{code:?}: {text}")]
pub struct RequestError {
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

impl From<StoreError> for RequestError {
    fn from(error: StoreError) -> Self {
        let code = match error {
            StoreError::TableFull => Refusal::TableFull,
            StoreError::ServerFull => Refusal::ServerFull,
            _ => Refusal::Storage,
        };
        Self::new(code, error.to_string())
    }
}

/// An event that the page reports to people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(strum::VariantNames), strum(serialize_all = "snake_case"))]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Beginning {
    New,
    Setup,
    Import,
    /// A game of the library continues.
    Continue,
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
    use crate::assets::tests::text_keys;
    use crate::player::SeatFaultKind;
    use strum::{VariantArray, VariantNames};

    #[test]
    fn messages_are_flat_objects() {
        assert_eq!(
            message("notice", &Notice::DrawRefused(Seat::P2)),
            r#"{"is":"notice","code":"draw_refused","args":2}"#
        );
        assert_eq!(message("notice", &Notice::SameDeal), r#"{"is":"notice","code":"same_deal"}"#);
    }

    #[test]
    fn every_code_has_a_sentence_in_every_language() {
        fn key(group: &str, code: impl Serialize) -> String {
            format!("{group}.{}", serde_json::to_value(code).unwrap().as_str().unwrap())
        }
        let errors = Refusal::VARIANTS.iter().map(|code| key("error", code));
        let failures = SeatFaultKind::VARIANTS.iter().map(|kind| key("fault", kind));
        let begins = [Beginning::New, Beginning::Setup, Beginning::Import, Beginning::Continue]
            .map(|how| key("notice.begun", how));
        let notices = Notice::VARIANTS.iter().filter(|code| **code != "begun").map(|code| format!("notice.{code}"));
        let wanted: Vec<String> = errors.chain(failures).chain(begins).chain(notices).collect();
        for language in ["en", "nl"] {
            let keys = text_keys(language);
            let missing: Vec<&String> = wanted.iter().filter(|key| !keys.contains(key)).collect();
            assert!(missing.is_empty(), "{language}: {missing:?}");
        }
    }
}
