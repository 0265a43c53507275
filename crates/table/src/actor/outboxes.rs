//! The outgoing messages of the connected browsers.

use crate::outbox::Outbox;
use room::{Message, MessageKind, RequestError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The outboxes, by browser. Messages to other browsers are dropped.
#[derive(Default)]
pub struct Outboxes(BTreeMap<u64, Arc<Outbox>>);

impl Drop for Outboxes {
    /// Ends all connections.
    fn drop(&mut self) {
        self.0.values().for_each(|outbox| outbox.close());
    }
}

impl Outboxes {
    pub fn add(&mut self, browser: u64, outbox: Arc<Outbox>) {
        self.0.insert(browser, outbox);
    }

    /// Ends the connection to a browser.
    pub fn close(&mut self, browser: u64) {
        if let Some(outbox) = self.0.remove(&browser) {
            outbox.close();
        }
    }

    pub fn send(&self, browser: u64, kind: MessageKind, text: String) {
        if let Some(outbox) = self.0.get(&browser) {
            outbox.put(kind, text);
        }
    }

    /// Sends the error with which the request `about` failed.
    pub fn send_error(&self, browser: u64, about: &str, error: &RequestError) {
        let message = Message::failed(about, error);
        self.send(browser, message.kind(), message.text());
    }

    /// Removes the unsent states of this name.
    pub fn withdraw(&self, browser: u64, state: &'static str) {
        if let Some(outbox) = self.0.get(&browser) {
            outbox.withdraw(MessageKind::State(state));
        }
    }
}
