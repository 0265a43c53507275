//! What the host can give to others: the address of each seat and that of spectators.

use super::seating::Seating;
use crate::address::{Addresses, Role};
use serde_json::{Value, json};
use std::sync::Arc;

/// The addresses of the table.
pub struct Links {
    addresses: Arc<Addresses>,
    /// `http://HOST:PORT`.
    home: String,
}

impl Links {
    /// Links to a table at `home`.
    pub const fn new(addresses: Arc<Addresses>, home: String) -> Self {
        Self { addresses, home }
    }

    /// As in the message `hello`.
    pub fn to_json(&self, seating: &Seating) -> Value {
        // Without random numbers there are no links to share; the host plays on.
        let link = |role| self.addresses.secret_for(role).map(|word| format!("{}/{word}/", self.home)).ok();
        let seats: Vec<Option<String>> =
            (1..=seating.len()).map(|seat| link(Role::Seat(seating.swapped_number(seat)))).collect();
        json!({ "seats": seats, "watch": link(Role::Watch) })
    }
}
