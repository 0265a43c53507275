//! The current game: its master history, deals and clocks, and the view of each seat. The referee applies the rules.

mod event_seeds;
mod master;
mod game_setup;
mod questions;
mod resolve;

pub use event_seeds::EventSeeds;
pub use game_setup::GameSetup;
pub use master::{TableGame, Viewer};
