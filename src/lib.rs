//! speltafel: one engine for five board games behind one line protocol. This file is the list of modules.
//! Data goes one way: line → message → session → game or search → message → line.

pub mod game;
pub mod games;
pub mod notation;
pub mod options;
pub mod perft;
pub mod protocol;
pub mod rng;
pub mod search;
