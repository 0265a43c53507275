//! The links that the host gives to others: one for each seat and one for spectators.

use super::seating::Seating;
use crate::address::{Addresses, Role};
use serde::Serialize;
use std::sync::Arc;

/// The addresses of the table.
pub struct Links {
    addresses: Arc<Addresses>,
    /// `http://HOST:PORT`.
    home: String,
}

/// The links in the message `hello`.
#[derive(Serialize)]
pub struct LinksMessage {
    /// The link of each seat.
    seats: Vec<Option<String>>,
    watch: Option<String>,
}

impl Links {
    /// Creates the links to a table at `home`.
    pub const fn new(addresses: Arc<Addresses>, home: String) -> Self {
        Self { addresses, home }
    }

    /// Returns the links for the message `hello`.
    pub fn message(&self, seating: &Seating) -> LinksMessage {
        // If the system's random number generator fails, links are missing, but the host can still play.
        let link = |role| self.addresses.secret_for(role).map(|word| format!("{}/{word}/", self.home)).ok();
        let seats = seating.seats().map(|seat| link(Role::Seat(seating.swapped(seat)))).collect();
        LinksMessage { seats, watch: link(Role::Watch) }
    }
}
