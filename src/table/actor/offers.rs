//! What needs somebody else's consent: a draw, a move taken back. Knows no rules.

use super::Actor;
use super::message::Refusal;
use super::state::takes_draw;
use crate::table::address::Role;
use crate::table::order::{Offered, Who};
use std::collections::BTreeSet;

/// The verdict of a draw that all want.
const AGREED: &str = "!end/draw/agreed";

/// An offer that waits for answers.
pub struct Offer {
    /// What is offered.
    pub what: Offered,
    /// By which seat, from 0.
    pub seat: usize,
    /// The seats that have not agreed yet.
    waits: BTreeSet<usize>,
}

impl Actor {
    pub(super) fn make_offer(&mut self, browser: u64, what: Offered) -> Result<(), Refusal> {
        let own = self.seats_of(browser);
        if what == Offered::Draw {
            self.still_on()?;
        }
        if let Some(offer) = &self.offer {
            let same = offer.what == what && !own.contains(&offer.seat);
            return if same {
                self.answer_offer(browser, true)
            } else {
                Err(Refusal::new("not_now", "an offer waits"))
            };
        }
        // Who holds several seats speaks for the one to move.
        let to_move = self.game.to_move().filter(|seat| own.contains(seat));
        let Some(seat) = to_move.or(own.first().copied()) else {
            return Err(Refusal::new("no_seat", "nobody to offer for"));
        };
        if what == Offered::Draw && !self.game.takes(AGREED)? {
            return Err(Refusal::new("not_now", "this game has no draw"));
        }
        if what == Offered::Undo && self.last_choice(&[seat]).is_none() {
            return Err(Refusal::new("nothing_to_undo", "there is no move to take back"));
        }
        let refuses = |seat: &super::Seat| what == Offered::Draw && seat.who == Who::Engine && !takes_draw(seat.said);
        if let Some(other) = self.seats.iter().position(refuses) {
            self.notify_all("draw_refused", &[("seat", (other + 1).into())]);
            return Ok(());
        }
        let waits: BTreeSet<usize> = (0..self.seats.len())
            .filter(|other| !own.contains(other) && matches!(self.seats[*other].who, Who::Here | Who::Link))
            .collect();
        self.offer = Some(Offer { what, seat, waits });
        self.conclude()
    }

    pub(super) fn answer_offer(&mut self, browser: u64, accept: bool) -> Result<(), Refusal> {
        let own = self.seats_of(browser);
        let none = || Refusal::new("no_offer", "nothing is offered");
        let offer = self.offer.as_mut().ok_or_else(none)?;
        if own.contains(&offer.seat) && !accept {
            // Who has offered can think better of it.
            self.offer = None;
            self.show_all();
            return Ok(());
        }
        let asked: Vec<usize> = own.into_iter().filter(|seat| offer.waits.contains(seat)).collect();
        let Some(&seat) = asked.first() else { return Err(none()) };
        if accept {
            asked.iter().for_each(|seat| _ = offer.waits.remove(seat));
            return self.conclude();
        }
        let code = match offer.what {
            Offered::Draw => "draw_refused",
            Offered::Undo => "undo_refused",
        };
        self.offer = None;
        self.notify_all(code, &[("seat", (seat + 1).into())]);
        self.show_all();
        Ok(())
    }

    pub(super) fn undo(&mut self, browser: u64) -> Result<(), Refusal> {
        let own = self.seats_of(browser);
        let is_host = self.browsers.get(&browser).is_some_and(|browser| browser.role == Role::Host);
        if own.is_empty() && !is_host {
            return Err(Refusal::new("no_seat", "nobody to take a move back for"));
        }
        let people = self.has_others(browser);
        if people && self.seats.iter().enumerate().any(|(seat, other)| other.who == Who::Link && !own.contains(&seat)) {
            return self.make_offer(browser, Offered::Undo);
        }
        // A host without a seat watches engines: it takes back whatever was played last.
        let all: Vec<usize> = (0..self.seats.len()).collect();
        self.take_back(if own.is_empty() { &all } else { &own })
    }

    /// Carries an offer out when all have agreed.
    fn conclude(&mut self) -> Result<(), Refusal> {
        match self.offer.take() {
            Some(offer) if offer.waits.is_empty() => match offer.what {
                Offered::Draw => self.end(AGREED),
                Offered::Undo => self.take_back(&[offer.seat]),
            },
            offer => {
                self.offer = offer;
                self.show_all();
                Ok(())
            }
        }
    }

    fn take_back(&mut self, own: &[usize]) -> Result<(), Refusal> {
        let none = || Refusal::new("nothing_to_undo", "there is no move to take back");
        let at = self.last_choice(own).ok_or_else(none)?;
        let seats = &self.seats;
        self.game.cut(at, &|seat| seats[seat].is_person())?;
        self.changed();
        Ok(())
    }

    /// The place of the last token that one of these seats chose.
    fn last_choice(&self, own: &[usize]) -> Option<usize> {
        self.game.movers.iter().rposition(|mover| !mover.forced && mover.seat.is_some_and(|seat| own.contains(&seat)))
    }
}
