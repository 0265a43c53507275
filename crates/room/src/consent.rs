//! Offers that others must agree to: draws, takebacks and resignations.

use super::offers::{Offer, OfferOutcome};
use super::room::Room;
use crate::notice::Notice;
use crate::refusal::{Refusal, RequestError};
use crate::request::{OfferKind, PlayerKind};
use std::collections::BTreeSet;
use ugi::Seat;

/// The verdict token of an agreed draw.
const AGREED: &str = "!end/draw/agreed";

impl Room {
    pub(crate) fn offer_draw(&mut self, browser: u64) -> Result<(), RequestError> {
        self.require_running()?;
        let own = self.seats_of(browser);
        if let Some(other) = self.offers.draw_for(&own) {
            // If another player has already offered a draw, this offer accepts that one.
            return self.answer_offer(browser, true, Some(other), Some(OfferKind::Draw));
        }
        // A person who plays several seats makes the offer for the seat to move.
        let seat = self.own_turn(browser).or(own.first().copied()).ok_or(Refusal::NoSeat)?;
        self.offers.require_none_of(&own)?;
        let at = self.game.token_count();
        self.offers.require_not_declined(OfferKind::Draw, seat, at)?;
        Refusal::NotNow.reject_if(!self.game.accepts_verdict(AGREED)?)?;
        if let Some(other) = self.seating.refuses_draw() {
            self.offers.decline_at_once(OfferKind::Draw, seat, at);
            self.browsers.notify_all(&Notice::DrawRefused(other));
            return Ok(());
        }
        let waits = self.seating.others(&own, |player| matches!(player.who(), PlayerKind::Here | PlayerKind::Link));
        let outcome = self.offers.propose(OfferKind::Draw, seat, at, waits);
        self.conclude(outcome)
    }

    /// Resigns, if nobody who is connected has to agree. Otherwise asks them.
    pub(crate) fn resign(&mut self, browser: u64) -> Result<(), RequestError> {
        self.require_running()?;
        let own = self.seats_of(browser);
        let seat = self.own_turn(browser).or(own.first().copied()).ok_or(Refusal::NoSeat)?;
        let teams = self.game.teams()?;
        // A resignation out of turn has a defined winner only if there are two teams.
        Refusal::NotYourTurn.reject_if(teams.0.len() != 2 && self.own_turn(browser).is_none())?;
        self.offers.withdraw(&own);
        self.offers.require_none_of(&own)?;
        let at = self.game.token_count();
        self.offers.require_not_declined(OfferKind::Resign, seat, at)?;
        // A player who does not know the partner asks everybody, so that nobody learns who the partner is.
        let team = if self.game.knows_teams(seat)? { teams.of(seat) } else { None };
        let mut waits = self.present_people(&own);
        waits.retain(|other| team.is_none_or(|team| teams.of(*other) == Some(team)));
        let outcome = self.offers.propose(OfferKind::Resign, seat, at, waits);
        self.conclude(outcome)
    }

    /// Returns the seats outside `own` of people whose browsers are connected.
    fn present_people(&self, own: &[Seat]) -> BTreeSet<Seat> {
        let mut people = self.seating.other_people(own);
        people.retain(|seat| self.seating.is_online(*seat, &self.browsers));
        people
    }

    /// Executes the offers that wait only for people who have left.
    pub(crate) fn conclude_unopposed(&mut self) -> Result<(), RequestError> {
        while let Some(offer) = self.offers.take_unopposed(|seat| self.seating.is_online(seat, &self.browsers)) {
            self.conclude(OfferOutcome::Agreed(offer))?;
        }
        Ok(())
    }

    /// Takes back the browser's last move if no other people play. Otherwise asks those who are connected.
    pub(crate) fn undo(&mut self, browser: u64) -> Result<(), RequestError> {
        let own = self.seats_of(browser);
        let (kept, seat) = self.may_undo(browser)?;
        self.offers.require_none_of(&own)?;
        let outcome = self.offers.propose(OfferKind::Undo, seat, kept, self.present_people(&own));
        self.conclude(outcome)
    }

    /// Returns the number of tokens that remain if this browser takes back its last move, and the seat that played the
    /// move.
    pub(crate) fn may_undo(&self, browser: u64) -> Result<(usize, Seat), RequestError> {
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
        self.offers.require_not_declined(OfferKind::Undo, seat, kept)?;
        Ok((kept, seat))
    }

    pub(crate) fn answer_offer(
        &mut self,
        browser: u64,
        accept: bool,
        from: Option<Seat>,
        what: Option<OfferKind>,
    ) -> Result<(), RequestError> {
        let outcome = self.offers.answer(&self.seats_of(browser), accept, from, what)?;
        self.conclude(outcome)?;
        self.conclude_unopposed()
    }

    /// Executes an offer to which everybody has agreed, or notifies everybody that it was declined.
    fn conclude(&mut self, outcome: OfferOutcome) -> Result<(), RequestError> {
        match outcome {
            OfferOutcome::Agreed(Offer { kind: OfferKind::Draw, .. }) => return self.end(AGREED, None),
            OfferOutcome::Agreed(Offer { kind: OfferKind::Resign, seat, .. }) => return self.resigned(seat),
            OfferOutcome::Agreed(offer) => return self.take_back(&offer),
            OfferOutcome::Declined(offer, seat) => {
                let notice = match offer.kind {
                    OfferKind::Draw => Notice::DrawRefused(seat),
                    OfferKind::Undo => Notice::UndoRefused(seat),
                    OfferKind::Resign => Notice::ResignRefused(seat),
                };
                let mut concerned = self.browsers.all();
                concerned.retain(|browser| offer.concerns(&self.seats_of(*browser)));
                concerned.into_iter().for_each(|browser| self.browsers.notify(browser, &notice));
            }
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
