//! The messages to the page. Each is a JSON object, whose field `is` holds the name of the message. Seats are numbers,
//! counted from 1; 0 stands for no seat.

use crate::archive::ListedGame;
use crate::catalogue::GameEntry;
use crate::effect::MessageKind;
use crate::engines::EngineMessage;
use crate::evening::{FinishedGame, Totals};
use crate::event::TableSummary;
use crate::fair::LotsState;
use crate::game::DealState;
use crate::notice::Notice;
use crate::record_view::RecordView;
use crate::refusal::{PositionError, Refusal, RequestError};
use crate::request::ExchangeFormat;
use crate::review::Review;
use crate::role::Role;
use crate::table_state::{ClockState, TableState};
use crate::token_facts::TokenFacts;
use crate::variation::Variation;
use crate::visible_position::VisiblePosition;
use serde::Serialize;
use std::collections::BTreeSet;
use strum::IntoStaticStr;
use ugi::Seat;
use ugi::board::{Cells, Piece};
use ugi::facts::MoveFacts;

/// A message to the page.
#[derive(Serialize, IntoStaticStr)]
#[serde(tag = "is", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Message<'a> {
    /// The role of a browser, and the games and engines that can be selected.
    Hello {
        /// The version of the program.
        version: &'static str,
        /// The role.
        you: Role,
        /// The games.
        games: &'a [GameEntry],
        /// The engines.
        engines: Vec<EngineMessage<'a>>,
        /// Whether the table shows tournaments.
        records: bool,
    },
    /// The name, board and seats of the current game. A browser gets it when it connects and when another game begins.
    Game {
        /// The name of the game.
        game: &'a str,
        /// The cells of the board.
        cells: &'a Cells,
        /// The pieces in the start position, which show where each seat is at home.
        start: &'a [Piece],
        /// Whether hands are hidden.
        hidden: bool,
        /// The number of seats.
        seats: usize,
    },
    /// The whole state that a browser may see.
    Table(TableState<'a>),
    /// The remaining times.
    Clock(ClockState),
    /// The deal that decides the chance events.
    Deal(DealState),
    /// The points of the evening, and the decisions about the next game.
    Evening {
        /// The seats whose players are ready.
        ready: &'a BTreeSet<Seat>,
        /// For each seat, the present seat of the player who gets it.
        order: &'a [Seat],
        /// The lots that are drawn.
        lots: Option<LotsState>,
        /// The seat that a player has chosen.
        chosen: Option<Seat>,
        /// The finished games.
        games: Vec<&'a FinishedGame>,
        /// Their points.
        totals: Totals<'a>,
    },
    /// The links that the host gives to others.
    Links {
        /// The beginnings of the links, best first.
        homes: &'a [String],
        /// The paths of the links of the seats.
        seats: Vec<Option<String>>,
        /// The path of the link of spectators.
        watch: Option<String>,
        /// The path of the host's link for other devices, if the owner has asked for it.
        host: Option<String>,
        /// Whether this browser is the owner's.
        owner: bool,
    },
    /// A QR code.
    Code {
        /// The text of the code.
        text: String,
        /// The number of modules in a row, without the margin.
        size: usize,
        /// The dark modules as an SVG path, in units of one module.
        path: String,
    },
    /// Games of the library.
    Games {
        /// The games, the newest first.
        games: Vec<ListedGame>,
        /// Whether there are more games, which are not listed.
        more: bool,
    },
    /// A game to look at.
    Record(&'a RecordView),
    /// An exported game.
    Export {
        /// The number of the game in the library, if it was asked for with it.
        id: Option<i64>,
        /// The name of the game.
        game: String,
        /// The day on which it was played, if that is known.
        date: Option<String>,
        /// The format.
        format: ExchangeFormat,
        /// The file.
        text: String,
    },
    /// Another position.
    Look {
        /// The number of the request.
        id: u64,
        /// The number of tokens before the variation.
        at: usize,
        /// The `line` of the request.
        tries: &'a [String],
        /// The legal moves.
        legal: &'a [MoveFacts],
        /// What the tokens of `tries` did.
        facts: &'a [TokenFacts],
        /// The position.
        #[serde(flatten)]
        shown: &'a VisiblePosition,
    },
    /// Another position cannot be shown.
    #[serde(rename = "look")]
    #[strum(serialize = "look")]
    LookFailed {
        /// The number of the request.
        id: u64,
        /// The number of tokens before the variation, if the request named one.
        at: Option<usize>,
        /// Why.
        error: PositionError,
    },
    /// Why a token is not legal. The words are empty if nothing is to be said.
    Why {
        /// The token.
        token: &'a str,
        /// The reason.
        words: String,
    },
    /// A move that an engine suggests.
    Hint {
        /// The number of tokens before it.
        at: usize,
        /// What the move does.
        #[serde(flatten)]
        facts: MoveFacts,
    },
    /// The variations of a running analysis.
    Analysis {
        /// The number of game tokens before the variation; `None` if the request named none and the position was
        /// rejected.
        at: Option<usize>,
        /// The tokens of the variation.
        line: &'a [String],
        /// The name of the engine.
        #[serde(skip_serializing_if = "Option::is_none")]
        engine: Option<&'a str>,
        /// The variations.
        lines: Vec<Variation>,
        /// Whether the analysis has ended.
        done: bool,
        /// Why the position cannot be analysed.
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<PositionError>,
    },
    /// The progress and the results of a review.
    Review(&'a Review),
    /// An event that the page reports to people.
    Notice(&'a Notice),
    /// A request was rejected.
    Error {
        /// The code.
        code: Refusal,
        /// What the code concerns.
        text: String,
        /// The name of the request.
        about: &'a str,
    },
    /// A sign of life.
    Pong {},
    /// The tables of the server, for its owner.
    Tables {
        /// The tables.
        tables: Vec<ListedTable>,
    },
    /// A new table, for the owner.
    Created {
        /// The id of the table.
        table: &'a str,
    },
}

/// A table of the server.
#[derive(Serialize)]
pub struct ListedTable {
    /// The id of the table.
    pub table: String,
    /// What is played; `None` if the table does not answer in time.
    #[serde(flatten)]
    pub summary: Option<TableSummary>,
}

impl<'a> Message<'a> {
    /// Returns the message that the request `about` has failed.
    pub fn failed(about: &'a str, error: &RequestError) -> Self {
        Self::Error { code: error.code, text: error.text.chars().take(500).collect(), about }
    }

    /// Returns how the message waits.
    pub fn kind(&self) -> MessageKind {
        match self {
            Self::Code { .. }
            | Self::Export { .. }
            | Self::Look { .. }
            | Self::LookFailed { .. }
            | Self::Why { .. }
            | Self::Hint { .. }
            | Self::Notice(_)
            | Self::Error { .. }
            | Self::Tables { .. }
            | Self::Created { .. } => MessageKind::Answer,
            _ => MessageKind::State(self.into()),
        }
    }

    /// Returns the message as JSON.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("messages serialise: all map keys are strings")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_flat_objects() {
        let text = |notice| Message::Notice(notice).text();
        assert_eq!(text(&Notice::DrawRefused(Seat::P2)), r#"{"is":"notice","code":"draw_refused","args":2}"#);
        assert_eq!(text(&Notice::SameDeal), r#"{"is":"notice","code":"same_deal"}"#);
        assert_eq!(Message::Pong {}.text(), r#"{"is":"pong"}"#);
        assert_eq!(Message::Pong {}.kind(), MessageKind::State("pong"));
    }
}
