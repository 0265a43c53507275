//! What needs somebody else's consent: a draw, a move taken back. Knows no rules.

use super::Actor;
use super::message::Refusal;
use super::state::takes_draw;
use crate::address::Role;
use crate::order::{Offered, Who};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The verdict of a draw that all want.
const AGREED: &str = "!end/draw/agreed";

/// An offer that waits for answers. Several people may offer at the same time: no offer blocks that of another.
pub struct Offer {
    /// What is offered.
    what: Offered,
    /// By which seat, from 0.
    seat: usize,
    /// The tokens that are kept when a move is taken back.
    kept: usize,
    /// The seats that have not agreed yet.
    waits: BTreeSet<usize>,
    /// The seats that have agreed.
    agreed: BTreeSet<usize>,
}

impl Offer {
    /// As in the message `table`.
    pub(super) fn shown(&self) -> Value {
        json!({ "what": self.what, "seat": self.seat + 1 })
    }

    /// The same with the seats that it waits for.
    pub(super) fn shown_with_waits(&self) -> Value {
        let waits: Vec<usize> = self.waits.iter().map(|seat| seat + 1).collect();
        json!({ "what": self.what, "seat": self.seat + 1, "waits": waits })
    }
}

impl Actor {
    pub(super) fn make_offer(&mut self, browser: u64, what: Offered) -> Result<(), Refusal> {
        match what {
            Offered::Draw => self.offer_draw(browser),
            Offered::Undo => self.undo(browser),
        }
    }

    fn offer_draw(&mut self, browser: u64) -> Result<(), Refusal> {
        self.still_on()?;
        let own = self.seats_of(browser);
        let other = self.offers.iter().find(|offer| offer.what == Offered::Draw && !own.contains(&offer.seat));
        if let Some(other) = other.filter(|other| own.iter().any(|seat| other.waits.contains(seat))) {
            // Whoever offers what another offers already agrees to it.
            let seat = other.seat + 1;
            return self.answer_offer(browser, true, Some(seat), Some(Offered::Draw));
        }
        // Who holds several seats speaks for the one to move.
        let to_move = self.game.to_move().filter(|seat| own.contains(seat));
        let Some(seat) = to_move.or(own.first().copied()) else {
            return Err(Refusal::new("no_seat", "nobody to offer for"));
        };
        self.has_no_offer(&own)?;
        if !self.game.takes(AGREED)? {
            return Err(Refusal::new("not_now", "this game has no draw"));
        }
        let refuses = |seat: &super::Seat| seat.who == Who::Engine && !takes_draw(seat.said);
        if let Some(other) = self.seats.iter().position(refuses) {
            self.notify_all("draw_refused", &[("seat", (other + 1).into())]);
            return Ok(());
        }
        let asked = |other: &usize| !own.contains(other) && matches!(self.seats[*other].who, Who::Here | Who::Link);
        let waits = (0..self.seats.len()).filter(asked).collect();
        self.propose(Offer { what: Offered::Draw, seat, kept: self.game.at(), waits, agreed: BTreeSet::new() })
    }

    /// Takes a move back, or asks every other person whether it may be.
    pub(super) fn undo(&mut self, browser: u64) -> Result<(), Refusal> {
        let own = self.seats_of(browser);
        let kept = self.may_undo(browser)?;
        self.has_no_offer(&own)?;
        let waits = self.other_people(&own);
        let seat = self.game.movers[kept].seat.unwrap_or_default();
        self.propose(Offer { what: Offered::Undo, seat, kept, waits, agreed: BTreeSet::new() })
    }

    /// The tokens that stay when this browser takes its last move back.
    ///
    /// # Errors
    /// It has none, or what has been shown since cannot be hidden again.
    pub(super) fn may_undo(&self, browser: u64) -> Result<usize, Refusal> {
        let mut own = self.seats_of(browser);
        if own.is_empty() {
            let is_host = self.browsers.get(&browser).is_some_and(|browser| browser.role == Role::Host);
            if !is_host || !self.other_people(&own).is_empty() {
                return Err(Refusal::new("no_seat", "only who plays can take a move back"));
            }
            // A host without a seat watches engines: it takes back whatever was played last.
            own = (0..self.seats.len()).collect();
        }
        if self.game.is_revealed() {
            return Err(Refusal::new("revealed", "all hands have been shown: this deal cannot go on"));
        }
        let none = || Refusal::new("nothing_to_undo", "there is no move to take back");
        let kept = self.last_choice(&own).ok_or_else(none)?;
        if kept < self.game.firm {
            return Err(Refusal::new("shown", "cards or seats have changed hands since: that move stays"));
        }
        Ok(kept)
    }

