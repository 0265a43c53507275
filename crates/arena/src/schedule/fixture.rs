//! The games of a tournament, with their ids.

use super::mixed;
use super::results::{Placing, RoundResult};
use crate::model::{FormatKind, OpeningPolicy, Plan};
use std::ops::Range;

/// A scheduled game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The id, `PAIRING/BLOCK/SEATING`, such as `old:new/7/1`. If pairings depend on results, the PAIRING begins with
    /// the round, as in `r2/old:new/7/1`.
    pub id: String,
    /// The PAIRING part of the id: the participants, preceded by the 1-based round if pairings depend on results.
    pub pairing: String,
    /// The zero-based number of the block. A block contains all seatings of a pairing with the same opening and deals,
    /// or one game if the participants keep their sides. In a mixed tournament, it contains all partnerships in all
    /// seatings.
    pub block: u64,
    /// The zero-based number of the opening in the order in which the plan's openings are taken.
    pub opening: u64,
    /// The zero-based number of the seating. It is the number of times that the sides have been rotated, except in a
    /// mixed tournament.
    pub seating: usize,
    /// For each side, the participant's index in the plan. In a mixed tournament, for each seat of each side, or for
    /// each seat if the deal decides the teams.
    pub players: Vec<usize>,
    /// In a tuning, the options with which each participant plays this game, by the index of the participant.
    pub options: Vec<Vec<(String, String)>>,
}

/// The games that are known so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct KnownFixtures {
    /// The games, in the order in which they are started.
    pub stages: Vec<Stage>,
    /// Whether further games depend on the results of these games.
    pub more: bool,
    /// The rounds of a knockout or Swiss tournament that have begun. Empty in other formats.
    pub rounds: Vec<RoundResult>,
    /// The participants of a knockout or Swiss tournament, best first, after the rounds that have ended. Empty in other
    /// formats.
    pub placings: Vec<Placing>,
}

/// The games of some pairings in a range of blocks. The games are made on demand, because a list of all games would be
/// long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The zero-based round, if pairings depend on results.
    pub round: Option<u64>,
    /// The pairings, which all have the same number of participants.
    pub pairings: Vec<Pairing>,
    /// The numbers of the blocks. Each round has its own block numbers, and therefore its own deals.
    pub blocks: Range<u64>,
}

/// The participants of one match: for each side or, in a mixed tournament, for each seat, an index into the plan.
pub type Pairing = Vec<usize>;

impl KnownFixtures {
    /// Returns all games.
    pub fn fixtures<'a>(&'a self, plan: &'a Plan) -> impl Iterator<Item = Fixture> + 'a {
        self.stages.iter().flat_map(move |stage| stage.fixtures(plan))
    }

    /// Returns the game with this zero-based number; `None` if there are not so many.
    pub fn fixture(&self, plan: &Plan, mut number: u64) -> Option<Fixture> {
        for stage in &self.stages {
            let count = stage.len(plan);
            if number < count {
                return Some(stage.fixture(plan, number));
            }
            number -= count;
        }
        None
    }

    /// Returns the number of games.
    pub fn len(&self, plan: &Plan) -> u64 {
        self.stages.iter().map(|stage| stage.len(plan)).sum()
    }
}

impl Stage {
    /// Returns the games of one of the pairings.
    pub fn of_pairing(&self, pairing: &Pairing) -> Self {
        // The other pairings, which may be many, are not copied.
        Self { round: self.round, pairings: vec![pairing.clone()], blocks: self.blocks.clone() }
    }

    /// Returns the games block by block, so that all pairings progress equally.
    pub fn fixtures<'a>(&'a self, plan: &'a Plan) -> impl Iterator<Item = Fixture> + 'a {
        (0..self.len(plan)).map(move |number| self.fixture(plan, number))
    }

    fn len(&self, plan: &Plan) -> u64 {
        (self.pairings.len() * self.seatings(plan)) as u64 * (self.blocks.end - self.blocks.start)
    }

    /// Returns the number of games of a pairing in a block.
    fn seatings(&self, plan: &Plan) -> usize {
        plan.format.games_per_block(self.pairings.first().map_or(0, Vec::len))
    }

    fn fixture(&self, plan: &Plan, number: u64) -> Fixture {
        let seatings = self.seatings(plan);
        let games_in_block = (self.pairings.len() * seatings) as u64;
        let block = self.blocks.start + number / games_in_block;
        let within = (number % games_in_block) as usize;
        let (place, seating) = (within / seatings, within % seatings);
        let pairing = match_name(plan, &self.pairings[place], self.round);
        let mut players = self.pairings[place].clone();
        match plan.format.teams {
            Some(teams) => players = mixed::players(&players, teams, block, seating),
            None => players.rotate_left(seating),
        }
        let opening = self.opening(plan, block, place);
        Fixture {
            id: format!("{pairing}/{block}/{seating}"),
            pairing,
            block,
            opening,
            seating,
            players,
            options: Vec::new(),
        }
    }

    /// Returns the number of the opening of the pairing at `place` in a block.
    fn opening(&self, plan: &Plan, block: u64, place: usize) -> u64 {
        // The largest number of matches at the same time.
        let width = match plan.format.kind {
            FormatKind::RoundRobin | FormatKind::Gauntlet => self.pairings.len(),
            FormatKind::Knockout | FormatKind::Swiss => plan.participants.len() / 2,
        };
        match plan.openings.policy {
            OpeningPolicy::Round => block,
            OpeningPolicy::Tournament => block * width as u64 + place as u64,
        }
    }
}

/// Returns the name of a match: the participants, preceded by the round if pairings depend on results. `round` is
/// zero-based; the name contains the 1-based round.
pub fn match_name(plan: &Plan, pairing: &Pairing, round: Option<u64>) -> String {
    let names: Vec<&str> = pairing.iter().map(|&side| plan.participants[side].name.as_str()).collect();
    let round = round.map_or(String::new(), |number| format!("r{}/", number + 1));
    format!("{round}{}", names.join(":"))
}
