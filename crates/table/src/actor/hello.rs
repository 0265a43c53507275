//! The first words to a browser: what there is to choose, who it is, and the links of the seats. Knows no game.

use super::Actor;
use super::message::message;
use crate::address::Role;
use crate::outbox::Kind;
use serde_json::{Value, json};

impl Actor {
    /// Tells a browser who it is and what there is to choose.
    pub(super) fn send_hello(&self, browser: u64) {
        let Some(role) = self.browsers.get(&browser).map(|browser| browser.role) else { return };
        let you = match role {
            Role::Host => json!({ "role": "host", "seat": null }),
            Role::Seat(seat) => json!({ "role": "seat", "seat": seat }),
            Role::Watch => json!({ "role": "watch", "seat": null }),
        };
        let engines: Vec<Value> =
            self.setup.engines.iter().map(|(name, _)| json!({ "name": name, "id": self.ids.get(name) })).collect();
        let mut hello = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "you": you,
            "games": self.catalogue.games,
            "engines": engines,
            "records": !self.setup.results.is_empty(),
        });
        if role == Role::Host {
            hello["links"] = self.links();
        }
        self.send(browser, Kind::State("hello"), message("hello", &hello));
    }

    /// Tells a browser which game is on the table.
    pub(super) fn send_game(&self, browser: u64) {
        let game = json!({
            "game": self.game.name(),
            "cells": self.game.cells,
            "hidden": self.game.hidden,
            "seats": self.seats.len(),
        });
        self.send(browser, Kind::State("game"), message("game", &game));
    }

    /// What the host can give to others.
    fn links(&self) -> Value {
        // Without random numbers there are no links to share; the host plays on.
        let link = |role| self.addresses.word(role).map(|word| format!("{}/{word}/", self.home)).ok();
        let seats: Vec<Option<String>> =
            (1..=self.seats.len()).map(|seat| link(Role::Seat(self.across(seat)))).collect();
        json!({ "seats": seats, "watch": link(Role::Watch) })
    }
}
