//! The results of scheduled games.

use super::fixture::{Fixture, Pairing, Stage, match_name};
use crate::model::Plan;
use runner::record::Record;
use runner::results::GameNumbers;

/// The games that have been played, with the results that later pairings depend on.
#[derive(Clone, Debug, Default)]
pub struct PlayedGames {
    games: GameNumbers,
    /// The payoff of each game's first side.
    payoffs: Vec<f64>,
}

impl PlayedGames {
    /// Collects these games.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut played = Self::default();
        records.into_iter().for_each(|record| played.add(record));
        played
    }

    /// Adds a game, unless it has been added before.
    pub fn add(&mut self, record: &Record) {
        if self.games.add(&record.pairing, record.block, record.seating) {
            self.payoffs.push(payoff(record));
        }
    }

    /// Replaces the result of the game with this number.
    pub fn replace(&mut self, number: usize, record: &Record) {
        self.payoffs[number] = payoff(record);
    }

    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns whether no game has been played.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Returns whether this game has been played.
    pub fn contains(&self, fixture: &Fixture) -> bool {
        self.number(fixture).is_some()
    }

    /// Returns the number of a game, in the order in which the games were added.
    pub fn number(&self, fixture: &Fixture) -> Option<usize> {
        self.games.number(&fixture.pairing, fixture.block, fixture.seating)
    }

    /// Returns the number of a record's game, in the order in which the games were added.
    pub fn number_of(&self, record: &Record) -> Option<usize> {
        self.games.number(&record.pairing, record.block, record.seating)
    }

    /// Returns whether all games of a stage have been played.
    pub(super) fn all(&self, plan: &Plan, stage: &Stage) -> bool {
        stage.fixtures(plan).all(|fixture| self.contains(&fixture))
    }

    /// Returns the points by which the first participant of a match leads in these stages; negative if it is behind. A
    /// game has one point.
    pub(super) fn lead(&self, plan: &Plan, stages: &[Stage], pairing: &Pairing) -> f64 {
        let games = stages.iter().flat_map(|stage| {
            let name = match_name(plan, pairing, stage.round);
            stage.fixtures(plan).filter(move |fixture| fixture.pairing == name)
        });
        let share = |fixture: Fixture| {
            let payoff = self.number(&fixture).map_or(0.5, |number| self.payoffs[number]);
            let lead = 2.0 * payoff - 1.0;
            if fixture.players.first() == pairing.first() { lead } else { -lead }
        };
        games.map(share).sum()
    }
}

/// Returns the payoff of the first side.
fn payoff(record: &Record) -> f64 {
    record.payoffs().first().copied().unwrap_or(0.5)
}
