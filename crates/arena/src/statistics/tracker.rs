//! Updates the sequential test and the score between the first two participants after each game, without reading all
//! games again.

use super::blocks::{Block, Blocks, block_comparison, is_void};
use super::outcomes::Outcomes;
use super::pair::{Pair, PairCounts};
use super::sprt::{Decision, Sequential};
use crate::plan::Plan;
use crate::schedule::pairings;
use runner::record::Record;
use std::collections::BTreeMap;

/// The blocks of a tournament, the score between the first and the second participant of the plan, and the sequential
/// test. They depend only on the set of games, not on their order.
#[derive(Clone, Debug, Default)]
pub struct Tracker {
    plan: Plan,
    blocks: Blocks,
    /// The points and number of games of each participant, including incomplete blocks.
    points: Vec<(f64, u64)>,
    /// The results of the first participant against the second.
    pair: PairCounts,
    sequential: Option<Sequential>,
    /// The outcomes of the blocks that have been added to the test.
    tested: Option<Outcomes>,
    /// The complete blocks that the test has not reached, by number and pairing: the points of the first participant
    /// against the second, and the maximum number of points. `None` if a game has no result.
    untested: BTreeMap<(u64, String), Option<(u64, u64)>>,
    /// The pairings that include both of the first two participants, in the order of the plan.
    pairings: Vec<String>,
    /// The next block to add to the test: its number, and the index of its pairing in `pairings`.
    next: (u64, usize),
}

impl Tracker {
    /// Creates a tracker without games.
    pub fn new(plan: &Plan) -> Self {
        Self {
            plan: plan.clone(),
            blocks: Blocks::new(plan),
            points: vec![(0.0, 0); plan.participants.len()],
            sequential: plan.stop.map(Sequential::new),
            ..Self::default()
        }
    }

    /// Creates a tracker with these games.
    pub fn of<'a>(plan: &Plan, records: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut tracker = Self::new(plan);
        records.into_iter().for_each(|record| tracker.add(record));
        tracker
    }

    /// Adds a game, which must not have been added before. The score and the test ignore games in which the first two
    /// participants do not meet.
    pub fn add(&mut self, record: &Record) {
        self.count(record);
        let Some(finished) = self.blocks.add(record) else { return };
        if let Some(games) = &finished.games {
            self.pair.add(games, (0, 1), 1);
        }
        self.test(record, finished.games.as_ref());
    }

    /// Returns the blocks of all participants.
    pub const fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// Returns the score between the first two participants from all complete blocks in which every game has a result.
    pub fn pair(&self) -> Pair {
        self.pair.pair()
    }

    /// Returns the sequential test, if the plan has one. The test uses the blocks up to the first incomplete one, so
    /// its decision does not depend on which games end first. Complete blocks that contain a game without a result are
    /// skipped.
    pub const fn sequential(&self) -> Option<&Sequential> {
        self.sequential.as_ref()
    }

    /// Returns the decision of the test; [`Decision::Undecided`] without a test.
    pub fn decision(&self) -> Decision {
        self.sequential.as_ref().map_or(Decision::Undecided, |test| test.decision)
    }

    /// Returns the participants that have played, best first, each with its mean payoff from 0 to 1.
    pub fn leaders(&self) -> Vec<(&str, f64)> {
        let names = self.plan.participants.iter().map(|participant| participant.name.as_str());
        let scores = names.zip(&self.points).filter(|(_, (_, games))| *games > 0);
        let mut leaders: Vec<(&str, f64)> =
            scores.map(|(name, (points, games))| (name, points / *games as f64)).collect();
        leaders.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        leaders
    }

    /// Returns the plan.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    fn count(&mut self, record: &Record) {
        if is_void(record) {
            return;
        }
        let members = record.members().into_iter().zip(record.payoffs());
        for (name, payoff) in members.flat_map(|(names, payoff)| names.into_iter().map(move |name| (name, payoff))) {
            if let Some(index) = self.plan.participants.iter().position(|other| other.name == name) {
                self.points[index].0 += payoff;
                self.points[index].1 += 1;
            }
        }
    }

    /// Adds the block that this game has completed to the test, and the complete blocks after it.
    fn test(&mut self, record: &Record, games: Option<&Block>) {
        let Some(test) = &mut self.sequential else { return };
        let sides = record.teams.len();
        let games_per_block = self.plan.format.games_per_block(sides);
        if self.pairings.is_empty() {
            let names = |pairing: &Vec<usize>| -> Vec<&str> {
                pairing.iter().map(|&participant| self.plan.participants[participant].name.as_str()).collect()
            };
            let both = |pairing: &&Vec<usize>| pairing.contains(&0) && pairing.contains(&1);
            self.pairings =
                pairings(&self.plan, sides).iter().filter(both).map(|pairing| names(pairing).join(":")).collect();
        }
        if !self.pairings.contains(&record.pairing) {
            return;
        }
        let points = games.map(|games| block_comparison(games, 0, 1));
        self.untested.insert((record.block, record.pairing.clone()), points);
        while let Some(pairing) = self.pairings.get(self.next.1) {
            let Some(block) = self.untested.remove(&(self.next.0, pairing.clone())) else { return };
            if let Some((points, steps)) = block {
                let seen = self.tested.get_or_insert_with(|| Outcomes::new(games_per_block as u64));
                seen.add(points, steps, 1);
                test.step(seen);
            }
            self.next.1 += 1;
            if self.next.1 == self.pairings.len() {
                self.next = (self.next.0 + 1, 0);
            }
        }
    }
}
