//! Offers that others must agree to: draws and takebacks.

use super::offers::{Offer, OfferOutcome};
use super::router::Actor;
use crate::message::{Notice, Refusal, RequestError};
use crate::request::{OfferKind, PlayerKind};
use ugi::Seat;

/// The verdict token of an agreed draw.
const AGREED: &str = "!end/draw/agreed";

impl Actor {
    pub(super) fn offer_draw(&mut self, browser: u64) -> Result<(), RequestError> {
        self.require_running()?;
        let own = self.seats_of(browser);
        if let Some(other) = self.offers.draw_for(&own) {
            // If another player has already offered a draw, this offer accepts that one.
            return self.answer_offer(browser, true, Some(other), Some(OfferKind::Draw));
        }
        // A person who plays several seats makes the offer for the seat to move.
        let seat = self.own_turn(browser).or(own.first().copied()).ok_or(Refusal::NoSeat)?;
        self.offers.require_none_of(&own)?;
        Refusal::NotNow.reject_if(!self.game.accepts_verdict(AGREED)?)?;
        if let Some(other) = self.seating.refuses_draw() {
            self.browsers.notify_all(&Notice::DrawRefused(other));
            return Ok(());
        }
        let waits = self.seating.others(&own, |player| matches!(player.who(), PlayerKind::Here | PlayerKind::Link));
        let outcome = self.offers.propose(OfferKind::Draw, seat, self.game.token_count(), waits);
        self.conclude(outcome)
    }

    /// Takes back the browser's last move if no other people play. Otherwise asks them for permission.
    pub(super) fn undo(&mut self, browser: u64) -> Result<(), RequestError> {
        let own = self.seats_of(browser);
        let (kept, seat) = self.may_undo(browser)?;
        self.offers.require_none_of(&own)?;
        let outcome = self.offers.propose(OfferKind::Undo, seat, kept, self.seating.asked_people(&own));
        self.conclude(outcome)
    }

    /// Returns the number of tokens that remain if this browser takes back its last move, and the seat that played the
    /// move.
    pub(super) fn may_undo(&self, browser: u64) -> Result<(usize, Seat), RequestError> {
        let mut own = self.seats_of(browser);
        if own.is_empty() {
            Refusal::NoSeat
                .reject_if(!self.browsers.is_host(browser) || !self.seating.other_people(&own).is_empty())?;
            // A host without a seat watches engines play, and may take back the last move.
            own = self.seating.seats().collect();
        }
        Refusal::Revealed.reject_if(self.game.is_revealed())?;
        let (kept, seat) = self.game.last_choice(&own).ok_or(Refusal::NothingToUndo)?;
        Refusal::Shown.reject_if(self.game.is_committed(kept))?;
        Ok((kept, seat))
    }

    pub(super) fn answer_offer(
        &mut self,
        browser: u64,
        accept: bool,
        from: Option<Seat>,
        what: Option<OfferKind>,
    ) -> Result<(), RequestError> {
        let outcome = self.offers.answer(&self.seats_of(browser), accept, from, what)?;
        self.conclude(outcome)
    }

    /// Executes an offer to which everybody has agreed, or notifies everybody that it was declined.
    fn conclude(&mut self, outcome: OfferOutcome) -> Result<(), RequestError> {
        match outcome {
            OfferOutcome::Agreed(Offer { kind: OfferKind::Draw, .. }) => return self.end(AGREED),
            OfferOutcome::Agreed(offer) => return self.take_back(&offer),
            OfferOutcome::Declined(OfferKind::Draw, seat) => self.browsers.notify_all(&Notice::DrawRefused(seat)),
            OfferOutcome::Declined(OfferKind::Undo, seat) => self.browsers.notify_all(&Notice::UndoRefused(seat)),
            OfferOutcome::Stands => {}
        }
        self.show_all();
        Ok(())
    }

    fn take_back(&mut self, offer: &Offer) -> Result<(), RequestError> {
        // The notice to each browser contains the move as it appears in that browser's view.
        let known = |browser| (browser, self.game.view(self.viewer(browser)).tokens.get(offer.kept).cloned());
        let tokens: Vec<(u64, Option<String>)> = self.browsers.all().into_iter().map(known).collect();
        self.game.truncate(offer.kept, &|seat| self.seating.is_person(seat))?;
        self.pace.end();
        self.on_history_changed();
        for (browser, token) in tokens {
            let notice = Notice::TakenBack { seat: offer.seat, agreed: offer.agreed.clone(), token };
            self.browsers.notify(browser, &notice);
        }
        Ok(())
    }
}
