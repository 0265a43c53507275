//! The results of scheduled games.

use super::fixture::{Fixture, Pairing, Stage};
use super::results::{DecidedBy, MatchResult};
use crate::model::Plan;
use runner::record::Record;
use runner::results::GameNumbers;

/// The games that have been played, with the results that later pairings depend on.
#[derive(Clone, Debug, Default)]
pub struct PlayedGames {
    games: GameNumbers,
    /// The payoff of each game's first side.
    payoffs: Vec<f64>,
    /// For each game, whether it has a result and no fault.
    clean: Vec<bool>,
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
            self.clean.push(is_clean(record));
        }
    }

    /// Replaces the result of the game with this number.
    pub fn replace(&mut self, number: usize, record: &Record) {
        self.payoffs[number] = payoff(record);
        self.clean[number] = is_clean(record);
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

    /// Returns by how many games the first participant of a two-sided pairing leads in a block; `Some(None)` if a game
    /// has a fault or no result, and `None` if a game has not been played.
    pub fn lead_of_block(&self, pairing: &str, block: u64) -> Option<Option<f64>> {
        let [one, other] = [0, 1].map(|seating| self.games.number(pairing, block, seating));
        let (one, other) = (one?, other?);
        let is_clean = self.clean[one] && self.clean[other];
        // The sides change, so that the first participant is the second side of the second game.
        Some(is_clean.then(|| 2.0 * (self.payoffs[one] - self.payoffs[other])))
    }

    /// Returns whether all games of a stage have been played.
    pub(super) fn all(&self, plan: &Plan, stage: &Stage) -> bool {
        stage.fixtures(plan).all(|fixture| self.contains(&fixture))
    }

    /// Returns the result of one of the matches of a stage. If it is tied, nobody wins.
    pub(super) fn result(&self, plan: &Plan, stage: &Stage, pairing: &Pairing) -> MatchResult {
        let (mut points, mut is_finished) = (vec![0.0; 2], true);
        for fixture in stage.of_pairing(pairing).fixtures(plan) {
            let Some(number) = self.number(&fixture) else {
                is_finished = false;
                continue;
            };
            let is_first = fixture.players.first() == pairing.first();
            points[usize::from(!is_first)] += self.payoffs[number];
            points[usize::from(is_first)] += 1.0 - self.payoffs[number];
        }
        let is_decided = is_finished && points[0] != points[1];
        MatchResult {
            participants: pairing.clone(),
            is_finished,
            winner: is_decided.then(|| pairing[usize::from(points[1] > points[0])]),
            decided_by: is_decided.then_some(DecidedBy::Games),
            points,
            is_for_third: false,
        }
    }
}

/// Returns whether a game has a result and no fault.
fn is_clean(record: &Record) -> bool {
    record.faults.is_empty() && record.played.result != "none"
}

/// Returns the payoff of the first side.
fn payoff(record: &Record) -> f64 {
    record.payoffs().first().copied().unwrap_or(0.5)
}
