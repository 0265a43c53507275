//! Browsers that join and leave, and the host's requests about seats and permissions.

use super::room::Room;
use super::seating::Seating;
use crate::effect::{Effect, MessageKind};
use crate::keys::{Key, Pass};
use crate::message::Message;
use crate::notice::Notice;
use crate::player::Player;
use crate::refusal::{Refusal, RequestError};
use crate::request::{Occupant, PlayerKind};
use crate::role::Role;
use ugi::Seat;

impl Room {
    pub(crate) fn on_browser_joined(
        &mut self,
        browser: u64,
        role: Role,
        pass: &Pass,
        fair: bool,
        is_behind: Box<dyn Fn() -> bool>,
    ) {
        if !self.keys.admit(role, pass) {
            // The key was renewed while the browser connected.
            return self.effects.push(Effect::Close { browser });
        }
        let link = role;
        // A guest takes an open seat.
        let is_taken = !matches!(link, Role::Seat(seat) if !self.seating.is_taken(self.seating.seat_of(seat)));
        let role = self.seating.admit(link);
        let is_awaited = !is_taken || !self.has_present(role);
        self.name_guest(link);
        // If this cannot be saved, a deal may wait for the guest again.
        let _ = if let Role::Seat(_) = link { self.keys.set_came(link) } else { Ok(()) };
        self.browsers.add(browser, role, [*pass == Pass::Owner, fair], is_behind);
        self.end_stand_ins_of(browser);
        if !self.ensure_saved() {
            // The browser gets the notice now, and everything else when the game is saved.
            return self.browsers.notify(browser, &Notice::NotSaved);
        }
        self.send_hello(browser);
        self.show_deal_to(browser);
        self.show_evening_to(browser);
        self.reviews.send(browser, &self.browsers);
        if self.analysis.is_allowed() && self.seating.is_contested() && !self.game.is_over() {
            self.browsers.notify(browser, &Notice::AnalysisAllowed);
        }
        if is_awaited {
            // The clock can start now.
            self.continue_game();
        } else if let Role::Seat(_) = role {
            // Everybody sees how many browsers have the link open.
            self.show_all_saved();
        } else {
            self.show_saved(browser);
        }
        self.explain_seat(browser);
    }

    /// Returns whether another browser with this role would change nothing for the game: the players of its seats, or
    /// the host without a seat, are there already.
    fn has_present(&self, role: Role) -> bool {
        let plays = |seat| self.seating.is_online(seat, &self.browsers) && !self.seating.has_stand_in(seat);
        match role {
            Role::Host if self.browsers.with_role(|other| other == Role::Host).is_empty() => false,
            Role::Host | Role::Seat(_) | Role::Watch => self.seating.seats_of_role(Some(role)).into_iter().all(plays),
        }
    }

    /// Answers a browser that checks its connection.
    pub(crate) fn pong(&self, browser: u64) -> Result<(), RequestError> {
        self.browsers.send(browser, &Message::Pong {});
        Ok(())
    }

    /// Gives the seat of a link the name that its guest has chosen.
    fn name_guest(&mut self, role: Role) {
        let Role::Seat(seat) = role else { return };
        if let Ok(Key { name, .. }) = self.keys.key(role) {
            self.seating.name_guest(self.seating.seat_of(seat), &name);
        }
    }

    /// Gives the seats with links the names that their guests have chosen.
    pub(crate) fn name_guests(&mut self) {
        self.seating.seats().for_each(|seat| self.name_guest(Role::Seat(self.seating.link_of(seat))));
    }

    pub(crate) fn on_browser_left(&mut self, browser: u64) {
        self.analysis.stop_engine(browser);
        let seats = self.seats_of(browser);
        let Some(role) = self.browsers.remove(browser) else { return };
        let has_left = seats.iter().any(|seat| !self.seating.is_online(*seat, &self.browsers));
        let hosts_left = role == Role::Host && self.browsers.with_role(|other| other == Role::Host).is_empty();
        if has_left || hosts_left || !seats.is_empty() && self.pending_deals().next().is_some() {
            // If the deal or lots wait for this browser, they begin again. An engine may stand in. Clocks may stop.
            self.continue_game();
            if self.conclude_unopposed().is_err() {
                self.on_referee_failure();
            }
        } else if matches!(role, Role::Seat(_)) && !self.storage.has_failed() {
            // Everybody sees how many browsers have the link open.
            self.show_all_saved();
        }
    }

