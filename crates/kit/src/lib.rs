//! What turns a game into an engine: the traits of a game and its texts, searches, options, the session of an open game,
//! the loop that serves a client, and the command line.
//!
//! A game implements [`State`](game::State) (moves and endings), [`Game`](game::Game) (seats, points and hidden information;
//! all of it has defaults), [`Notation`](notation::Notation) (the start and the texts), [`Render`](notation::Render) (cells and
//! pieces) and [`GameEntry`](entry::GameEntry) (its name and its strongest player), and for alpha-beta search
//! [`Evaluate`](search::Evaluate); [`run()`] makes an engine of it. `examples/connect_four.rs` is one. Games with chance
//! implement [`Chance`](chance::Chance) too.

pub mod bench;
pub mod book;
pub mod chance;
pub mod demo;
pub mod front_end;
pub mod entry;
pub mod events;
pub mod game;
pub mod notation;
pub mod openings;
pub mod options;
pub mod output;
pub mod key_history;
pub mod perft;
mod picture;
pub mod play;
pub mod plies;
pub mod interchange;
pub mod preferences;
pub mod registry;
mod run;
pub mod search;
pub mod serve;
pub mod session;
pub mod settings;
pub mod text;

// The types of the traits: a game needs no other package for them.
pub use base::rng;
pub use run::{run, run_with};
