//! The library: lists the games that were begun, shows, exports and deletes them.

use super::interchange::export_message;
use super::router::Actor;
use super::storage::{LibraryGame, RestoredGame};
use crate::address::Role;
use crate::exchange::ExchangedGame;
use crate::message::{Refusal, RequestError};
use crate::request::ExchangeFormat;
use crate::store::{GameFilter, ListedGame};
use crate::token_facts::TokenFacts;
use anyhow::Context;
use serde::Serialize;
use ugi::board::{Board, Cells};
use ugi::{Transcript, Viewer};

/// The message `games`.
#[derive(Serialize)]
struct GamesMessage {
    games: Vec<ListedGame>,
    /// Whether there are more games, which are not listed.
    more: bool,
}

/// The message `record` about a game of the library. Its fields are those of a recorded game of a tournament.
#[derive(Serialize)]
struct KeptGame {
    id: String,
    names: Vec<String>,
    game: String,
    result: String,
    reason: String,
    plies: usize,
    cells: Cells,
    tokens: Vec<String>,
    facts: Vec<TokenFacts>,
    language: String,
    boards: Vec<Board>,
}

impl Actor {
    /// Lists the games that a browser may see and that fit.
    pub(super) fn list_games(&self, browser: u64, filter: &GameFilter) -> Result<(), RequestError> {
        let (games, more) = self.storage.store.games(filter, |game| self.may_see(browser, game))?;
        self.browsers.show(browser, "games", &GamesMessage { games, more });
        Ok(())
    }

    /// Shows a game, as far as the browser may see it.
    pub(super) fn show_game(&self, browser: u64, id: i64) -> Result<(), RequestError> {
        let (listed, mut restored) = self.open_game(browser, id)?;
        let viewer = self.library_viewer(browser, &listed, &restored);
        let game = &mut restored.game;
        let boards = game.boards(viewer)?;
        let language = game.language(self.browsers.language(browser)).to_string();
        let (position, facts) = game.visible_position(viewer, &language)?;
        let (result, reason, facts) = (position.result.clone(), position.reason.clone(), facts.to_vec());
        let tokens = game.view(viewer).tokens.clone();
        let kept = KeptGame {
            id: id.to_string(),
            names: listed.summary.seats.into_iter().map(|seat| seat.name).collect(),
            game: listed.summary.game,
            result,
            reason,
            plies: tokens.len(),
            cells: game.cells.clone(),
            tokens,
            facts,
            language,
            boards,
        };
        self.browsers.show(browser, "record", &kept);
        Ok(())
    }

    /// Exports a game, as far as the browser may see it.
    pub(super) fn export_game(&self, browser: u64, id: i64, format: ExchangeFormat) -> Result<(), RequestError> {
        let (listed, mut restored) = self.open_game(browser, id)?;
        let viewer = self.library_viewer(browser, &listed, &restored);
        let game = &mut restored.game;
        let language = game.language(self.browsers.language(browser)).to_string();
        let (shown, _) = game.visible_position(viewer, &language)?;
        let (result, reason) = (shown.result.clone(), shown.reason.clone());
        let view = game.view(viewer).clone();
        let deal = game.shown_deal();
        let record = Transcript {
            event: "speltafel-table".to_string(),
            date: game.date.clone(),
            seats: listed.summary.seats.into_iter().map(|seat| seat.name).collect(),
            base: view.base,
            moves: view.tokens,
            result,
            reason,
            ..Transcript::default()
        };
        let exchanged = ExchangedGame { game: listed.summary.game, options: game.rules.clone(), record, deal };
        let message = export_message(Some(id), format, game, exchanged)?;
        self.browsers.answer(browser, "export", &message);
        Ok(())
    }

    /// The host deletes a game, unless it is the current game of a table.
    pub(super) fn delete_game(&self, browser: u64, id: i64) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        self.listed_game(browser, id)?;
        Refusal::NotNow.reject_if(!self.storage.store.delete_game(id)?)?;
        self.list_games(browser, &GameFilter::default())
    }

    /// Returns a game that the browser may see, and its contents as JSON.
    fn listed_game(&self, browser: u64, id: i64) -> Result<(ListedGame, String), RequestError> {
        let found = self.storage.store.game(id)?.filter(|(game, _)| self.may_see(browser, game));
        Ok(found.ok_or(Refusal::NoGame)?)
    }

    /// Restores a game that the browser may see. It is not the current game of the table, even if that is the same.
    fn open_game(&self, browser: u64, id: i64) -> Result<(ListedGame, RestoredGame), RequestError> {
        let (listed, text) = self.listed_game(browser, id)?;
        let saved: LibraryGame = serde_json::from_str(&text).context("the saved game")?;
        Ok((listed, saved.restore(self.catalogue.program(), &self.engines)?))
    }

    /// Returns whether a browser may see a game: the owner all, the host those of the table, and a guest those of the
    /// table in which the guest's link had a seat.
    fn may_see(&self, browser: u64, game: &ListedGame) -> bool {
        let here = game.table == self.storage.table;
        match self.browsers.role(browser) {
            Some(Role::Host) => here || self.browsers.is_owner(browser),
            Some(Role::Seat(seat)) => here && game.summary.has_guest(self.seating.link_of(seat).number()),
            Some(Role::Watch) | None => false,
        }
    }

    /// Returns as whom a browser sees a game: everything if nothing is hidden any more, otherwise its own seat. The host
    /// is a spectator unless exactly one seat was played at the host's screen.
    fn library_viewer(&self, browser: u64, listed: &ListedGame, restored: &RestoredGame) -> Viewer {
        if restored.game.hides_nothing() {
            return Viewer::Master;
        }
        let role = match self.browsers.role(browser) {
            // The seats of a game are numbered as they were then, and the links as they are always.
            Some(Role::Seat(seat)) => Some(Role::Seat(restored.seating.seat_of(self.seating.link_of(seat)))),
            role => role,
        };
        let own = restored.seating.seats_of_role(role.filter(|_| listed.table == self.storage.table));
        if let [seat] = own[..] { Viewer::Seat(seat) } else { Viewer::Public }
    }
}
