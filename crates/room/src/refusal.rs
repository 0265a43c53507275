//! Why a request is rejected.

use crate::archive::ArchiveError;
use crate::search::SeatFaultKind;
use serde::Serialize;
use strum::VariantArray;
use thiserror::Error;

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

/// Why a position cannot be shown or analysed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum PositionError {
    Refused(Refusal),
    /// The engine has failed.
    Engine(SeatFaultKind),
    /// The code with which the referee or the engine rejected the position.
    Protocol(String),
}
