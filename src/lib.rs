//! The engine speltafel as a library: the list of games, the games themselves, and interchange with other English
//! draughts programs.

pub mod draughts;
pub mod games;
pub mod registry;
