//! The positions of a line of play, as keys: which of them can come back, and how often the last one has occurred.

use crate::game::{Ending, State};

/// A position on the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Occurrence {
    key: u64,
    /// Index of the oldest position that can come back: no irreversible move was played since.
    since: usize,
}

/// A line of play from its base to its last position; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyHistory(Vec<Occurrence>);

impl KeyHistory {
    /// The line that is only its base.
    #[must_use]
    pub fn new(base: u64) -> Self {
        Self(vec![Occurrence { key: base, since: 0 }])
    }

    /// Appends the position with this key. `irreversible`: no position before it can come back.
    pub fn push(&mut self, key: u64, irreversible: bool) {
        let since = if irreversible { self.0.len() } else { self.last().since };
        self.0.push(Occurrence { key, since });
    }

    /// Takes the last position off; the base stays.
    pub fn pop(&mut self) {
        self.truncate(self.0.len() - 1);
    }

    /// Keeps the first `positions`, the base among them.
    pub fn truncate(&mut self, positions: usize) {
        self.0.truncate(positions.max(1));
    }

    /// The keys of the positions before the last one that can come back, oldest first.
    pub fn earlier(&self) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator {
        let last = self.0.len() - 1;
        self.0[self.last().since.min(last)..last].iter().map(|place| place.key)
    }

    /// How often the last position has occurred, the last time included.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        let key = self.last().key;
        1 + self.earlier().filter(|&earlier| earlier == key).count() as u32
    }

    /// Does the rule on repetition end the game at the last position, which is `position`? What the game itself decides
    /// goes first, but not its counts of plies.
    #[must_use]
    pub fn ends_game<G: State>(&self, position: &G) -> bool {
        position.repetitions().is_some_and(|most| self.occurrences() >= most)
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
        let mut past = KeyHistory::new(1);
        for key in [2, 1, 2, 1] {
            past.push(key, false);
        }
        assert_eq!((past.occurrences(), past.earlier().collect::<Vec<_>>()), (3, vec![1, 2, 1, 2]));
        past.push(1, true);
        assert_eq!((past.occurrences(), past.earlier().len()), (1, 0));
        past.push(3, false);
        past.push(1, false);
        assert_eq!((past.occurrences(), past.earlier().collect::<Vec<_>>()), (2, vec![1, 3]));
        past.pop();
        past.pop();
        past.pop();
        assert_eq!(past.occurrences(), 3);
        past.truncate(0);
        assert_eq!(past, KeyHistory::new(1));
    }
}
