//! The line protocol of speltafel, a superset of UGI (Universal Game Interface), in both directions: the commands of a
//! client and the answers of an engine as types that print and parse, and clients that drive an engine process.
//!
//! A client starts an engine, asks it about the rules and lets it think:
//!
//! ```no_run
//! use std::process::Command;
//! use ugi::client::Client;
//! use ugi::{Go, Query};
//!
//! # fn main() -> anyhow::Result<()> {
//! let mut engine = Client::start(&mut Command::new("speltafel"))?;
//! engine.set_option("Game", "jeex")?;
//! engine.send("position startpos")?;
//! let legal = engine.ask(Query::Legal)?;
//! let thought = engine.go(&Go { nodes: Some(1000), ..Go::default() })?;
//! assert!(legal.contains(&thought.best));
//! # Ok(())
//! # }
//! ```
//!
//! Lines that come another way are read by [`Reply::read`] and, on the side of an engine, by [`parse::parse`]:
//!
//! ```
//! use ugi::{Command, Query, Reply, parse::parse};
//!
//! assert_eq!(parse("query legal")?, Some(Command::Query(Query::Legal)));
//! assert_eq!(Reply::read("response 11-15 11-16"), Reply::Response("11-15 11-16".to_string()));
//! # Ok::<(), ugi::ProtocolError>(())
//! ```
//!
//! With the feature `process` (unix) there are also engine processes with deadlines, a guard that leaves no process
//! behind, a referee and the conformance check.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod board;
#[cfg(all(unix, feature = "process"))]
#[allow(clippy::expect_used, clippy::indexing_slicing)]
pub mod check;
pub mod client;
pub mod command;
pub mod dialogue;
#[cfg(all(unix, feature = "process"))]
#[allow(clippy::expect_used, clippy::indexing_slicing)]
pub mod engine;
pub mod error;
pub mod go;
#[cfg(all(unix, feature = "process"))]
pub mod guard;
pub mod history;
pub mod info;
pub mod locate;
pub mod option;
pub mod parse;
pub mod pipe;
pub mod position;
#[cfg(all(unix, feature = "process"))]
#[allow(clippy::expect_used, clippy::indexing_slicing)]
pub mod process;
pub mod program;
pub mod record;
pub mod referee;
pub mod remarks;
pub mod reply;
#[allow(clippy::expect_used, clippy::indexing_slicing)]
pub mod results;
pub mod score;
pub mod seats;
#[cfg(all(unix, feature = "process"))]
pub mod steal_time;
pub mod threads;
pub mod transcript;
pub mod words;

pub use command::{Command, Query};
pub use error::{ErrorCode, ProtocolError};
pub use go::Go;
pub use info::Info;
pub use option::{OptionKind, OptionLine};
pub use position::{Base, Position};
pub use reply::Reply;
pub use score::{Bound, Score};
pub use seats::{GameResult, Seat, Turn, Viewer};
pub use transcript::Transcript;

/// A line longer than this many bytes is dropped.
pub const LONGEST_LINE: usize = 16 << 20;
