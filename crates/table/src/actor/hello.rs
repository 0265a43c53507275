//! The first words to a browser: what there is to choose, who it is, and which game is on the table.

use super::message::message;
use super::router::Actor;
use crate::address::Role;
use crate::outbox::MessageKind;
use serde_json::json;

impl Actor {
    /// Tells a browser who it is, what there is to choose, and which game is on the table.
    pub(super) fn send_hello(&self, browser: u64) {
        let Some(role) = self.browsers.role(browser) else { return };
        let you = match role {
            Role::Host => json!({ "role": "host", "seat": null }),
            Role::Seat(seat) => json!({ "role": "seat", "seat": seat }),
            Role::Watch => json!({ "role": "watch", "seat": null }),
        };
        let mut hello = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "you": you,
            "games": self.catalogue.games,
            "engines": self.engines.to_json(),
            "records": self.library.is_open(),
        });
        if role == Role::Host {
            hello["links"] = self.links.to_json(&self.seating);
        }
        self.browsers.send(browser, MessageKind::State("hello"), message("hello", &hello));
        let game = json!({
            "game": self.game.name(),
            "cells": self.game.cells(),
            "hidden": self.game.is_hidden(),
            "seats": self.seating.len(),
        });
        self.browsers.send(browser, MessageKind::State("game"), message("game", &game));
    }
}
