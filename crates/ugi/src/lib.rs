//! The line protocol of speltafel, a superset of UGI (Universal Game Interface), in both directions: the commands of a
//! client and the answers of an engine as types that print and parse, and a client that drives an engine process.

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
