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

/// Returns the number of matches if no stop rule ends the tournament, without listing them: the pairings of all rounds,
/// or of the whole tournament if it has no rounds.
pub fn count_matches(plan: &Plan, sides: usize) -> u128 {
    let [all, seats, challengers] =
        [plan.participants.len(), plan.format.players(sides), plan.format.challengers].map(|count| count as u128);
    match plan.format.kind {
        FormatKind::Knockout => all.saturating_sub(1) + u128::from(plan.has_match_for_third()),
        FormatKind::Swiss => u128::from(plan.format.rounds) * (all / 2),
        _ if all < seats && plan.format.teams.is_some() => 0,
        // Everybody plays, so the choice is who plays the seats that are left.
        FormatKind::RoundRobin if all < seats => combinations(seats - 1, all.saturating_sub(1)),
        FormatKind::Gauntlet if all < seats && challengers == 1 => combinations(seats - 2, all.saturating_sub(2)),
        FormatKind::Gauntlet if all < seats => 0,
        FormatKind::RoundRobin => combinations(all, seats),
        FormatKind::Gauntlet => challengers.saturating_mul(combinations(all.saturating_sub(challengers), seats - 1)),
    }
}

/// Returns the number of games if no stop rule ends the tournament.
pub fn count_games(plan: &Plan, sides: usize) -> u128 {
    count_matches(plan, sides).saturating_mul(plan.format.games.into())
}

/// Returns the number of combinations of `count` out of `pool`.
fn combinations(pool: u128, count: u128) -> u128 {
    (0..count).fold(1, |product: u128, taken| product.saturating_mul(pool.saturating_sub(taken)) / (taken + 1))
}
