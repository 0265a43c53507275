//! The game on the table: its master history, its deals and clocks, and what each seat may see of it. The referee is
//! asked for everything.

mod event_seeds;
mod master;
mod game_setup;
mod questions;
mod resolve;

pub use event_seeds::EventSeeds;
pub use game_setup::GameSetup;
pub use master::{TableGame, Viewer};
