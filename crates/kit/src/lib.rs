//! Turns the rules of a board game into an engine. The crate contains the traits that a game implements, searches,
//! options, the session of an open game, the loop that serves a client, and the command line.
//!
//! A game implements these traits:
//!
//! - [`State`](game::State): legal moves, playing a move, the end of the game;
//! - [`Game`](game::Game): seats, points and hidden information. Every method has a default;
//! - [`Notation`](notation::Notation): the start position, position texts and move tokens;
//! - [`Render`](notation::Render): cells and pieces for a graphical board;
//! - [`GameEntry`](entry::GameEntry): name, options and the strongest player;
//! - [`Evaluate`](search::Evaluate): static evaluation, for alpha-beta search;
//! - [`Sampled`](search::Sampled): a playout policy, for search with hidden information;
//! - [`Chance`](chance::Chance): chance events, for games that have them.
//!
//! An engine's `main` function needs to call nothing but [`run()`]. `examples/connect_four.rs` is a complete engine.
//!
//! The game of most examples in this documentation is Nim. The examples of `State`, `Notation` and `GameEntry` show how
//! a game implements these traits. The other examples with Nim include its code from `doc/nim.rs`.

pub mod bench;
pub mod book;
pub mod chance;
pub mod demo;
pub mod entry;
pub mod events;
pub mod front_end;
pub mod game;
pub mod interchange;
pub mod key_history;
mod local_game;
pub mod notation;
pub mod openings;
pub mod options;
pub mod output;
pub mod perft;
mod picture;
pub mod play;
pub mod plies;
pub mod preferences;
pub mod registry;
mod run;
pub mod search;
pub mod search_thread;
pub mod serve;
pub mod session;
pub mod settings;
pub mod text;

// Trait signatures contain types from this module. With the re-export, a game crate need not depend on `base`.
pub use base::rng;
pub use run::{run, run_with};
