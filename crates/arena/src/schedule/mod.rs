//! The schedule of a tournament: its games, their order, ids and seeds. The schedule is determined by the plan and, if
//! pairings depend on results, by the results of earlier rounds.

pub mod field;
pub mod fixture;
mod knockout;
mod played;
mod seeds;
mod swiss;
#[cfg(test)]
pub(super) mod tests;

pub use field::pairings;
use fixture::blocks;
pub use fixture::{Fixture, KnownFixtures, Pairing};
pub use seeds::{deal_seed, engine_seed, opening_seed, order_seed};

use crate::model::{FormatKind, Plan};
use played::PlayedGames;
use runner::record::Record;

/// Returns all games that follow from the plan and from the `results` so far. `sides` is the number of sides in the
/// game. Additional results only append games to the list. Results of games that are not in the plan are ignored.
pub fn known_fixtures(plan: &Plan, sides: usize, results: &[Record]) -> KnownFixtures {
    match plan.format.kind {
        FormatKind::RoundRobin | FormatKind::Gauntlet => {
            let length = plan.format.games.div_ceil(plan.format.games_per_block(sides).max(1) as u64);
            KnownFixtures {
                fixtures: blocks(plan, &pairings(plan, sides), None, 0, 0..length),
                ..KnownFixtures::default()
            }
        }
        FormatKind::Knockout => knockout::known_fixtures(plan, &PlayedGames::new(results)),
        FormatKind::Swiss => swiss::known_fixtures(plan, &PlayedGames::new(results)),
    }
}
