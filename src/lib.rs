//! speltafel: one engine for five board games behind one line protocol. This package is the list of games, the games
//! themselves and what programs of English draughts exchange with each other.

pub mod draughts;
pub mod games;
pub mod registry;
