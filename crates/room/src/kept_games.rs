//! The library: lists the games that were begun, shows, exports and deletes them.

use super::room::Room;
use crate::archive::{GameFilter, ListedGame};
use crate::effect::Effect;
use crate::message::Message;
use crate::refusal::{Refusal, RequestError};
use crate::request::ExchangeFormat;
use crate::role::Role;
use crate::tasks::WantedGame;

impl Room {
    /// Lists the games that a browser may see and that fit.
    pub(crate) fn list_games(&self, browser: u64, filter: &GameFilter) -> Result<(), RequestError> {
        let (games, more) = match self.browsers.role(browser) {
            // Spectators see none, so nothing is read for them.
            Some(Role::Watch) | None => (Vec::new(), false),
            Some(Role::Host | Role::Seat(_)) => {
                let table = Some(self.storage.table.as_str()).filter(|_| !self.browsers.is_owner(browser));
                self.storage.archive.games(table, filter, &self.sees(browser))?
            }
        };
        self.browsers.send(browser, &Message::Games { games, more });
        Ok(())
    }

    /// Requests a game, as far as the browser may see it: as a `record`, or exported in a format.
    pub(crate) fn ask_game(&self, browser: u64, id: i64, format: Option<ExchangeFormat>) -> Result<(), RequestError> {
        let (listed, saved) = self.listed_game(browser, id)?;
        let role = self.browsers.role(browser).ok_or(Refusal::NoGame)?;
        let link = match role {
            Role::Seat(seat) => Role::Seat(self.seating.link_of(seat)),
            role => role,
        };
        let link = Some(link).filter(|_| listed.table == self.storage.table);
        let language = self.browsers.language(browser).to_string();
        let wanted = WantedGame { browser, listed, saved, link, language, format };
        let permit = self.opened.acquire(role).ok_or(Refusal::TooMany)?;
        self.effects.push(Effect::OpenGame { wanted, permit });
        Ok(())
    }

    /// The host deletes a game, unless it is the current game of a table.
    pub(crate) fn delete_game(&self, browser: u64, id: i64) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        self.listed_game(browser, id)?;
        Refusal::NotNow.reject_if(!self.storage.archive.delete_game(id)?)?;
        self.list_games(browser, &GameFilter::default())
    }

    /// Returns a game that the browser may see, and its contents as JSON.
    pub(crate) fn listed_game(&self, browser: u64, id: i64) -> Result<(ListedGame, Vec<u8>), RequestError> {
        let found = self.storage.archive.game(id)?.filter(|(game, _)| self.sees(browser)(game));
        Ok(found.ok_or(Refusal::NoGame)?)
    }

    /// Returns a function that says whether a browser may see a game: the owner all, the host those of the table, and a
    /// guest those of the table in which the guest's link had a seat, unless the link was renewed later.
    fn sees(&self, browser: u64) -> impl Fn(&ListedGame) -> bool {
        let (role, owner) = (self.browsers.role(browser), self.browsers.is_owner(browser));
        let link = match role {
            Some(Role::Seat(seat)) => Some(self.seating.link_of(seat)),
            _ => None,
        };
        let holder = link.and_then(|link| self.keys.holder(Role::Seat(link)));
        move |game| {
            let here = game.table == self.storage.table;
            match (role, holder) {
                (Some(Role::Host), _) => here || owner,
                (_, Some(holder)) => here && game.summary.has_guest(holder),
                _ => false,
            }
        }
    }
}
