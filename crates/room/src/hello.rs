//! The messages `hello` and `game`, which a browser gets when it connects and when another game begins.

use super::room::Room;
use crate::message::Message;

impl Room {
    /// Sends a browser its role, the games and engines that can be selected, and the name, board and seats of the
    /// current game. The host also gets the links.
    pub(crate) fn send_hello(&mut self, browser: u64) {
        let Some(role) = self.browsers.role(browser) else { return };
        let hello = Message::Hello {
            version: env!("CARGO_PKG_VERSION"),
            you: role,
            games: &self.games,
            engines: self.engines.messages(),
            records: self.has_tournaments,
        };
        self.browsers.send(browser, &hello);
        self.send_links(browser);
        self.send_game(browser);
    }

    /// Sends a browser the name, board and seats of the current game.
    pub(crate) fn send_game(&mut self, browser: u64) {
        let game = Message::Game {
            game: self.game.name(),
            cells: &self.game.cells,
            start: &self.game.start,
            hidden: self.game.is_hidden(),
            seats: self.seating.len(),
        };
        self.browsers.send(browser, &game);
        // The page forgets the game before.
        self.browsers.forget_told(browser);
    }
}
