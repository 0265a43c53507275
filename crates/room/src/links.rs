//! The links that the host gives to others, their QR codes, and new links in place of lost ones.

use super::room::Room;
use crate::keys::Key;
use crate::message::Message;
use crate::notice::Notice;
use crate::refusal::{Refusal, RequestError};
use crate::role::Role;
use anyhow::Context;
use qrcode::{Color, QrCode};
use std::fmt::Write;

/// The maximum length of a link in bytes.
const LONGEST_LINK: usize = 300;

impl Room {
    /// Sends all hosts their links.
    pub(crate) fn show_links(&self) {
        self.browsers.with_role(|role| role == Role::Host).into_iter().for_each(|browser| self.send_links(browser));
    }

    /// Sends a browser the links if it is the host's.
    pub(crate) fn send_links(&self, browser: u64) {
        if !self.browsers.is_host(browser) {
            return;
        }
        // If the system's random number generator fails, links are missing, but the host can still play.
        let key = |role| self.keys.key(role).ok();
        let link = |key: Key| key.secrets.link();
        let owner = self.browsers.is_owner(browser);
        let links = Message::Links {
            homes: &self.homes,
            seats: self.seating.seats().map(|seat| key(Role::Seat(self.seating.link_of(seat))).map(link)).collect(),
            watch: key(Role::Watch).map(link),
            host: key(Role::Host).filter(|key| owner && key.anywhere).map(link),
            owner,
        };
        self.browsers.send(browser, &links);
    }

    /// Gives a role a new link, and disconnects the browsers that used the old one.
    pub(crate) fn renew(&mut self, browser: u64, role: Role) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        Refusal::NotOwner.reject_if(role == Role::Host && !self.browsers.is_owner(browser))?;
        let key = match role {
            Role::Seat(seat) => {
                self.seating.require(seat)?;
                Role::Seat(self.seating.link_of(seat))
            }
            role => role,
        };
        self.keys.renew(key)?;
        if let Role::Seat(seat) = role {
            self.seating.forget_name(seat);
        }
        let mut ended = self.browsers.with_role(|other| other == role);
        ended.retain(|other| !self.browsers.is_owner(*other));
        for other in ended {
            self.browsers.notify(other, &Notice::LinkEnded);
            self.on_browser_left(other);
        }
        self.show_links();
        self.show_all();
        Ok(())
    }

    /// Makes a link for the host that works on other devices.
    pub(crate) fn invite_host(&self, browser: u64) -> Result<(), RequestError> {
        Refusal::NotOwner.reject_if(!self.browsers.is_owner(browser))?;
        self.keys.allow_anywhere(Role::Host)?;
        self.show_links();
        Ok(())
    }

    /// Sends the host the QR code of a link.
    pub(crate) fn draw_code(&self, browser: u64, text: String) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        Refusal::BadMessage.reject_if(text.len() > LONGEST_LINK)?;
        let code = QrCode::new(&text).context("no QR code")?;
        let (size, path) = (code.width(), dark_modules(&code.to_colors(), code.width()));
        self.browsers.send(browser, &Message::Code { text, size, path });
        Ok(())
    }
}

/// Returns an SVG path around the dark modules of a code with `size` modules in a row.
fn dark_modules(modules: &[Color], size: usize) -> String {
    let mut path = String::new();
    for (y, row) in modules.chunks(size).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|one, other| one == other) {
            if run.first() == Some(&Color::Dark) {
                let length = run.len();
                let _ = write!(path, "M{x} {y}h{length}v1h-{length}z");
            }
            x += run.len();
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dark_modules_are_drawn_in_runs() {
        let modules: Vec<Color> =
            "##..#.#.#".chars().map(|sign| if sign == '#' { Color::Dark } else { Color::Light }).collect();
        assert_eq!(dark_modules(&modules, 3), "M0 0h2v1h-2zM1 1h1v1h-1zM0 2h1v1h-1zM2 2h1v1h-1z");
    }
}
