//! Fair deals: the exchange with the players before the first chance event, and the message `deal`.

use super::game::TableGame;
use super::router::Actor;
use crate::fair::{Bits, Commitment, DealId, FairDeal};
use crate::message::{Notice, Refusal, RequestError, message};
use crate::outbox::MessageKind;
use ugi::Seat;

impl Actor {
    /// A browser declares that it answers the message `deal`. From the next deal on, its players take part.
    pub(super) fn answers_deals(&mut self, browser: u64) -> Result<(), RequestError> {
        self.browsers.answers_deals(browser);
        Ok(())
    }

    /// Stores the commitment of a player.
    pub(super) fn commit_bits(
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

    /// Stores the bits of a player. The last ones decide the deal.
    pub(super) fn give_bits(&mut self, browser: u64, id: DealId, seat: Seat, bits: Bits) -> Result<(), RequestError> {
        let accepted = self.awaited_deal(browser, id, seat)?.give(seat, bits);
        Refusal::Stale.reject_if(!accepted)?;
        self.continue_game();
        Ok(())
    }

    /// The host does not wait any longer for players whose answer is missing.
    pub(super) fn deal_now(&mut self, browser: u64) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        let deal = self.game.pending_deal().ok_or(Refusal::NotNow)?;
        let awaited = deal.awaited();
        *deal = deal.again(|seat, _| awaited.contains(&seat))?;
        self.continue_game();
        Ok(())
    }

    /// Returns the pending deal with this id, to which the browser may contribute for the seat.
    fn awaited_deal(&mut self, browser: u64, id: DealId, seat: Seat) -> Result<&mut FairDeal, RequestError> {
        Refusal::NoSeat.reject_if(!self.seats_of(browser).contains(&seat))?;
        Ok(self.game.pending_deal().filter(|deal| deal.id == id).ok_or(Refusal::Stale)?)
    }

    /// Begins the deal of the game if it has none, and begins the exchange again if a player has left it.
    pub(super) fn advance_deal(&mut self) {
        if self.prepare_deal().is_err() {
            self.game.pause(true);
            self.browsers.notify_all(&Notice::RefereeGone);
        }
    }

    fn prepare_deal(&mut self) -> anyhow::Result<()> {
        let seats_of = |browser| self.seating.seats_of_role(self.browsers.role(browser));
        let takes_part = |seat| self.browsers.answering().into_iter().any(|browser| seats_of(browser).contains(&seat));
        if self.game.needs_deal() {
            let players = self.seating.seats().filter(|seat| takes_part(*seat)).collect();
            self.game.begin_deal(players)?;
        }
        let leaves = |seat: Seat, browser: Option<u64>| match browser {
            Some(browser) => !seats_of(browser).contains(&seat),
            None => !takes_part(seat),
        };
        if let Some(deal) = self.game.pending_deal().filter(|deal| deal.misses(leaves)) {
            *deal = deal.again(leaves)?;
        }
        Ok(())
    }

    /// Sends the message `deal` to every browser if it has changed.
    pub(super) fn show_deal(&mut self) {
        let text = deal_message(&self.game);
        if let Some(text) = text.as_ref().filter(|_| text != self.deal_shown) {
            self.browsers.send_to_all(MessageKind::State("deal"), text);
        }
        self.deal_shown = text;
    }

    /// Sends the message `deal` to one browser.
    pub(super) fn show_deal_to(&self, browser: u64) {
        if let Some(text) = deal_message(&self.game) {
            self.browsers.send(browser, MessageKind::State("deal"), text);
        }
    }
}

fn deal_message(game: &TableGame) -> Option<String> {
    Some(message("deal", &game.deal_state()?))
}
