//! The messages `hello` and `game`, which a browser gets when it connects and when another game begins.

use super::engines::EngineMessage;
use super::links::LinksMessage;
use super::router::Actor;
use crate::address::Role;
use crate::catalogue::GameInfo;
use crate::message::message;
use crate::outbox::MessageKind;
use serde::Serialize;
use ugi::Seat;
use ugi::board::Cells;

/// The message `hello`.
#[derive(Serialize)]
struct Hello<'a> {
    version: &'static str,
    you: RoleMessage,
    games: &'a [GameInfo],
    engines: Vec<EngineMessage<'a>>,
    /// Whether the table shows tournaments.
    records: bool,
    /// Only the host gets the links.
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<LinksMessage>,
}

/// The role of a browser: `host`, `seat` or `watch`.
#[derive(Serialize)]
struct RoleMessage {
    role: &'static str,
    /// The number of the seat, counted from 1.
    seat: Option<Seat>,
}

/// The message `game`.
#[derive(Serialize)]
struct GameMessage<'a> {
    game: &'a str,
    cells: &'a Cells,
    /// Whether hands are hidden.
    hidden: bool,
    seats: usize,
}

impl Actor {
    /// Sends a browser its role, the games and engines that can be selected, and the name, board and seats of the
    /// current game. The host also gets the links.
    pub(super) fn send_hello(&self, browser: u64) {
        let Some(role) = self.browsers.role(browser) else { return };
        let (word, seat) = match role {
            Role::Host => ("host", None),
            Role::Seat(seat) => ("seat", Some(seat)),
            Role::Watch => ("watch", None),
        };
        let hello = Hello {
            version: env!("CARGO_PKG_VERSION"),
            you: RoleMessage { role: word, seat },
            games: &self.catalogue.games,
            engines: self.engines.messages(),
            records: self.library.is_open(),
            links: (role == Role::Host).then(|| self.links.message(&self.seating)),
        };
        self.browsers.send(browser, MessageKind::State("hello"), message("hello", &hello));
        let game = GameMessage {
            game: self.game.name(),
            cells: self.game.cells(),
            hidden: self.game.is_hidden(),
            seats: self.seating.len(),
        };
        self.browsers.send(browser, MessageKind::State("game"), message("game", &game));
    }
}
