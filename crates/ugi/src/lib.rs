#![doc = include_str!("../README.md")]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod board;
mod client;
mod command;
mod error;
pub mod facts;
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
mod words;

pub use client::{
    Client, ClientError, DEFAULT_TIMEOUT, FILES, JSON_FORMAT, QueryAnswer, QueryAnswers, SearchOutcome,
    position_queries,
};
pub use command::{Command, Query};
pub use error::{ErrorCode, ProtocolError};
pub use go::Go;
pub use history::{History, is_event, is_reserved, is_verdict, may_be_move, position_text};
pub use info::Info;
pub use option::{OptionKind, OptionLine};
pub use pipe::{LONGEST_LINE, LastLines, Pipe, PipeError};
pub use position::{Base, Position};
pub use reply::{NO_MOVE, Reply};
pub use score::{Bound, Score};
pub use seats::{GameResult, Seat, Teams, Turn, Viewer, WordError};
pub use threads::ThreadPipe;
pub use words::{is_blank, words};
