//! The connected browsers, each with its role and its outgoing messages.

use super::permutation::Permutation;
use super::told::Told;
use crate::address::Role;
use crate::catalogue::ENGLISH;
use crate::message::{Notice, Refusal, RequestError, error_message, message};
use crate::outbox::{MessageKind, Outbox};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use ugi::Viewer;

/// The connected browsers, by number.
#[derive(Default)]
pub struct Browsers(BTreeMap<u64, Connected>);

/// A connected browser.
struct Connected {
    role: Role,
    /// Whether it is the browser of the server's owner.
    owner: bool,
    outbox: Arc<Outbox>,
    /// The language in which the page speaks.
    language: String,
    /// What the messages `table` have told about the tokens of the browser's own view and of the public view.
    told: [Told; 2],
    /// Whether the browser takes part in fair deals.
    fair: bool,
}

impl Drop for Connected {
    /// Ends the connection.
    fn drop(&mut self) {
        self.outbox.close();
    }
}

impl Browsers {
    /// Adds a browser. `owner` is whether it is that of the server's owner, and `fair` whether it takes part in fair
    /// deals.
    pub fn add(&mut self, browser: u64, role: Role, [owner, fair]: [bool; 2], outbox: Arc<Outbox>) {
        let (language, told) = (ENGLISH.to_string(), Default::default());
        let connected = Connected { role, owner, outbox, language, told, fair };
        self.0.insert(browser, connected);
    }

    pub fn remove(&mut self, browser: u64) -> Option<Role> {
        self.0.remove(&browser).map(|connected| connected.role)
    }

    /// Returns the role of a browser, or `None` if it has disconnected.
    pub fn role(&self, browser: u64) -> Option<Role> {
        self.0.get(&browser).map(|connected| connected.role)
    }

    /// Returns the language in which a browser's page speaks.
    pub fn language(&self, browser: u64) -> &str {
        self.0.get(&browser).map_or(ENGLISH, |connected| &connected.language)
    }

    /// Sets the language of a browser's page. Returns whether it has changed.
    pub fn set_language(&mut self, browser: u64, language: &str) -> bool {
        let changed = self.0.get_mut(&browser).filter(|connected| connected.language != language);
        changed.map(|connected| connected.language = language.to_string()).is_some()
    }

    /// Returns the indices of the first tokens whose facts the next message `table` must contain, for the views of two
    /// viewers: the browser's own and, if the message has it, the public one.
    pub fn tell(&mut self, browser: u64, views: [Option<(Viewer, &[String])>; 2], language: &str) -> [usize; 2] {
        let Some(Connected { outbox, told, .. }) = self.0.get_mut(&browser) else { return [0; 2] };
        let unsent = outbox.has(MessageKind::State("table"));
        let mut from = [0; 2];
        for ((from, told), view) in from.iter_mut().zip(told).zip(views) {
            match view {
                Some((viewer, tokens)) => *from = told.tell(viewer, language, tokens, unsent),
                None => *told = Told::default(),
            }
        }
        from
    }

    /// Makes the next message `table` tell about all tokens.
    pub fn forget_told(&mut self, browser: u64) {
        if let Some(connected) = self.0.get_mut(&browser) {
            connected.told = Default::default();
        }
    }

    /// Returns the roles of the browsers that take part in fair deals.
    pub fn fair_roles(&self) -> impl Iterator<Item = Role> {
        self.0.values().filter(|connected| connected.fair).map(|connected| connected.role)
    }

    pub fn is_host(&self, browser: u64) -> bool {
        self.role(browser) == Some(Role::Host)
    }

    /// Checks that a browser is the host.
    pub fn require_host(&self, browser: u64) -> Result<(), RequestError> {
        Refusal::NotHost.reject_if(!self.is_host(browser))
    }

    /// Returns whether a browser is that of the server's owner.
    pub fn is_owner(&self, browser: u64) -> bool {
        self.0.get(&browser).is_some_and(|connected| connected.owner)
    }

    /// Returns the browsers for whose role `fits` returns true.
    pub fn with_role(&self, fits: impl Fn(Role) -> bool) -> Vec<u64> {
        self.0.iter().filter(|(_, connected)| fits(connected.role)).map(|(browser, _)| *browser).collect()
    }

    pub fn all(&self) -> Vec<u64> {
        self.with_role(|_| true)
    }

    /// Moves the browsers of players who change seats.
    pub fn rearrange(&mut self, change: &Permutation) {
        for connected in self.0.values_mut() {
            if let Role::Seat(seat) = &mut connected.role {
                *seat = change.new_seat(*seat);
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
        if let Some(connected) = self.0.get(&browser) {
            connected.outbox.put(kind, text);
        }
    }

    pub fn send_to_all(&self, kind: MessageKind, text: &str) {
        self.0.values().for_each(|connected| connected.outbox.put(kind, text.to_string()));
    }

    /// Removes the unsent states of this name to all browsers.
    pub fn withdraw(&self, state: &'static str) {
        self.0.values().for_each(|connected| connected.outbox.withdraw(MessageKind::State(state)));
    }

    /// Sends the error with which the request `about` failed.
    pub fn send_error(&self, browser: u64, about: &str, error: &RequestError) {
        self.send(browser, MessageKind::Answer, error_message(about, error));
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
        (0..).zip(roles).for_each(|(browser, role)| browsers.add(browser, role, [false; 2], Arc::default()));
        browsers.rearrange(&Permutation::from_order(&[Seat::new(2), Seat::P1, Seat::P2]).unwrap());
        let seated = [3, 1, 2];
        for (seat, browser) in Seat::all(3).zip(seated) {
            assert_eq!(browsers.with_role(|role| role == Role::Seat(seat)), [browser]);
        }
        assert!(
            browsers.require_host(0).is_ok() && browsers.require_host(1).is_err() && browsers.require_host(9).is_err()
        );
        assert_eq!((browsers.remove(2), browsers.remove(2)), (Some(Role::Seat(Seat::new(2))), None));
        assert_eq!(browsers.all(), [0, 1, 3, 4]);
    }
}
