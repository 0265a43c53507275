//! The line protocol of speltafel, a superset of UGI (Universal Game Interface). `protocol.md` in the repository
//! specifies it.
//!
//! [`Command`] is a line from a client and [`Reply`] a line from an engine; both can be parsed and printed.
//! [`Client`] starts an engine, sends queries and runs searches:
//!
//! ```no_run
//! use std::process::Command;
//! use speltafel_ugi::{Client, Go, Query};
//!
//! # fn main() -> anyhow::Result<()> {
//! let mut engine = Client::start(&mut Command::new("speltafel"))?;
//! engine.set_option("Game", "jeex")?;
//! engine.send("position startpos")?;
//! let legal = engine.ask(Query::Legal)?;
//! let outcome = engine.go(&Go::default().with_nodes(1000))?;
//! assert!(legal.contains(&outcome.best));
//! # Ok(())
//! # }
//! ```
//!
//! Without a client, [`Reply::parse`] parses the lines of an engine, and [`Command::parse`] parses the lines that an
//! engine receives:
//!
//! ```
//! use speltafel_ugi::{Command, Query, Reply};
//!
//! assert_eq!(Command::parse("query legal")?, Some(Command::Query(Query::Legal)));
//! assert_eq!(Reply::parse("response 11-15 11-16"), Reply::Response("11-15 11-16".to_string()));
//! # Ok::<(), speltafel_ugi::ProtocolError>(())
//! ```
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod board;
mod client;
mod command;
mod error;
mod go;
mod history;
mod info;
mod option;
mod parse;
mod pipe;
mod position;
mod remarks;
mod reply;
mod score;
mod seats;
mod threads;
mod transcript;
mod words;

pub use client::{
    Client, ClientError, DEFAULT_TIMEOUT, FILES, QueryAnswer, QueryAnswers, SearchOutcome, position_queries,
};
pub use command::{Command, Query};
pub use error::{ErrorCode, ProtocolError};
pub use go::Go;
pub use history::{History, position_text};
pub use info::Info;
pub use option::{OptionKind, OptionLine};
pub use pipe::{LastLines, Pipe, PipeError};
pub use position::{Base, Position};
pub use reply::{NO_MOVE, Reply};
pub use score::{Bound, Score};
pub use seats::{GameResult, Seat, Teams, Turn, Viewer, WordError};
pub use threads::ThreadPipe;
pub use transcript::Transcript;
pub use words::{is_blank, words};

/// Maximum length of a line in bytes. An engine drops a longer line. A client reports it as [`PipeError::Flood`].
pub const LONGEST_LINE: usize = 16 << 20;
