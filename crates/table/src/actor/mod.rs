//! The thread of a table. It gives its room one event at a time, and carries out the effects. It waits for the referee
//! and the disk, but never for an engine or a browser.

mod event;
mod event_queue;
mod library;
mod outboxes;
mod reviews;
mod thread;
mod tournaments;

pub use event::ActorEvent;
pub use library::Library;
pub use thread::{Actor, Shared};
