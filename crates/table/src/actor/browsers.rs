//! The connected browsers, each with its role and its outgoing messages.

use crate::address::Role;
use crate::message::{Notice, Refusal, RequestError, message};
use crate::outbox::{MessageKind, Outbox};
use crate::player::other_side;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The connected browsers, by number.
#[derive(Default)]
pub struct Browsers(BTreeMap<u64, (Role, Arc<Outbox>)>);

impl Browsers {
    pub fn add(&mut self, browser: u64, role: Role, outbox: Arc<Outbox>) {
        self.0.insert(browser, (role, outbox));
    }

    pub fn remove(&mut self, browser: u64) -> Option<Role> {
        self.0.remove(&browser).map(|(role, _)| role)
    }

    /// Returns the role of a browser, or `None` if it has disconnected.
    pub fn role(&self, browser: u64) -> Option<Role> {
        self.0.get(&browser).map(|(role, _)| *role)
    }

    pub fn is_host(&self, browser: u64) -> bool {
        self.role(browser) == Some(Role::Host)
    }

    /// Checks that a browser is the host.
    pub fn require_host(&self, browser: u64) -> Result<(), RequestError> {
        Refusal::NotHost.reject_if(!self.is_host(browser))
    }

    /// Returns the browsers for whose role `fits` returns true.
    pub fn with_role(&self, fits: impl Fn(Role) -> bool) -> Vec<u64> {
        self.0.iter().filter(|(_, (role, _))| fits(*role)).map(|(browser, _)| *browser).collect()
    }

    pub fn all(&self) -> Vec<u64> {
        self.with_role(|_| true)
    }

    /// Swaps the roles of the browsers at seats 1 and 2.
    pub fn swap_seats(&mut self) {
        for (role, _) in self.0.values_mut() {
            if let Role::Seat(seat) = role {
                *seat = other_side(*seat);
            }
        }
    }

    /// Sends a state, which replaces an unsent state of the same name.
    pub fn show(&self, browser: u64, is: &'static str, body: &impl Serialize) {
        self.send(browser, MessageKind::State(is), message(is, body));
    }

    /// Sends a message that no other message replaces.
    pub fn answer(&self, browser: u64, is: &str, body: &impl Serialize) {
        self.send(browser, MessageKind::Answer, message(is, body));
    }

    pub fn send(&self, browser: u64, kind: MessageKind, text: String) {
        if let Some((_, outbox)) = self.0.get(&browser) {
            outbox.put(kind, text);
        }
    }

    pub fn send_to_all(&self, kind: MessageKind, text: &str) {
        self.0.values().for_each(|(_, outbox)| outbox.put(kind, text.to_string()));
    }

    /// Removes the unsent states of this name to all browsers.
    pub fn withdraw(&self, state: &'static str) {
        self.0.values().for_each(|(_, outbox)| outbox.withdraw(MessageKind::State(state)));
    }

    /// Sends the error with which the request `about` failed.
    pub fn send_error(&self, browser: u64, about: &str, error: &RequestError) {
        #[derive(Serialize)]
        struct ErrorMessage<'a> {
            code: Refusal,
            text: String,
            about: &'a str,
        }
        let text = error.text.chars().take(500).collect();
        let body = ErrorMessage { code: error.code, text, about };
        self.answer(browser, "error", &body);
    }

    pub fn notify(&self, browser: u64, notice: &Notice) {
        self.answer(browser, "notice", notice);
    }

    pub fn notify_all(&self, notice: &Notice) {
        self.send_to_all(MessageKind::Answer, &message("notice", notice));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ugi::Seat;

    #[test]
    fn browsers_keep_the_player_when_seats_change_places() {
        let mut browsers = Browsers::default();
        let roles = [Role::Host, Role::Seat(Seat::P1), Role::Seat(Seat::P2), Role::Seat(Seat::new(2)), Role::Watch];
        (0..).zip(roles).for_each(|(browser, role)| browsers.add(browser, role, Arc::default()));
        browsers.swap_seats();
        assert_eq!(browsers.with_role(|role| role == Role::Seat(Seat::P1)), [2]);
        assert_eq!(browsers.with_role(|role| role == Role::Seat(Seat::new(2))), [3]);
        assert!(
            browsers.require_host(0).is_ok() && browsers.require_host(1).is_err() && browsers.require_host(9).is_err()
        );
        assert_eq!((browsers.remove(2), browsers.remove(2)), (Some(Role::Seat(Seat::P1)), None));
        assert_eq!(browsers.all(), [0, 1, 3, 4]);
    }
}
