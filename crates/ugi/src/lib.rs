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
//! # Ok::<(), ugi::Fault>(())
//! ```
//!
//! With the feature `process` (unix) there are also engine processes with deadlines, a guard that leaves no process
//! behind, a referee and the conformance check.

pub mod board;
#[cfg(all(unix, feature = "process"))]
pub mod check;
pub mod client;
pub mod command;
pub mod engine_files;
pub mod fault;
pub mod go;
pub mod info;
pub mod locate;
pub mod option;
pub mod parse;
pub mod referee;
pub mod remarks;
pub mod reply;
pub mod score;
pub mod seats;
pub mod transcript;
pub mod dialogue;
pub mod history;
pub mod program;
pub mod record;
pub mod results;
#[cfg(all(unix, feature = "process"))]
pub mod engine;
#[cfg(all(unix, feature = "process"))]
pub mod guard;
#[cfg(all(unix, feature = "process"))]
pub mod judge;
#[cfg(all(unix, feature = "process"))]
pub mod process;
#[cfg(all(unix, feature = "process"))]
pub mod stolen;
pub mod words;

pub use command::{Base, Command, Query};
pub use fault::{Code, Fault};
pub use go::Go;
pub use info::Info;
pub use option::{OptionKind, OptionLine};
pub use reply::Reply;
pub use score::{Bound, Score};
pub use seats::{GameResult, Seat, Turn, Viewer};
pub use transcript::Transcript;

/// A line longer than this many bytes is dropped.
pub const LONGEST_LINE: usize = 16 << 20;
