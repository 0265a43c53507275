//! Updates the sequential test and the score between the first two participants after each game, without reading all
//! games again.

use super::blocks::{comparison, is_void, split};
use super::outcomes::Outcomes;
use super::pair::{Pair, order};
use super::sprt::{Decision, Sequential};
use crate::plan::Plan;
use crate::schedule::pairings;
use runner::record::Record;
use std::collections::BTreeMap;

/// The score between the first and the second participant of a plan, and the sequential test. Both depend only on the
/// set of games, not on their order.
#[derive(Clone, Debug, Default)]
pub struct Tracker {
    plan: Plan,
    /// The points and number of games of each participant, including incomplete blocks.
    points: Vec<(f64, u64)>,
    blocks: BTreeMap<BlockKey, BlockProgress>,
    outcomes: Option<Outcomes>,
    results: [u64; 3],
    sequential: Option<Sequential>,
    /// The outcomes of the blocks that have been added to the test.
    tested: Option<Outcomes>,
    /// The pairings that include both of the first two participants, in the order of the plan.
    pairings: Vec<String>,
    /// The next block to add to the test: its number, and the index of its pairing in `pairings`.
    next: (u64, usize),
}

/// The round, number and pairing of a block.
type BlockKey = (u64, u64, String);

/// A block, complete or not.
#[derive(Clone, Debug, Default)]
struct BlockProgress {
    seatings: Vec<usize>,
    complete: bool,
    void: bool,
    points: u64,
    steps: u64,
    results: [u64; 3],
}

impl Tracker {
    /// Creates a tracker without games.
    pub fn new(plan: &Plan) -> Self {
        Self {
            plan: plan.clone(),
            points: vec![(0.0, 0); plan.participants.len()],
            sequential: plan.stop.map(Sequential::new),
            ..Self::default()
        }
    }

    /// Creates a tracker with these games.
    pub fn of(plan: &Plan, records: &[Record]) -> Self {
        let mut tracker = Self::new(plan);
        records.iter().for_each(|record| tracker.add(record));
        tracker
    }

    /// Adds a game. The score and the test ignore duplicates and games in which the first two participants do not meet.
    pub fn add(&mut self, record: &Record) {
        self.count(record);
        let [one, other, ..] = self.plan.participants.as_slice() else { return };
        let (points, steps) = comparison(record, &one.name, &other.name);
        if steps == 0 {
            return;
        }
        let (round, names) = split(&record.pairing);
        let block = self.blocks.entry((round, record.block, names.to_string())).or_default();
        if block.seatings.contains(&record.seating) {
            return;
        }
        block.seatings.push(record.seating);
        block.void |= is_void(record);
        block.points += points;
        block.steps += steps;
        block.results[order(points, steps)] += 1;
        let games = self.plan.format.games_per_block(record.teams.len());
        block.complete = block.seatings.len() == games;
        if !block.complete {
            return;
        }
        if !block.void {
            let outcomes = self.outcomes.get_or_insert_with(|| Outcomes::new(games as u64));
            outcomes.add(block.points, block.steps);
            self.results.iter_mut().zip(block.results).for_each(|(sum, count)| *sum += count);
        }
        self.advance(record.teams.len());
    }

    /// Returns the score between the first two participants from all complete blocks in which every game has a result.
    pub fn pair(&self) -> Pair {
        Pair::new(self.outcomes.clone().unwrap_or_else(|| Outcomes::new(2)), self.results)
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
        for (participant, payoff) in record.sides().iter().zip(record.payoffs()) {
            if let Some(index) = self.plan.participants.iter().position(|other| other.name == *participant) {
                self.points[index].0 += payoff;
                self.points[index].1 += 1;
            }
        }
    }

    /// Adds the next complete blocks of the plan to the test.
    fn advance(&mut self, sides: usize) {
        let games = self.plan.format.games_per_block(sides) as u64;
        let Some(test) = &mut self.sequential else { return };
        if self.pairings.is_empty() {
            let names = |pairing: &Vec<usize>| -> Vec<&str> {
                pairing.iter().map(|&participant| self.plan.participants[participant].name.as_str()).collect()
            };
            let both = |pairing: &Vec<usize>| pairing.contains(&0) && pairing.contains(&1);
            let pairings = pairings(&self.plan, sides);
            self.pairings =
                pairings.iter().filter(|pairing| both(pairing)).map(|pairing| names(pairing).join(":")).collect();
        }
        while let Some(pairing) = self.pairings.get(self.next.1) {
            let place = (0, self.next.0, pairing.clone());
            let Some(block) = self.blocks.get(&place).filter(|block| block.complete) else { return };
            if !block.void {
                let seen = self.tested.get_or_insert_with(|| Outcomes::new(games));
                seen.add(block.points, block.steps);
                test.step(seen);
            }
            self.next.1 += 1;
            if self.next.1 == self.pairings.len() {
                self.next = (self.next.0 + 1, 0);
            }
        }
    }
}
