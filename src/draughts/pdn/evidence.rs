//! Determines from the games of a file whether its results give Black's or White's points first, because PDN does not
//! specify the order.

use super::read::Reader;
use super::replay::{ReadOptions, Replay, replay};
use super::result::{PointsOrder, ResultEvidence};
use anyhow::Result;
use std::io::BufRead;

/// The evidence in a file's games: how many show that Black's points come first in results, how many show that White's
/// do, and how many have problems.
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
    /// Returns an error if the input cannot be read.
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

    /// Returns whether at least one game shows that Black's points come first.
    pub const fn has_black(&self) -> bool {
        self.black > 0
    }

    /// Returns whose points come first: White's if at least one game shows this order and no game shows the other,
    /// otherwise Black's. In a file with faulty games, a single game is not enough evidence for White's, because its
    /// result may be wrong too.
    pub const fn first(&self) -> PointsOrder {
        let enough = self.white > 1 || self.white == 1 && self.faulty == 0;
        if enough && self.black == 0 { PointsOrder::White } else { PointsOrder::Black }
    }
}
