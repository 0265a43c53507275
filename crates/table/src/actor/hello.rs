//! The messages `hello` and `game`, which a browser gets when it connects and when another game begins.

use super::message::message;
use super::router::Actor;
use crate::address::Role;
use crate::outbox::MessageKind;
use serde_json::json;

impl Actor {
    /// Sends a browser its role, the games and engines that can be selected, and the name, board and seats of the
    /// current game. The host also gets the links.
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
