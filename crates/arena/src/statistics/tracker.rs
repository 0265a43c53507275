//! Updates the sequential test and the score between the first two participants after each game, without reading all
//! games again.

use super::blocks::{Block, Blocks, block_payoff, payoffs};
use super::outcomes::Outcomes;
use super::pair::{Pair, PairCounts};
use super::sprt::{Decision, Sequential};
use crate::plan::Plan;
use crate::schedule::pairings;
use runner::record::Record;
use std::collections::BTreeMap;

/// The place of a block in the order of a sequential test: its number, and the index of its pairing among those that
/// include the first participant.
pub type BlockPlace = (u64, usize);

/// The blocks of a tournament, the score between the first and the second participant of the plan, and the sequential
/// test. They depend only on the set of games, not on their order: if the plan has a test, its blocks are counted in
/// the order of the plan, up to the first incomplete one and up to the decision.
#[derive(Clone, Debug, Default)]
pub struct Tracker {
    plan: Plan,
    blocks: Blocks,
    /// The points and number of games of each participant.
    points: Vec<(f64, u64)>,
    /// The results of the first participant against the second.
    pair: PairCounts,
    sequential: Option<Sequential>,
    /// The outcomes of the blocks that have been added to the test.
    tested: Option<Outcomes>,
    /// The complete blocks that the test has not reached. `None` if a game has no result.
    later: BTreeMap<BlockPlace, Option<Block>>,
    /// The pairings that include the first participant, in the order of the plan.
    pairings: Vec<String>,
    /// The next block to add to the test.
    next: BlockPlace,
}

impl Tracker {
    /// Creates a tracker without games.
    pub fn new(plan: &Plan) -> Self {
        Self {
            plan: plan.clone(),
            blocks: Blocks::new(plan),
            points: vec![(0.0, 0); plan.participants.len()],
            sequential: plan.stop.sprt.map(Sequential::new),
            ..Self::default()
        }
    }

    /// Creates a tracker with these games.
    pub fn of<'a>(plan: &Plan, records: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut tracker = Self::new(plan);
        records.into_iter().for_each(|record| tracker.add(record));
        tracker
    }

    /// Adds a game, which must not have been added before. The score ignores games in which the first two participants
    /// do not meet.
    pub fn add(&mut self, record: &Record) {
        if self.sequential.is_some() && self.pairings.is_empty() {
            // A game without a result may have no sides.
            self.pairings = tested_pairings(&self.plan, record.pairing.split(':').count());
        }
        let Some(finished) = self.blocks.add(record) else { return };
        match self.place(record) {
            Some(place) => {
                self.later.insert(place, finished.games);
                self.test();
            }
            None => finished.games.iter().for_each(|games| self.count(games)),
        }
    }

    /// Returns the blocks of all participants.
    pub const fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// Returns the score between the first two participants from all counted blocks.
    pub fn pair(&self) -> Pair {
        self.pair.pair()
    }

    /// Returns the sequential test, if the plan has one. The test uses the blocks up to the first incomplete one, so
    /// its decision does not depend on which games end first. Complete blocks that contain a game without a result are
    /// skipped.
    pub const fn sequential(&self) -> Option<&Sequential> {
        self.sequential.as_ref()
    }

    /// Returns the number of games in complete blocks that the sequential test has not reached: those after the first
    /// incomplete block or after the decision. They are not counted.
    pub fn later(&self) -> u64 {
        self.later.values().flatten().map(|games| games.len() as u64).sum()
    }

    /// Returns whether the sequential test had decided before the block at this place, which is then never counted.
    pub fn is_after_decision(&self, place: BlockPlace) -> bool {
        self.decision() != Decision::Undecided && place >= self.next
    }

    /// Returns the decision of the test; [`Decision::Undecided`] without a test.
    pub fn decision(&self) -> Decision {
        self.sequential.as_ref().map_or(Decision::Undecided, |test| test.decision)
    }

    /// Returns the participants that have played in counted blocks, best first, each with its mean payoff from 0 to 1.
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

    fn count(&mut self, games: &Block) {
        self.blocks.count_block(games);
        for (index, payoff) in games.iter().flat_map(|game| payoffs(game)) {
            let (points, count) = &mut self.points[index];
            (*points, *count) = (*points + payoff, *count + 1);
        }
        self.pair.add(games, (0, 1), 1);
    }

    /// Returns the place of an added game's block in the order of the test; `None` if the game does not belong to a
    /// test.
    pub fn place(&self, record: &Record) -> Option<BlockPlace> {
        let place = self.pairings.iter().position(|pairing| *pairing == record.pairing)?;
        Some((record.block, place))
    }

    /// Adds the next complete blocks to the test and counts them, until it decides.
    fn test(&mut self) {
        while self.decision() == Decision::Undecided {
            let Some(block) = self.later.remove(&self.next) else { return };
            self.next.1 += 1;
            if self.next.1 == self.pairings.len() {
                self.next = (self.next.0 + 1, 0);
            }
            let Some(games) = block else { continue };
            self.count(&games);
            let seen = self.tested.get_or_insert_with(|| Outcomes::new(games.len() as u64));
            let (points, steps) = block_payoff(&games, 0);
            seen.add(points, steps, 1);
            if let Some(test) = &mut self.sequential {
                test.step(seen, self.pair.results());
            }
        }
    }
}

/// Returns the pairings that include the first participant, in the order of the plan.
fn tested_pairings(plan: &Plan, sides: usize) -> Vec<String> {
    let name = |&participant: &usize| plan.participants[participant].name.as_str();
    let names = |pairing: &Vec<usize>| pairing.iter().map(name).collect::<Vec<_>>().join(":");
    pairings(plan, sides).iter().filter(|pairing| pairing.contains(&0)).map(names).collect()
}
