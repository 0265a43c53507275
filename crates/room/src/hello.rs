//! The messages `hello` and `game`, which a browser gets when it connects and when another game begins.

use super::engines::EngineMessage;
use super::room::Room;
use crate::catalogue::GameEntry;
use crate::role::Role;
use serde::Serialize;
use ugi::board::{Cells, Piece};

/// The message `hello`.
#[derive(Serialize)]
struct Hello<'a> {
    version: &'static str,
    you: Role,
    games: &'a [GameEntry],
    engines: Vec<EngineMessage<'a>>,
    /// Whether the table shows tournaments.
    records: bool,
}

/// The message `game`.
#[derive(Serialize)]
struct GameMessage<'a> {
    game: &'a str,
    cells: &'a Cells,
    /// The pieces in the start position, which show where each seat is at home.
    start: &'a [Piece],
    /// Whether hands are hidden.
    hidden: bool,
    seats: usize,
}

impl Room {
    /// Sends a browser its role, the games and engines that can be selected, and the name, board and seats of the
    /// current game. The host also gets the links.
    pub(crate) fn send_hello(&mut self, browser: u64) {
        let Some(role) = self.browsers.role(browser) else { return };
        let hello = Hello {
            version: env!("CARGO_PKG_VERSION"),
            you: role,
            games: &self.games,
            engines: self.engines.messages(),
            records: self.has_tournaments,
        };
        self.browsers.show(browser, "hello", &hello);
        self.send_links(browser);
        self.send_game(browser);
    }

    /// Sends a browser the name, board and seats of the current game.
    pub(crate) fn send_game(&mut self, browser: u64) {
        let game = GameMessage {
            game: self.game.name(),
            cells: &self.game.cells,
            start: &self.game.start,
            hidden: self.game.is_hidden(),
            seats: self.seating.len(),
        };
        self.browsers.show(browser, "game", &game);
        // The page forgets the game before.
        self.browsers.forget_told(browser);
    }
}
