//! The events that the actor handles.

use crate::outbox::Outbox;
use crate::records::RecordsEvent;
use axum::extract::ws::Utf8Bytes;
use room::{ArchiveError, EngineReport, MessageKind, Pass, Permit, RequestError, Review, Role, TableSummary};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, oneshot};

/// An event from a browser, an engine or a background thread.
pub enum ActorEvent {
    /// A browser has connected.
    Joined {
        browser: u64,
        role: Role,
        /// With what the browser was let in.
        pass: Pass,
        /// Whether the browser takes part in fair deals.
        fair: bool,
        /// The browser's outgoing messages.
        outbox: Arc<Outbox>,
    },
    /// A browser has disconnected.
    Left {
        browser: u64,
        role: Role,
        /// The permit of the connection, which is released when the event is dropped.
        _permit: Permit,
    },
    /// A request from a browser.
    Request {
        browser: u64,
        role: Role,
        text: Utf8Bytes,
        /// The permit of the queued request, which is released when the event is dropped.
        _place: OwnedSemaphorePermit,
    },
    /// The owner asks what is played at the table.
    Describe(oneshot::Sender<TableSummary>),
    /// The owner deletes the table. The answer is sent when it is deleted on the disk, or if that fails.
    End(oneshot::Sender<Result<(), ArchiveError>>),
    /// The addresses of the server have changed.
    LinksChanged,
    /// A report from an engine.
    Engine(EngineReport),
    /// A review has progressed; `None` if it has failed.
    Reviewed {
        /// The number of the review.
        job: u64,
        /// The findings so far.
        found: Option<Review>,
    },
    /// A game of the library that a browser has requested.
    Kept {
        /// The browser that asked.
        browser: u64,
        /// The name of the request.
        about: &'static str,
        kind: MessageKind,
        /// The message, or the error.
        outcome: Result<String, RequestError>,
    },
    /// An event about recorded games.
    Records(RecordsEvent),
}
