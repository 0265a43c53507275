//! The baseline players: four simple players for any game, against which all versions of the strong player are
//! measured. They are frozen: bugs are fixed, but their play is never improved.

mod common;
mod flat;
mod greedy;
mod random;
mod uct;

#[cfg(test)]
mod tests;

pub use flat::Flat;
pub use greedy::Greedy;
pub use random::Random;
pub use uct::Uct;
