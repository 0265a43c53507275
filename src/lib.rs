//! The speltafel engine as a library: the games, their registry, and the file formats and protocols of other English
//! draughts programs.

pub mod draughts;
pub mod games;
pub mod registry;
