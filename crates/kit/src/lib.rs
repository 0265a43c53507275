//! Turns the rules of a board game into an engine.

pub mod bench;
pub mod book;
pub mod chance;
pub mod demo;
mod events;
pub mod front_end;
pub mod game;
pub mod interchange;
pub mod key_history;
pub mod laws;
mod local_game;
pub mod openings;
pub mod options;
pub mod output;
mod payoffs;
pub mod perft;
mod picture;
pub mod play;
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
pub mod text;

// Trait signatures contain types from these crates. With the re-exports, a game crate needs neither of them.
pub use base::rng;
pub use run::{run, run_with};
pub use ugi;
