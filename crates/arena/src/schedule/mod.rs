//! The schedule of a tournament: its games, their order, ids and seeds. The schedule is determined by the plan and, if
//! pairings depend on results, by the results of earlier rounds.

mod choices;
pub mod field;
pub mod fixture;
mod knockout;
mod mixed;
mod played;
mod results;
mod seeds;
mod swiss;
#[cfg(test)]
pub(crate) mod tests;

pub use field::pairings;
pub use fixture::{Fixture, KnownFixtures, Pairing, Stage, match_name};
pub use played::PlayedGames;
pub use results::{DecidedBy, MatchResult, Placing, RoundResult, TieBreaks};
pub use seeds::{deal_seed, engine_seed, opening_seed, order_seed, tune_seed};

use crate::model::{FormatKind, Plan};

/// Returns all games that follow from the plan and from the games `played` so far. `sides` is the number of sides in
/// the game. Additional results only append games to the list. Results of games that are not in the plan are ignored.
pub fn known_fixtures(plan: &Plan, sides: usize, played: &PlayedGames) -> KnownFixtures {
    match plan.format.kind {
        FormatKind::RoundRobin | FormatKind::Gauntlet => {
            let blocks = 0..plan.format.blocks(sides);
            let stage = Stage { round: None, pairings: pairings(plan, sides), blocks };
            KnownFixtures { stages: vec![stage], ..KnownFixtures::default() }
        }
        FormatKind::Knockout => knockout::known_fixtures(plan, played),
        FormatKind::Swiss => swiss::known_fixtures(plan, played),
    }
}

/// Returns the number of matches if no stop rule ends the tournament: the pairings of all rounds, or of the whole
/// tournament if it has no rounds.
pub fn count_matches(plan: &Plan, sides: usize) -> u64 {
    let participants = plan.participants.len() as u64;
    match plan.format.kind {
        FormatKind::RoundRobin | FormatKind::Gauntlet => pairings(plan, sides).len() as u64,
        FormatKind::Knockout => participants.saturating_sub(1) + u64::from(plan.has_match_for_third()),
        FormatKind::Swiss => plan.format.rounds * (participants / 2),
    }
}
