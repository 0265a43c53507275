//! The engine speltafel as a library: the games, their registry, and interchange with other programs for English
//! draughts.

pub mod draughts;
pub mod games;
pub mod registry;
