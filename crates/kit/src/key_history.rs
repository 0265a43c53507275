//! The hash keys of a game's positions, for counting repetitions.

use crate::state::{Ending, State};

/// A position in the history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Occurrence {
    key: u64,
    /// Index of the oldest position that can recur: no irreversible move has been played since.
    since: usize,
}

/// The hash keys of a game's positions, from the base (the position before the first move) to the last position. The
/// history is never empty.
///
/// ```
/// use speltafel_kit::key_history::KeyHistory;
///
/// let mut history = KeyHistory::new(7);
/// history.push(8, false);
/// history.push(7, false);
/// assert_eq!(history.occurrences(), 2);
/// history.push(9, true);
/// assert_eq!(history.earlier().len(), 0);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyHistory(Vec<Occurrence>);

impl KeyHistory {
    /// Creates the history of a game without moves; `base` is the key of its only position.
    #[must_use]
    pub fn new(base: u64) -> Self {
        Self(vec![Occurrence { key: base, since: 0 }])
    }

    /// Appends the key of the next position. `irreversible` means that no earlier position can recur.
    pub fn push(&mut self, key: u64, irreversible: bool) {
        let since = if irreversible { self.0.len() } else { self.last().since };
        self.0.push(Occurrence { key, since });
    }

    /// Removes the last position. The base is never removed.
    pub fn pop(&mut self) {
        self.truncate(self.0.len() - 1);
    }

    /// Shortens the history to its first `positions` positions. The base is always kept.
    pub fn truncate(&mut self, positions: usize) {
        self.0.truncate(positions.max(1));
    }

    /// Returns the keys of the earlier positions that can recur, oldest first. The last position is not included.
    pub fn earlier(&self) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator {
        let last = self.0.len() - 1;
        self.0[self.last().since.min(last)..last].iter().map(|earlier| earlier.key)
    }

    /// Returns how often the last position has occurred, itself included.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        let key = self.last().key;
        1 + self.earlier().filter(|&earlier| earlier == key).count() as u32
    }

    /// Returns whether the repetition rule ends the game at the last position, which the caller passes as `position`.
    /// Any other rule that ends the game there takes precedence, except for a move-count rule.
    #[must_use]
    pub fn ends_game<G: State>(&self, position: &G) -> bool {
        position.repetitions().is_some_and(|limit| self.occurrences() >= limit.max(2))
            && position.ending().is_none_or(Ending::is_by_count)
    }

    fn last(&self) -> Occurrence {
        self.0[self.0.len() - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::KeyHistory;

    #[test]
    fn occurrences_are_counted_back_to_the_last_irreversible_move() {
        let mut history = KeyHistory::new(1);
        for key in [2, 1, 2, 1] {
            history.push(key, false);
        }
        assert_eq!((history.occurrences(), history.earlier().collect::<Vec<_>>()), (3, vec![1, 2, 1, 2]));
        history.push(1, true);
        assert_eq!((history.occurrences(), history.earlier().len()), (1, 0));
        history.push(3, false);
        history.push(1, false);
        assert_eq!((history.occurrences(), history.earlier().collect::<Vec<_>>()), (2, vec![1, 3]));
        history.pop();
        history.pop();
        history.pop();
        assert_eq!(history.occurrences(), 3);
        history.truncate(0);
        assert_eq!(history, KeyHistory::new(1));
    }
}
