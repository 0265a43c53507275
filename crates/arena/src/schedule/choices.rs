//! Combinations of participants.

/// Appends to `found` all combinations of `count` participants that begin with `chosen`, each in ascending order. With
/// `repeat`, a participant may occur more than once in a combination.
pub(super) fn choose(
    participants: usize,
    count: usize,
    repeat: bool,
    chosen: &mut Vec<usize>,
    found: &mut Vec<Vec<usize>>,
) {
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