    /// Notifies a browser that has opened a seat's link if it cannot play for the seat. If several browsers have the
    /// link open, notifies all of them and the host.
    fn explain_seat(&self, browser: u64) {
        let Some(Role::Seat(seat)) = self.browsers.role(browser) else { return };
        let notice = match self.seating.player(seat).map(Player::who) {
            Some(PlayerKind::Link) if self.browser_count(seat) > 1 => {
                // Send the notice as a state, which replaces an unsent one. Otherwise repeated visits could fill the
                // outboxes of other browsers. Those who have got it do not get it again for a third browser.
                let text = Message::Notice(&Notice::SeatTwice(seat)).text();
                let send = |other| self.browsers.send_text(other, MessageKind::State("seat_twice"), text.clone());
                let is_first = self.browser_count(seat) == 2;
                let is_concerned = |role| role == Role::Host || role == Role::Seat(seat);
                let concerned = if is_first { self.browsers.with_role(is_concerned) } else { vec![browser] };
                return concerned.into_iter().for_each(send);
            }
            Some(PlayerKind::Link | PlayerKind::Open) => return,
            Some(PlayerKind::Engine) => Notice::SeatEngine(seat),
            Some(PlayerKind::Here) => Notice::SeatHere(seat),
            None => Notice::SeatNone(seat),
        };
        self.browsers.notify(browser, &notice);
    }

    /// Returns the number of browsers that have the link of this seat open.
    pub(crate) fn browser_count(&self, seat: Seat) -> usize {
        self.browsers.with_role(|role| role == Role::Seat(seat)).len()
    }

    pub(crate) fn change_seat(&mut self, browser: u64, seat: Seat, occupant: Occupant) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        self.seating.require(seat)?;
        let next = Seating::player_of(occupant, &self.engines)?;
        let who = next.who();
        // Somebody has seen the hands of a repeated deal.
        let seen = self.game.is_repeated() && self.game.is_hidden() && !self.game.is_over();
        Refusal::Revealed.reject_if(seen && who.admits_guests())?;
        let had_fault = self.seating.has_fault();
        let (before, left) = self.seating.replace(seat, next);
        self.storage.kept.evening.next.ready.remove(&seat);
        self.name_guests();
        self.resume_after_fault(had_fault);
        // Moves become permanent, because the new player sees the hand and a player who has left cannot agree to a
        // takeback.
        if before != who && (self.game.is_hidden() || left) {
            self.game.commit();
        }
        // Resolve automatic moves for the new occupant: a person without a choice passes.
        let result = self.game.truncate(self.game.token_count(), &|seat| self.seating.is_person(seat));
        self.offers.clear();
        self.continue_game();
        if before != who {
            self.browsers.notify_all(&Notice::SeatChanged { seat, who });
            let guests = self.browsers.with_role(|role| role == Role::Seat(seat));
            guests.into_iter().for_each(|browser| self.explain_seat(browser));
        }
        Ok(result?)
    }

    pub(crate) fn restart(&mut self, browser: u64, seat: Seat) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        self.seating.require(seat)?;
        let had_fault = self.seating.has_fault();
        self.seating.restart(seat)?;
        self.resume_after_fault(had_fault);
        self.continue_game();
        Ok(())
    }

    pub(crate) fn allow(&mut self, browser: u64, analysis: bool) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        let changed = self.analysis.is_allowed() != analysis;
        self.analysis.allow(analysis);
        self.analysis.forbid(&mut self.game, &self.seating, &self.browsers);
        self.show_all();
        if changed {
            self.tell_permission();
        }
        Ok(())
    }

    /// Notifies everybody of whether the host allows analysis.
    pub(crate) fn tell_permission(&self) {
        let allowed = self.analysis.is_allowed();
        self.browsers.notify_all(if allowed { &Notice::AnalysisAllowed } else { &Notice::AnalysisForbidden });
    }

    /// Ends the pause if an engine had a fault and no engine has one now. A pause of the host's own continues.
    pub(crate) fn resume_after_fault(&mut self, had_fault: bool) {
        if had_fault && !self.seating.has_fault() {
            self.game.pause(false);
        }
    }
}
