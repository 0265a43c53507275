//! Fair deals: the exchange with the players before the first chance event and before lots, and the message `deal`.

use super::game::TableGame;
use super::room::Room;
use super::storage::Storage;
use crate::effect::MessageKind;
use crate::fair::{Bits, Commitment, DealId, FairDeal};
use crate::message::Message;
use crate::notice::Notice;
use crate::refusal::{Refusal, RequestError};
use crate::request::PlayerKind;
use crate::role::Role;
use std::collections::BTreeSet;
use ugi::Seat;

/// How the message `deal` waits.
const DEAL: MessageKind = MessageKind::State("deal");

impl Room {
    /// Stores the commitment of a player.
    pub(crate) fn commit_bits(
        &mut self,
        browser: u64,
        id: DealId,
        seat: Seat,
        commitment: Commitment,
    ) -> Result<(), RequestError> {
        let accepted = self.awaited_deal(browser, id, seat)?.commit(seat, commitment, browser);
        Refusal::Stale.reject_if(!accepted)?;
        self.continue_game();
        Ok(())
    }

    /// Stores the bits of a player. The last ones decide the deal or the lots.
    pub(crate) fn give_bits(&mut self, browser: u64, id: DealId, seat: Seat, bits: Bits) -> Result<(), RequestError> {
        let accepted = self.awaited_deal(browser, id, seat)?.give(seat, bits);
        Refusal::Stale.reject_if(!accepted)?;
        self.continue_game();
        Ok(())
    }

    /// The host does not wait any longer for players whose answer is missing.
    pub(crate) fn deal_now(&mut self, browser: u64) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        Refusal::NotNow.reject_if(self.pending_deals().next().is_none())?;
        pending(&mut self.game, &mut self.storage).try_for_each(|deal| deal.close(&mut self.random))?;
        self.continue_game();
        Ok(())
    }

    /// Returns the exchanges that wait for players: for the deal of the game, and for lots.
    pub(crate) fn pending_deals(&mut self) -> impl Iterator<Item = &mut FairDeal> {
        pending(&mut self.game, &mut self.storage)
    }

    /// Returns the pending exchange with this id, to which the browser may contribute for the seat.
    fn awaited_deal(&mut self, browser: u64, id: DealId, seat: Seat) -> Result<&mut FairDeal, RequestError> {
        Refusal::NoSeat.reject_if(!self.seats_of(browser).contains(&seat))?;
        Ok(self.pending_deals().find(|deal| deal.id == id).ok_or(Refusal::Stale)?)
    }

    /// Begins the deal of the game if it has none, and updates who takes part in deal and lots. While no player is
    /// connected, nobody could take part.
    pub(crate) fn advance_deal(&mut self) {
        let someone = !self.browsers.with_role(|role| role != Role::Watch).is_empty();
        if someone && self.prepare_deal().is_err() {
            self.game.pause(true);
            self.browsers.notify_all(&Notice::RefereeGone);
        }
    }

    fn prepare_deal(&mut self) -> anyhow::Result<()> {
        let holds = |browser, seat| self.seating.seats_of_role(self.browsers.role(browser)).contains(&seat);
        let mut players = self.fair_players();
        if let Some(lots) = self.storage.kept.evening.next.pending_lots() {
            lots.follow(&players, holds, &mut self.random)?;
        }
        players.extend(self.seating.seats().filter(|seat| self.expects_guest(*seat)));
        if self.game.needs_deal() {
            self.game.begin_deal(&players, &mut self.random)?;
        }
        let Some(deal) = self.game.pending_deal() else { return Ok(()) };
        deal.follow(&players, holds, &mut self.random)
    }

    /// Returns the seats whose people are connected with a browser that takes part in fair deals.
    pub(crate) fn fair_players(&self) -> BTreeSet<Seat> {
        self.browsers.fair_roles().flat_map(|role| self.seating.seats_of_role(Some(role))).collect()
    }

    /// Returns whether the person at a seat has never come to the table.
    fn expects_guest(&self, seat: Seat) -> bool {
        let key = || self.keys.key(Role::Seat(self.seating.link_of(seat)));
        self.seating.player(seat).is_some_and(|player| player.who() == PlayerKind::Link && player.stand_in.is_none())
            && !self.seating.is_online(seat, &self.browsers)
            && key().is_ok_and(|key| !key.came)
    }

    /// Sends the message `deal` to every browser if it has changed.
    pub(crate) fn show_deal(&mut self) {
        let text = deal_message(&self.game);
        if let Some(text) = text.as_ref().filter(|_| text != self.deal_shown) {
            self.browsers.send_to_all(DEAL, text);
        }
        self.deal_shown = text;
    }

    /// Sends the message `deal` to one browser.
    pub(crate) fn show_deal_to(&self, browser: u64) {
        if let Some(text) = deal_message(&self.game) {
            self.browsers.send_text(browser, DEAL, text);
        }
    }
}

fn pending<'a>(game: &'a mut TableGame, storage: &'a mut Storage) -> impl Iterator<Item = &'a mut FairDeal> {
    game.pending_deal().into_iter().chain(storage.kept.evening.next.pending_lots())
}

fn deal_message(game: &TableGame) -> Option<String> {
    Some(Message::Deal(game.deal_state()?).text())
}
