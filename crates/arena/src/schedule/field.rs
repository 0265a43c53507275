//! Who meets whom in tournaments whose pairings do not depend on results. Knows no results.

use super::fixture::Pairing;
use crate::model::{FormatKind, Plan};

/// The pairings of a round robin or a gauntlet, in the order of the plan: an entrant that is appended to the plan
/// changes none of those before.
#[must_use]
pub fn pairings(plan: &Plan, sides: usize) -> Vec<Pairing> {
    let entrants = plan.entrants.len();
    let mut found = Vec::new();
    choose(entrants, sides, entrants < sides, &mut Vec::new(), &mut found);
    if entrants < sides {
        // Too few to fill all sides: some play for several, nobody stands aside.
        found.retain(|pairing: &Pairing| (0..entrants).all(|entrant| pairing.contains(&entrant)));
    }
    if plan.format.kind == FormatKind::Gauntlet {
        // Challengers do not meet each other.
        let challengers =
            |pairing: &Pairing| pairing.iter().filter(|&&entrant| entrant < plan.format.challengers).count();
        found.retain(|pairing| challengers(pairing) == 1);
    }
    // Those with the last entrants go last.
    found.sort_by_key(|pairing| pairing.iter().copied().max());
    found
}

/// All increasing choices of `sides` out of `entrants`, with repetitions where `again`.
fn choose(entrants: usize, sides: usize, again: bool, chosen: &mut Pairing, found: &mut Vec<Pairing>) {
    if chosen.len() == sides {
        found.push(chosen.clone());
        return;
    }
    let first = chosen.last().map_or(0, |&last| if again { last } else { last + 1 });
    for entrant in first..entrants {
        chosen.push(entrant);
        choose(entrants, sides, again, chosen, found);
        chosen.pop();
    }
}
