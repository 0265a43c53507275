//! The connected browsers, each with its role and its outgoing messages.

use super::permutation::Permutation;
use super::told::Told;
use crate::catalogue::ENGLISH;
use crate::effect::{Effect, Effects, MessageKind};
use crate::message::Message;
use crate::notice::Notice;
use crate::refusal::{Refusal, RequestError};
use crate::role::Role;
use std::collections::BTreeMap;
use ugi::Viewer;

/// The connected browsers, by number.
#[derive(Default)]
pub struct Browsers {
    connected: BTreeMap<u64, Connected>,
    effects: Effects,
}

/// A connected browser.
struct Connected {
    role: Role,
    /// Whether it is the browser of the server's owner.
    owner: bool,
    /// Returns whether a message `table` waits to be sent to the browser.
    is_behind: Box<dyn Fn() -> bool>,
    /// The language in which the page speaks.
    language: String,
    /// What the messages `table` have told about the tokens of the browser's own view and of the public view.
    told: [Told; 2],
    /// Whether the browser takes part in fair deals.
    fair: bool,
}

impl Browsers {
    /// Creates a list without browsers.
    pub const fn new(effects: Effects) -> Self {
        Self { connected: BTreeMap::new(), effects }
    }

    /// Adds a browser. `owner` is whether it is that of the server's owner, and `fair` whether it takes part in fair
    /// deals.
    pub fn add(&mut self, browser: u64, role: Role, [owner, fair]: [bool; 2], is_behind: Box<dyn Fn() -> bool>) {
        let (language, told) = (ENGLISH.to_string(), Default::default());
        let connected = Connected { role, owner, is_behind, language, told, fair };
        self.connected.insert(browser, connected);
    }

    /// Removes a browser, and ends the connection.
    pub fn remove(&mut self, browser: u64) -> Option<Role> {
        let removed = self.connected.remove(&browser)?;
        self.effects.push(Effect::Close { browser });
        Some(removed.role)
    }

    /// Returns the role of a browser, or `None` if it has disconnected.
    pub fn role(&self, browser: u64) -> Option<Role> {
        self.connected.get(&browser).map(|connected| connected.role)
    }

    /// Returns the language in which a browser's page speaks.
    pub fn language(&self, browser: u64) -> &str {
        self.connected.get(&browser).map_or(ENGLISH, |connected| &connected.language)
    }

    /// Sets the language of a browser's page. Returns whether it has changed.
    pub fn set_language(&mut self, browser: u64, language: &str) -> bool {
        let changed = self.connected.get_mut(&browser).filter(|connected| connected.language != language);
        changed.map(|connected| connected.language = language.to_string()).is_some()
    }

    /// Returns the indices of the first tokens whose facts the next message `table` must contain, for the views of two
    /// viewers: the browser's own and, if the message has it, the public one.
    pub fn tell(&mut self, browser: u64, views: [Option<(Viewer, &[String])>; 2], language: &str) -> [usize; 2] {
        let Some(Connected { is_behind, told, .. }) = self.connected.get_mut(&browser) else { return [0; 2] };
        let unsent = self.effects.has_state(browser, "table") || is_behind();
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
        if let Some(connected) = self.connected.get_mut(&browser) {
            connected.told = Default::default();
        }
    }

    /// Returns the roles of the browsers that take part in fair deals.
    pub fn fair_roles(&self) -> impl Iterator<Item = Role> {
        self.connected.values().filter(|connected| connected.fair).map(|connected| connected.role)
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
        self.connected.get(&browser).is_some_and(|connected| connected.owner)
    }

    /// Returns the browsers for whose role `fits` returns true.
    pub fn with_role(&self, fits: impl Fn(Role) -> bool) -> Vec<u64> {
        self.connected.iter().filter(|(_, connected)| fits(connected.role)).map(|(browser, _)| *browser).collect()
    }

    pub fn all(&self) -> Vec<u64> {
        self.with_role(|_| true)
    }

    /// Moves the browsers of players who change seats.
    pub fn rearrange(&mut self, change: &Permutation) {
        for connected in self.connected.values_mut() {
            if let Role::Seat(seat) = &mut connected.role {
                *seat = change.new_seat(*seat);
            }
        }
    }

    /// Sends a message.
    pub fn send(&self, browser: u64, message: &Message) {
        self.send_text(browser, message.kind(), message.text());
    }

    /// Sends a message to all browsers.
    pub fn send_to_all(&self, kind: MessageKind, text: &str) {
        self.connected.keys().for_each(|browser| self.send_text(*browser, kind, text.to_string()));
    }

    /// Sends a message, which waits as `kind` says.
    pub fn send_text(&self, browser: u64, kind: MessageKind, text: String) {
        if self.connected.contains_key(&browser) {
            self.effects.push(Effect::Send { browser, kind, text });
        }
    }

    /// Removes the unsent states of this name to all browsers.
    pub fn withdraw(&self, state: &'static str) {
        let withdraw = |browser: &u64| self.effects.push(Effect::Withdraw { browser: *browser, state });
        self.connected.keys().for_each(withdraw);
    }

    /// Sends the error with which the request `about` failed.
    pub fn send_error(&self, browser: u64, about: &str, error: &RequestError) {
        self.send(browser, &Message::failed(about, error));
    }

    pub fn notify(&self, browser: u64, notice: &Notice) {
        self.send(browser, &Message::Notice(notice));
    }

    pub fn notify_all(&self, notice: &Notice) {
        self.send_to_all(MessageKind::Answer, &Message::Notice(notice).text());
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
        (0..).zip(roles).for_each(|(browser, role)| browsers.add(browser, role, [false; 2], Box::new(|| false)));
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
