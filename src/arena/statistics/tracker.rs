//! The score between the first two entrants and the sequential test, game by game: what a running tournament looks at
//! after every game without reading all of them again. Knows no file.

use super::blocks::split;
use super::pair::order;
use super::{Decision, Outcomes, Pair, Sequential, comparison, is_void};
use crate::arena::plan::Plan;
use crate::arena::record::Record;
use crate::arena::schedule::pairings;
use std::collections::BTreeMap;

/// Follows the games between the first and the second entrant of a plan. What it says depends on the set of games, not
/// on their order.
#[derive(Clone, Debug)]
pub struct Tracker<'a> {
    plan: &'a Plan,
    names: Option<[&'a str; 2]>,
    blocks: BTreeMap<Place, Block>,
    outcomes: Option<Outcomes>,
    results: [u64; 3],
    sequential: Option<Sequential>,
    /// The blocks that the test has seen.
    tested: Option<Outcomes>,
    /// The pairings of a block in the order of the plan, as far as both entrants play in them.
    pairings: Vec<String>,
    /// How many blocks of how many pairings the test has passed: number and index.
    next: (u64, usize),
}

/// Round, number and pairing of a block.
type Place = (u64, u64, String);

/// A block, complete or not.
#[derive(Clone, Debug, Default)]
struct Block {
    seatings: Vec<usize>,
    complete: bool,
    void: bool,
    points: u64,
    steps: u64,
    results: [u64; 3],
}

impl<'a> Tracker<'a> {
    /// Before the first game.
    #[must_use]
    pub fn new(plan: &'a Plan) -> Self {
        let names = match plan.entrants.as_slice() {
            [first, second, ..] => Some([first.name.as_str(), second.name.as_str()]),
            _ => None,
        };
        Self {
            plan,
            names,
            blocks: BTreeMap::new(),
            outcomes: None,
            results: [0; 3],
            sequential: plan.stop.map(Sequential::new),
            tested: None,
            pairings: Vec::new(),
            next: (0, 0),
        }
    }

    /// After all these games.
    #[must_use]
    pub fn of(plan: &'a Plan, records: &[Record]) -> Self {
        let mut tracker = Self::new(plan);
        records.iter().for_each(|record| tracker.add(record));
        tracker
    }

    /// One more game; those of others, and those that have been there, are passed over.
    pub fn add(&mut self, record: &Record) {
        let Some([one, other]) = self.names else { return };
        let (points, steps) = comparison(record, one, other);
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
        block.complete = block.seatings.len() == record.teams.len();
        if !block.complete {
            return;
        }
        if !block.void {
            let outcomes = self.outcomes.get_or_insert_with(|| Outcomes::new(record.teams.len() as u64));
            outcomes.add(block.points, block.steps);
            self.results.iter_mut().zip(block.results).for_each(|(sum, count)| *sum += count);
        }
        self.advance(record.teams.len());
    }

    /// The score between the two, from all complete blocks.
    #[must_use]
    pub fn pair(&self) -> Pair {
        Pair::new(self.outcomes.clone().unwrap_or_else(|| Outcomes::new(2)), self.results)
    }

    /// The sequential test, if the plan has one. It sees the complete blocks from the first one up to the first gap, so
    /// that it decides the same whichever game ended first. Void blocks are no gaps.
    #[must_use]
    pub const fn sequential(&self) -> Option<&Sequential> {
        self.sequential.as_ref()
    }

    /// How the test stands; undecided without one.
    #[must_use]
    pub fn decision(&self) -> Decision {
        self.sequential.as_ref().map_or(Decision::Undecided, |test| test.decision)
    }

    /// Shows the test the blocks that come next in the plan, as far as they are complete.
    fn advance(&mut self, sides: usize) {
        let Some(test) = &mut self.sequential else { return };
        if self.pairings.is_empty() {
            let names = |pairing: &Vec<usize>| -> Vec<&str> {
                pairing.iter().map(|&entrant| self.plan.entrants[entrant].name.as_str()).collect()
            };
            let both = |pairing: &Vec<usize>| pairing.contains(&0) && pairing.contains(&1);
            let pairings = pairings(self.plan, sides);
            self.pairings =
                pairings.iter().filter(|pairing| both(pairing)).map(|pairing| names(pairing).join(":")).collect();
        }
        while let Some(pairing) = self.pairings.get(self.next.1) {
            let place = (0, self.next.0, pairing.clone());
            let Some(block) = self.blocks.get(&place).filter(|block| block.complete) else { return };
            if !block.void {
                let seen = self.tested.get_or_insert_with(|| Outcomes::new(sides as u64));
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
