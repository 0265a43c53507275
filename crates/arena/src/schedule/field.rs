//! Who meets whom in tournaments whose pairings do not depend on results. Knows no results.

use super::fixture::Pairing;
use crate::model::{FormatKind, Plan};

/// The pairings of a round robin or a gauntlet, in the order of the plan: a participant that is appended to the plan
/// changes none of those before.
#[must_use]
pub fn pairings(plan: &Plan, sides: usize) -> Vec<Pairing> {
    let participants = plan.participants.len();
    let mut found = Vec::new();
    choose(participants, sides, participants < sides, &mut Vec::new(), &mut found);
    if participants < sides {
        // Too few to fill all sides: some play for several, nobody stands aside.
        found.retain(|pairing: &Pairing| (0..participants).all(|participant| pairing.contains(&participant)));
    }
    if plan.format.kind == FormatKind::Gauntlet {
        // Challengers do not meet each other.
        let challengers =
            |pairing: &Pairing| pairing.iter().filter(|&&participant| participant < plan.format.challengers).count();
        found.retain(|pairing| challengers(pairing) == 1);
    }
    // Those with the last participants go last.
    found.sort_by_key(|pairing| pairing.iter().copied().max());
    found
}

/// All increasing choices of `sides` out of `participants`, with repetitions where `again`.
fn choose(participants: usize, sides: usize, again: bool, chosen: &mut Pairing, found: &mut Vec<Pairing>) {
    if chosen.len() == sides {
        found.push(chosen.clone());
        return;
    }
    let first = chosen.last().map_or(0, |&last| if again { last } else { last + 1 });
    for participant in first..participants {
        chosen.push(participant);
        choose(participants, sides, again, chosen, found);
        chosen.pop();
    }
}
