//! What happens to a room.

use crate::keys::Pass;
use crate::review::Review;
use crate::role::Role;
use crate::search::EngineReport;
use serde::Serialize;

/// An event that a room handles.
pub enum Event {
    /// The room begins. It is the first event.
    Begin,
    /// A browser has connected.
    Joined {
        /// The number of the browser, which is new.
        browser: u64,
        /// The role that its link gives.
        role: Role,
        /// With what the browser was let in.
        pass: Pass,
        /// Whether the browser takes part in fair deals.
        fair: bool,
        /// Returns whether a message `table` waits to be sent to the browser.
        is_behind: Box<dyn Fn() -> bool>,
    },
    /// A browser has disconnected.
    Left {
        /// The number of the browser.
        browser: u64,
    },
    /// A browser sends a request, as JSON.
    Request {
        /// The number of the browser.
        browser: u64,
        /// The request.
        text: String,
    },
    /// The beginnings of the addresses of links have changed. The best comes first.
    Homes(Vec<String>),
    /// A report from an engine.
    Engine(EngineReport),
    /// A review has progressed; `None` if it has failed.
    Reviewed {
        /// The number of the review.
        job: u64,
        /// The findings so far.
        found: Option<Review>,
    },
    /// The time has come that the room has asked for.
    Due,
}

/// What is played at a table.
#[derive(Debug, Serialize)]
pub struct TableSummary {
    /// The name of the game.
    pub game: String,
    /// The names of the players.
    pub names: Vec<String>,
    /// The number of tokens.
    pub at: usize,
    /// Whether the game is over.
    pub over: bool,
    /// The number of connected browsers.
    pub pages: usize,
}
