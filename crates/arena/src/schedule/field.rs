//! Pairings that do not depend on results: round robins and gauntlets.

use super::choices::combinations;
use super::fixture::{Pairing, match_name};
use super::seeds::pairing_seed;
use crate::model::{FormatKind, Plan};

/// Returns the pairings of a round robin or gauntlet, ordered by their last participant in the plan. If there are at
/// least as many participants as sides, appending a participant to the plan only appends pairings. In a mixed
/// tournament, the order is random and depends on the plan's seed.
pub fn pairings(plan: &Plan, sides: usize) -> Vec<Pairing> {
    let participants = plan.participants.len();
    let sides = plan.format.players(sides);
    if plan.format.teams.is_some() && participants < sides {
        return Vec::new();
    }
    let repeat = participants < sides;
    let mut found = match plan.format.kind {
        FormatKind::Gauntlet => challenges(participants, plan.format.challengers, sides, repeat),
        _ => combinations(participants, sides, repeat),
    };
    if repeat {
        // With fewer participants than sides, some participants play several sides, and all participants play in each
        // game.
        found.retain(|pairing: &Pairing| (0..participants).all(|participant| pairing.contains(&participant)));
    }
    if plan.format.teams.is_some() {
        found.sort_by_cached_key(|pairing| pairing_seed(plan, &match_name(plan, pairing, None)));
    } else {
        // Pairings with an appended participant come after all earlier pairings.
        found.sort_by_key(|pairing| pairing.iter().copied().max());
    }
    found
}

/// Returns the pairings of a gauntlet: each challenger with all combinations of participants that are no challengers.
fn challenges(participants: usize, challengers: usize, sides: usize, repeat: bool) -> Vec<Pairing> {
    let others = combinations(participants.saturating_sub(challengers), sides - 1, repeat);
    let of_challenger = |challenger: usize| {
        let pairing = move |others: &Pairing| {
            [challenger].into_iter().chain(others.iter().map(|other| challengers + other)).collect()
        };
        others.iter().map(pairing)
    };
    (0..challengers).flat_map(of_challenger).collect()
}
