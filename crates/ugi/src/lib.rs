//! The line protocol of speltafel, a superset of UGI (Universal Game Interface). `protocol.md` in the repository
//! specifies it.
//!
//! [`Command`] is a line from a client and [`Reply`] a line from an engine; both can be parsed and printed.
//! [`Client`](client::Client) starts an engine, sends queries and runs searches:
//!
//! ```no_run
//! use std::process::Command;
//! use speltafel_ugi::client::Client;
//! use speltafel_ugi::{Go, Query};
//!
//! # fn main() -> anyhow::Result<()> {
//! let mut engine = Client::start(&mut Command::new("speltafel"))?;
//! engine.set_option("Game", "jeex")?;
//! engine.send("position startpos")?;
//! let legal = engine.ask(Query::Legal)?;
//! let outcome = engine.go(&Go { nodes: Some(1000), ..Go::default() })?;
//! assert!(legal.contains(&outcome.best));
//! # Ok(())
//! # }
//! ```
//!
//! Without a client, [`Reply::read`] parses the lines of an engine, and [`parse::parse`] parses the lines that an
//! engine receives:
//!
//! ```
//! use speltafel_ugi::{Command, Query, Reply, parse::parse};
//!
//! assert_eq!(parse("query legal")?, Some(Command::Query(Query::Legal)));
//! assert_eq!(Reply::read("response 11-15 11-16"), Reply::Response("11-15 11-16".to_string()));
//! # Ok::<(), speltafel_ugi::ProtocolError>(())
//! ```
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod board;
pub mod client;
pub mod command;
pub mod error;
pub mod go;
pub mod history;
pub mod info;
pub mod option;
pub mod parse;
pub mod pipe;
pub mod position;
pub mod remarks;
pub mod reply;
pub mod score;
pub mod seats;
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

/// Maximum length of a line in bytes. An engine drops a longer line. A client reports it as [`pipe::PipeError::Flood`].
pub const LONGEST_LINE: usize = 16 << 20;
