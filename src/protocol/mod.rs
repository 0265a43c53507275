//! The line protocol: text ↔ typed messages, with nom. Knows no game and no thread.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod command;
pub mod fault;
pub mod go;
pub mod parse;
pub mod remarks;
pub mod reply;
pub mod told;
pub mod words;

pub use command::{Base, Command, Query};
pub use fault::{Code, Fault};
pub use go::Go;
pub use reply::{Info, Reply};
pub use told::Told;

/// A line longer than this many bytes is dropped.
pub const LONGEST_LINE: usize = 16 << 20;
