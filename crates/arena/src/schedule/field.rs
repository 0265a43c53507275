//! Pairings that do not depend on results: round robins and gauntlets.

use super::choices::combinations;
use super::fixture::{Pairing, match_name};
use super::seeds::pairing_seed;
use crate::model::{FormatKind, Plan};

/// Returns the pairings of a round robin or gauntlet, ordered by their last participant in the plan. If there are at
/// least as many participants as sides, appending a participant to the plan only appends pairings. In a mixed tournament,
/// the order is random and depends on the plan's seed.
pub fn pairings(plan: &Plan, sides: usize) -> Vec<Pairing> {
    let participants = plan.participants.len();
    let sides = plan.format.players(sides);
    if plan.format.teams.is_some() && participants < sides {
        return Vec::new();
    }
    let mut found = combinations(participants, sides, participants < sides);
    if participants < sides {
        // With fewer participants than sides, some participants play several sides, and all participants play in each
        // game.
        found.retain(|pairing: &Pairing| (0..participants).all(|participant| pairing.contains(&participant)));
    }
    if plan.format.kind == FormatKind::Gauntlet {
        // Challengers play all other participants, but not each other.
        let challengers =
            |pairing: &Pairing| pairing.iter().filter(|&&participant| participant < plan.format.challengers).count();
        found.retain(|pairing| challengers(pairing) == 1);
    }
    if plan.format.teams.is_some() {
        found.sort_by_cached_key(|pairing| pairing_seed(plan, &match_name(plan, pairing, None)));
    } else {
        // Pairings with an appended participant come after all earlier pairings.
        found.sort_by_key(|pairing| pairing.iter().copied().max());
    }
    found
}
