//! Combinations of participants.

/// Returns all combinations of `count` participants, each in ascending order. With `repeat`, a participant may occur
/// more than once in a combination.
pub(super) fn combinations(participants: usize, count: usize, repeat: bool) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    choose(participants, count, repeat, &mut Vec::new(), &mut found);
    found
}

/// Appends to `found` the combinations that begin with `chosen`.
fn choose(participants: usize, count: usize, repeat: bool, chosen: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    if chosen.len() == count {
        found.push(chosen.clone());
        return;
    }
    let first = chosen.last().map_or(0, |&last| if repeat { last } else { last + 1 });
    for participant in first..participants {
        chosen.push(participant);
        choose(participants, count, repeat, chosen, found);
        chosen.pop();
    }
}
