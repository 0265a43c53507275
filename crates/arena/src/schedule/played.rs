//! The results of scheduled games.

use super::fixture::Fixture;
use runner::record::Record;
use std::collections::HashMap;

/// The records of played games by game id.
pub(super) struct PlayedGames<'a>(HashMap<&'a str, &'a Record>);

impl<'a> PlayedGames<'a> {
    pub(super) fn new(results: &'a [Record]) -> Self {
        Self(results.iter().map(|record| (record.id.as_str(), record)).collect())
    }

    /// Returns whether all of these games have been played.
    pub(super) fn all(&self, fixtures: &[Fixture]) -> bool {
        fixtures.iter().all(|fixture| self.0.contains_key(fixture.id.as_str()))
    }

    /// Returns the points of a participant in those of `fixtures` that belong to the match `pairing`: from 0 to 1 point
    /// per game.
    pub(super) fn points(&self, fixtures: &[Fixture], pairing: &str, participant: usize) -> f64 {
        let games = fixtures.iter().filter(|fixture| fixture.pairing == pairing);
        let share = |fixture: &Fixture| {
            let payoffs = self.0.get(fixture.id.as_str()).map_or_else(Vec::new, |record| record.payoffs());
            let side = fixture.sides.iter().position(|&side| side == participant);
            side.and_then(|side| payoffs.get(side).copied()).unwrap_or(0.0)
        };
        games.map(share).sum()
    }
}
