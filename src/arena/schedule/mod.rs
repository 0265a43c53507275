//! Which games a tournament has, in which order, with which ids and seeds. All of it follows from the plan and, where
//! pairings depend on results, from the results of the rounds before. Knows no process and no file.

mod field;

pub use field::pairings;

use super::plan::{FormatKind, Plan};
use super::record::Record;
use crate::rng::{fnv1a, mix};

/// One game to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// `PAIRING/BLOCK/SEATING`, such as `old:new/7/1`; with `rROUND/` in front where pairings depend on results.
    pub id: String,
    /// The part of the id that names the entrants.
    pub pairing: String,
    /// The block: all seatings of one opening and one deal.
    pub block: u64,
    /// How often the sides have turned, from 0.
    pub seating: usize,
    /// The entrant of each side, an index into the plan.
    pub sides: Vec<usize>,
}

/// The games that are known so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// In the order in which they are to be played.
    pub fixtures: Vec<Fixture>,
    /// Are there more, which depend on the results of these?
    pub more: bool,
}

/// The entrants of one match, an index into the plan for each side.
pub type Pairing = Vec<usize>;

/// All games that follow from the plan and from the games that have been played. `sides` is the number of sides of the
/// game.
#[must_use]
pub fn known(plan: &Plan, sides: usize, _results: &[Record]) -> Known {
    match plan.format.kind {
        FormatKind::RoundRobin | FormatKind::Gauntlet => {
            Known { fixtures: round(plan, &pairings(plan, sides), None), more: false }
        }
        FormatKind::Knockout | FormatKind::Swiss => Known::default(),
    }
}

/// The games of one round, block by block, so that at any moment all pairings have played about as much.
fn round(plan: &Plan, pairings: &[Pairing], number: Option<u64>) -> Vec<Fixture> {
    let sides = pairings.first().map_or(1, Vec::len) as u64;
    let blocks = plan.format.games.div_ceil(sides);
    // Every round has openings and deals of its own.
    let first = number.unwrap_or(0) * blocks;
    let games = |block: u64| pairings.iter().flat_map(move |pairing| block_of(plan, pairing, number, block));
    (first..first + blocks).flat_map(games).collect()
}

/// All seatings of one deal for one pairing.
fn block_of(plan: &Plan, pairing: &Pairing, round: Option<u64>, block: u64) -> Vec<Fixture> {
    let names: Vec<&str> = pairing.iter().map(|&side| plan.entrants[side].name.as_str()).collect();
    let round = round.map_or(String::new(), |number| format!("r{}/", number + 1));
    let name = format!("{round}{}", names.join(":"));
    let seating = |turns: usize| {
        let mut sides = pairing.clone();
        sides.rotate_left(turns);
        Fixture { id: format!("{name}/{block}/{turns}"), pairing: name.clone(), block, seating: turns, sides }
    };
    (0..pairing.len()).map(seating).collect()
}

/// The seed of a game: everything random in it that is not a deal or an opening.
#[must_use]
pub fn game_seed(plan: &Plan, id: &str) -> u64 {
    mix(plan.seed ^ fnv1a(id.as_bytes()))
}

/// The `Seed` of the engine in a seat (from 1) of a game, never 0: that would be taken from the system.
#[must_use]
pub fn engine_seed(game: u64, seat: usize) -> u64 {
    1 + mix(game ^ mix(seat as u64)) % (i32::MAX as u64)
}

/// The S of `query draw S` for the deal with this number (from 0) in a block: the same for every pairing and seating.
#[must_use]
pub fn deal_seed(plan: &Plan, block: u64, deal: u64) -> u64 {
    mix(mix(mix(plan.seed) ^ block) ^ mix(deal))
}

/// The seed of the opening of a block: the same for every pairing.
#[must_use]
pub fn opening_seed(plan: &Plan, block: u64) -> u64 {
    mix(mix(plan.seed ^ fnv1a(b"opening")) ^ block)
}
