//! Keezen: four seats in two teams, a ring of 64 cells, hidden hands. This file lists the parts of the game and is its
//! entry for the registry.

pub mod board;
pub mod cards;
pub mod moves;
pub mod state;
pub mod text;
mod yardstick;

pub use state::Keezen;
