//! speltafel: one engine for five board games behind one line protocol. This file is the list of modules.
//! Data goes one way: line → message → session → game or search → message → line.

#[cfg(unix)]
pub mod arena;
pub mod bars;
pub mod bench;
pub mod book;
pub mod demo;
pub mod dialect;
pub mod draughts;
pub mod entry;
pub mod game;
pub mod games;
pub mod notation;
pub mod openings;
pub mod options;
pub mod past;
pub mod perft;
pub mod play;
pub mod plies;
pub mod preferences;
pub mod registry;
pub mod search;
pub mod serve;
pub mod session;
pub mod settings;
#[cfg(unix)]
pub mod table;
pub mod transcript;
