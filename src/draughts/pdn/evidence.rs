//! Determines whose points come first in the results of a file.

use super::read::Reader;
use super::replay::{ReadOptions, Replay, replay};
use super::result::{PointsOrder, ResultEvidence};
use anyhow::Result;
use std::io::BufRead;

/// The evidence in a file's games for whose points come first.
#[derive(Clone, Copy, Default, Debug)]
pub struct Evidence {
    black: usize,
    white: usize,
    faulty: usize,
}

impl Evidence {
    /// Collects the evidence from all games in a text.
    ///
    /// # Errors
    /// Returns an error if the text cannot be read.
    pub fn of(input: impl BufRead, options: ReadOptions) -> Result<Self> {
        let mut reader = Reader::new(input);
        let mut evidence = Self::default();
        while let Some((mut game, unreadable)) = reader.next_game()? {
            evidence.add(&replay(&mut game, options), unreadable.is_none());
        }
        Ok(evidence)
    }

    /// Adds a game. `whole` is true if the whole game was parsed.
    pub fn add(&mut self, replay: &Replay, whole: bool) {
        let faulty = !whole || !replay.problems.is_empty();
        match &replay.shown {
            _ if faulty => self.faulty += 1,
            Some(ResultEvidence { first: PointsOrder::Black, .. }) => self.black += 1,
            Some(ResultEvidence { first: PointsOrder::White, .. }) => self.white += 1,
            None => {}
        }
    }

    /// Returns whether a game shows that Black's points come first.
    #[must_use]
    pub const fn has_black(&self) -> bool {
        self.black > 0
    }

    /// Returns whose points come first: White's if all games with evidence agree, otherwise Black's. In a file with
    /// faulty games, a single game is not enough evidence, because its result may be wrong too.
    #[must_use]
    pub const fn first(&self) -> PointsOrder {
        let enough = self.white > 1 || self.white == 1 && self.faulty == 0;
        if enough && self.black == 0 { PointsOrder::White } else { PointsOrder::Black }
    }
}
