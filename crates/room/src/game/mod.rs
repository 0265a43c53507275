//! The current game: its master history, deals and clocks, and the view of each seat. The referee applies the rules.

mod automatic_step;
mod dealing;
mod event_seeds;
mod game_setup;
mod judged;
mod master;
mod questions;
mod resolve;
mod saved;
#[cfg(test)]
mod tests;

pub use event_seeds::{DealState, EventSeeds};
pub use game_setup::GameSetup;
pub use judged::Judged;
pub use master::{LONGEST, TableGame};
pub use questions::common_length;
pub use saved::SavedGame;
