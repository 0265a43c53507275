//! What turns a game into an engine: the traits of a game and its texts, searches, options, the session of an open game,
//! the loop that serves a client, and the command line.

pub mod bench;
pub mod book;
pub mod demo;
pub mod dialect;
pub mod entry;
pub mod game;
pub mod notation;
pub mod openings;
pub mod options;
pub mod past;
pub mod perft;
pub mod play;
pub mod plies;
pub mod portable;
pub mod preferences;
pub mod registry;
mod run;
pub mod search;
pub mod serve;
pub mod session;
pub mod settings;

pub use run::{run, run_with};
