//! The browsers at the table: who they are, which seats they hold, what they are sent. Knows no game.

use super::analysis::Helper;
use super::message::{Refusal, message, notice};
use super::{Actor, Seat};
use crate::address::Role;
use crate::order::Who;
use crate::outbox::{Kind, Outbox};
use serde_json::{Value, json};
use std::sync::Arc;

/// A browser.
pub struct Browser {
    pub role: Role,
    pub outbox: Arc<Outbox>,
    /// The engine that analyses for it.
    pub helper: Option<Helper>,
    /// Does it want to know how tournaments go on?
    pub reads_records: bool,
}

impl Actor {
    pub(super) fn join(&mut self, browser: u64, role: Role, outbox: Arc<Outbox>) {
        let role = self.led(role);
        if let Role::Seat(number) = role
            && let Some(seat) = self.seats.get_mut(number - 1)
            && seat.who == Who::Open
        {
            seat.who = Who::Link;
        }
        self.browsers.insert(browser, Browser { role, outbox, helper: None, reads_records: false });
        self.send_hello(browser);
        self.send_game(browser);
        self.send_review(browser);
        if role == Role::Watch {
            // Nothing changes for the others: who comes often must cost them no time.
            return self.show(browser);
        }
        // Whoever has been waited for is there now.
        self.carry_on();
        self.explain_seat(browser);
    }

    /// The seat that a link leads to, and the link that leads to a seat, both from 1.
    pub(super) const fn across(&self, number: usize) -> usize {
        if self.crossed && number <= 2 { 3 - number } else { number }
    }

    /// The players of seats 1 and 2 change sides. Their links go with them.
    pub(super) fn change_sides(&mut self) {
        self.seats.swap(0, 1);
        self.cross();
    }

    /// Every link leads to the seat of its own number again.
    pub(super) fn uncross(&mut self) {
        if self.crossed {
            self.cross();
        }
    }

    fn cross(&mut self) {
        self.crossed = !self.crossed;
        for browser in self.browsers.values_mut() {
            if let Role::Seat(number @ 1..=2) = browser.role {
                browser.role = Role::Seat(3 - number);
            }
        }
    }

    /// Who comes in by an address, with the seat that it leads to now.
    const fn led(&self, role: Role) -> Role {
        match role {
            Role::Seat(number) => Role::Seat(self.across(number)),
            role => role,
        }
    }

    pub(super) fn leave(&mut self, browser: u64) {
        let left = self.browsers.remove(&browser);
        if left.is_some_and(|left| left.role != Role::Watch) {
            self.show_all();
        }
    }

    /// Tells who comes by the link of a seat why it does not play for it, or that others have the same link.
    pub(super) fn explain_seat(&self, browser: u64) {
        let Some(Browser { role: Role::Seat(number), .. }) = self.browsers.get(&browser) else { return };
        let seat = [("seat", Value::from(*number))];
        match self.seats.get(number - 1).map(|seat| seat.who) {
            Some(Who::Link) if self.pages(number - 1) > 1 => {
                let concerned = |role| matches!(role, Role::Host) || role == Role::Seat(*number);
                let others = self.browsers.iter().filter(|(_, other)| concerned(other.role));
                // Only the latest counts: who comes and goes must not fill the box of somebody else.
                let kind = Kind::State("seat_twice");
                others.for_each(|(other, _)| self.send(*other, kind, notice("seat_twice", &seat)));
            }
            Some(Who::Link | Who::Open) => {}
            Some(Who::Engine) => self.notify(browser, "seat_engine", &seat),
            Some(Who::Here) => self.notify(browser, "seat_here", &seat),
            None => self.notify(browser, "seat_none", &seat),
        }
    }

    /// Browsers that came by the link of this seat, from 0.
    pub(super) fn pages(&self, seat: usize) -> usize {
        self.browsers.values().filter(|browser| browser.role == Role::Seat(seat + 1)).count()
    }

    /// Seats, from 0, that this browser plays for.
    pub(super) fn seats_of(&self, browser: u64) -> Vec<usize> {
        let Some(browser) = self.browsers.get(&browser) else { return Vec::new() };
        let holds = |(index, seat): &(usize, &Seat)| match browser.role {
            Role::Host => seat.who == Who::Here,
            Role::Seat(number) => number == index + 1 && seat.who == Who::Link,
            Role::Watch => false,
        };
        self.seats.iter().enumerate().filter(holds).map(|(index, _)| index).collect()
    }

    /// Is somebody there who plays for this seat?
    pub(super) fn is_online(&self, seat: usize) -> bool {
        self.seats[seat].who == Who::Engine
            || self.browsers.keys().any(|browser| self.seats_of(*browser).contains(&seat))
    }

    /// Does a person who is not at this browser sit at the table?
    pub(super) fn has_others(&self, browser: u64) -> bool {
        let own = self.seats_of(browser);
        self.seats.iter().enumerate().any(|(index, seat)| seat.is_person() && !own.contains(&index))
    }

    pub(super) fn host_only(&self, browser: u64) -> Result<(), Refusal> {
        match self.browsers.get(&browser) {
            Some(Browser { role: Role::Host, .. }) => Ok(()),
            _ => Err(Refusal::new("not_host", "only the host can do that")),
        }
    }

    pub(super) fn send(&self, browser: u64, kind: Kind, text: String) {
        if let Some(browser) = self.browsers.get(&browser) {
            browser.outbox.put(kind, text);
        }
    }

    pub(super) fn send_to_all(&self, kind: Kind, text: &str) {
        self.browsers.values().for_each(|browser| browser.outbox.put(kind, text.to_string()));
    }

    pub(super) fn refuse(&self, browser: u64, about: &str, refusal: &Refusal) {
        let text: String = refusal.text.chars().take(500).collect();
        let body = json!({ "code": refusal.code, "text": text, "about": about });
        self.send(browser, Kind::Answer, message("error", &body));
    }

    pub(super) fn notify(&self, browser: u64, code: &str, args: &[(&str, Value)]) {
        self.send(browser, Kind::Answer, notice(code, args));
    }

    pub(super) fn notify_all(&self, code: &str, args: &[(&str, Value)]) {
        self.send_to_all(Kind::Answer, &notice(code, args));
    }
}