    /// The seats of people other than the one with these seats. A link that nobody has opened yet is nobody.
    pub(super) fn other_people(&self, own: &[usize]) -> BTreeSet<usize> {
        let person = |seat: &usize| match self.seats[*seat].who {
            Who::Here => true,
            Who::Link => self.seats[*seat].seen,
            Who::Engine | Who::Open => false,
        };
        (0..self.seats.len()).filter(|seat| !own.contains(seat)).filter(person).collect()
    }

    /// `from` (from 1) is the seat that has offered `what`; none: the first whose offer waits for this browser, else the
    /// own one.
    pub(super) fn answer_offer(
        &mut self,
        browser: u64,
        accept: bool,
        from: Option<usize>,
        what: Option<Offered>,
    ) -> Result<(), Refusal> {
        let own = self.seats_of(browser);
        let meant = |offer: &Offer| {
            from.is_none_or(|from| from == offer.seat + 1) && what.is_none_or(|what| what == offer.what)
        };
        let asked = |offer: &Offer| own.iter().any(|seat| offer.waits.contains(seat));
        if let Some(index) = self.offers.iter().position(|offer| meant(offer) && asked(offer)) {
            return if accept { self.agree(index, &own) } else { self.decline(index, &own) };
        }
        let mine = self.offers.iter().position(|offer| meant(offer) && own.contains(&offer.seat));
        let Some(index) = mine.filter(|_| !accept) else {
            return Err(Refusal::new("no_offer", "nothing is offered"));
        };
        // Who has offered can think better of it.
        self.offers.remove(index);
        self.show_all();
        Ok(())
    }

    fn has_no_offer(&self, own: &[usize]) -> Result<(), Refusal> {
        let waits = self.offers.iter().any(|offer| own.contains(&offer.seat));
        if waits { Err(Refusal::new("not_now", "an offer of yours waits for an answer")) } else { Ok(()) }
    }

    fn propose(&mut self, offer: Offer) -> Result<(), Refusal> {
        self.offers.push(offer);
        self.conclude(self.offers.len() - 1)
    }

    fn agree(&mut self, index: usize, own: &[usize]) -> Result<(), Refusal> {
        let Offer { waits, agreed, .. } = &mut self.offers[index];
        let asked: BTreeSet<usize> = own.iter().copied().filter(|seat| waits.remove(seat)).collect();
        agreed.extend(asked);
        self.conclude(index)
    }

    fn decline(&mut self, index: usize, own: &[usize]) -> Result<(), Refusal> {
        let offer = self.offers.remove(index);
        let seat = own.iter().find(|seat| offer.waits.contains(seat)).map_or(0, |seat| seat + 1);
        let code = match offer.what {
            Offered::Draw => "draw_refused",
            Offered::Undo => "undo_refused",
        };
        self.notify_all(code, &[("seat", seat.into())]);
        self.show_all();
        Ok(())
    }

    /// Carries an offer out when all have agreed.
    fn conclude(&mut self, index: usize) -> Result<(), Refusal> {
        if !self.offers[index].waits.is_empty() {
            self.show_all();
            return Ok(());
        }
        let offer = self.offers.remove(index);
        match offer.what {
            Offered::Draw => self.end(AGREED),
            Offered::Undo => self.take_back(&offer),
        }
    }

    /// Somebody has come to a seat at which nobody was: offers that were made before wait for them too.
    pub(super) fn ask_newcomer(&mut self, seat: usize) {
        if self.seats[seat].is_person() {
            let others = self.offers.iter_mut().filter(|offer| offer.seat != seat);
            others.for_each(|offer| _ = offer.waits.insert(seat));
        }
    }

    fn take_back(&mut self, offer: &Offer) -> Result<(), Refusal> {
        // Everybody knows the move as it was in their own view.
        let known = |browser| self.game.view(self.viewer(browser)).tokens.get(offer.kept).cloned();
        let tokens: Vec<(u64, Option<String>)> =
            self.browsers.keys().map(|browser| (*browser, known(*browser))).collect();
        let seats = &self.seats;
        self.game.cut(offer.kept, &|seat| seats[seat].is_person())?;
        self.changed();
        let agreed: Vec<usize> = offer.agreed.iter().map(|seat| seat + 1).collect();
        let facts = [("seat", Value::from(offer.seat + 1)), ("agreed", agreed.into())];
        for (browser, token) in tokens {
            let args = [facts.as_slice(), &[("token", token.into())]].concat();
            self.notify(browser, "taken_back", &args);
        }
        Ok(())
    }

    /// The place of the last token that one of these seats chose.
    fn last_choice(&self, own: &[usize]) -> Option<usize> {
        self.game.movers.iter().rposition(|mover| !mover.forced && mover.seat.is_some_and(|seat| own.contains(&seat)))
    }
}
