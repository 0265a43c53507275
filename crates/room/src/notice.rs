//! What the page reports to people, and the sentences that it must have.

use crate::refusal::Refusal;
use crate::request::PlayerKind;
use crate::search::SeatFaultKind;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use strum::{VariantArray, VariantNames};
use ugi::Seat;

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
