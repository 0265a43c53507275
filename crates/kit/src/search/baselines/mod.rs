//! The yardsticks: four simple players that are frozen once landed, so that later versions of the strong player can be
//! measured against them for ever. Generic over any game; only ever repaired, never improved.

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
