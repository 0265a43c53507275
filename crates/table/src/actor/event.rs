//! What the actor is told: by browsers, by engines, by readers of rules.

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

/// What the actor is told.
pub enum ActorEvent {
    /// A browser has come.
    Joined {
        /// Its number.
        browser: u64,
        /// By which address.
        role: Role,
        /// What it is sent.
        outbox: Arc<Outbox>,
    },
    /// A browser has gone.
    Left {
        /// Its number.
        browser: u64,
        /// By which address it came.
        role: Role,
        /// Is free again when this event is dropped.
        _permit: Permit,
    },
    /// A browser asks for something.
    Request {
        /// Its number.
        browser: u64,
        /// By which address it came.
        role: Role,
        /// The request.
        text: Utf8Bytes,
        /// Its place among those that wait, free again when this event is dropped.
        _place: Permit,
    },
    /// Somebody wants to read the rules.
    RulesRequest {
        /// Of this game.
        game: String,
        /// `en` or `nl`.
        language: String,
        /// Where the Markdown goes.
        answer: oneshot::Sender<Option<String>>,
    },
    /// An engine reports.
    Engine(WorkerReport),
    /// A review has come further, or has broken down.
    Reviewed {
        /// The number of the review.
        job: u64,
        /// What it has found.
        found: Result<Review>,
    },
    /// News of recorded games.
    Records(RecordsEvent),
}
