#![doc = include_str!("../README.md")]

pub mod about;
pub(crate) mod bench;
pub mod book;
pub mod chance;
pub(crate) mod demo;
pub mod environment;
pub mod error;
mod events;
mod facts;
pub mod front_end;
pub mod game;
pub mod interchange;
mod json;
pub mod key_history;
pub mod laws;
mod local_game;
pub mod numbers;
pub(crate) mod openings;
pub mod options;
pub mod output;
mod payoffs;
pub mod perft;
mod picture;
pub(crate) mod play;
pub mod plies;
pub mod preferences;
pub mod prelude;
pub mod registry;
mod run;
pub mod search;
pub mod search_thread;
pub mod serve;
pub mod session;
pub mod settings;
pub mod state;
mod steps;
pub mod text;
mod verdict;
mod watch;

// Trait signatures contain types from these crates. With the re-exports, a game crate needs neither of them.
pub use base::rng;
pub use run::run;
#[cfg(feature = "subcommands")]
pub use run::run_with;
pub use ugi;
