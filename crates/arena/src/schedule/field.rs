//! Pairings that do not depend on results: round robins and gauntlets.

use super::fixture::Pairing;
use crate::model::{FormatKind, Plan};

/// Returns the pairings of a round robin or gauntlet, ordered by their last participant in the plan. If there are at
/// least as many participants as sides, appending a participant to the plan only appends pairings.
pub fn pairings(plan: &Plan, sides: usize) -> Vec<Pairing> {
    let participants = plan.participants.len();
    let mut found = Vec::new();
    choose(participants, sides, participants < sides, &mut Vec::new(), &mut found);
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
    // Pairings with an appended participant come after all earlier pairings.
    found.sort_by_key(|pairing| pairing.iter().copied().max());
    found
}

/// Appends to `found` all combinations of `sides` participants that begin with `chosen`, each in ascending order. With
/// `repeat`, a participant may occur more than once in a combination.
fn choose(participants: usize, sides: usize, repeat: bool, chosen: &mut Pairing, found: &mut Vec<Pairing>) {
    if chosen.len() == sides {
        found.push(chosen.clone());
        return;
    }
    let first = chosen.last().map_or(0, |&last| if repeat { last } else { last + 1 });
    for participant in first..participants {
        chosen.push(participant);
        choose(participants, sides, repeat, chosen, found);
        chosen.pop();
    }
}
