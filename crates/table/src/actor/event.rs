//! The events that the actor handles.

use crate::address::Role;
use crate::outbox::Outbox;
use crate::permits::Permit;
use crate::records::RecordsEvent;
use crate::review::Review;
use crate::worker::WorkerReport;
use anyhow::Result;
use axum::extract::ws::Utf8Bytes;
use std::sync::Arc;
use tokio::sync::oneshot;

/// An event from a browser, an engine or a background thread.
pub enum ActorEvent {
    /// A browser has connected.
    Joined {
        /// The number of the browser.
        browser: u64,
        /// The role that the browser's address gives.
        role: Role,
        /// The browser's outgoing messages.
        outbox: Arc<Outbox>,
    },
    /// A browser has disconnected.
    Left {
        /// The number of the browser.
        browser: u64,
        /// The browser's role.
        role: Role,
        /// Releases the connection when the event is dropped.
        _permit: Permit,
    },
    /// A request from a browser.
    Request {
        /// The number of the browser.
        browser: u64,
        /// The browser's role.
        role: Role,
        /// The request.
        text: Utf8Bytes,
        /// Releases the request's place in the queue when the event is dropped.
        _place: Permit,
    },
    /// A request for a rule page.
    RulesRequest {
        /// The name of the game.
        game: String,
        /// `en` or `nl`.
        language: String,
        /// Receives the Markdown.
        answer: oneshot::Sender<Option<String>>,
    },
    /// A report from an engine.
    Engine(WorkerReport),
    /// A review has progressed or failed.
    Reviewed {
        /// The number of the review.
        job: u64,
        /// The findings so far.
        found: Result<Review>,
    },
    /// An event about recorded games.
    Records(RecordsEvent),
}
