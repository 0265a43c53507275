//! The games of a tournament: their ids and seeds.

use crate::model::Plan;
use base::rng::{fnv1a, mix};
use std::ops::Range;

/// One game to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// `PAIRING/BLOCK/SEATING`, such as `old:new/7/1`; with `rROUND/` in front where pairings depend on results.
    pub id: String,
    /// The part of the id that names the participants.
    pub pairing: String,
    /// The block: all seatings of one opening and one deal.
    pub block: u64,
    /// How often the sides have turned, from 0.
    pub seating: usize,
    /// The participant of each side, an index into the plan.
    pub sides: Vec<usize>,
}

/// The games that are known so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct KnownFixtures {
    /// In the order in which they are to be played.
    pub fixtures: Vec<Fixture>,
    /// Are there more, which depend on the results of these?
    pub more: bool,
    /// The points of each participant where matches decide: a point for each round that was survived in a knockout, those of
    /// the matches in a Swiss tournament. Empty where games decide.
    pub points: Vec<f64>,
}

/// The participants of one match, an index into the plan for each side.
pub type Pairing = Vec<usize>;

/// Games of these pairings, block by block, so that at any moment all pairings have played about as much. Every round
/// has blocks of its own, and so openings and deals of its own.
pub(super) fn blocks(plan: &Plan, pairings: &[Pairing], round: Option<u64>, range: Range<u64>) -> Vec<Fixture> {
    range.flat_map(|block| pairings.iter().flat_map(move |pairing| seatings(plan, pairing, round, block))).collect()
}

/// All seatings of one deal for one pairing.
fn seatings(plan: &Plan, pairing: &Pairing, round: Option<u64>, block: u64) -> Vec<Fixture> {
    let name = match_name(plan, pairing, round);
    let seating = |turns: usize| {
        let mut sides = pairing.clone();
        sides.rotate_left(turns);
        Fixture { id: format!("{name}/{block}/{turns}"), pairing: name.clone(), block, seating: turns, sides }
    };
    (0..pairing.len()).map(seating).collect()
}

/// The participants of a match, with its round (from 0) in front where pairings depend on results.
pub(super) fn match_name(plan: &Plan, pairing: &Pairing, round: Option<u64>) -> String {
    let names: Vec<&str> = pairing.iter().map(|&side| plan.participants[side].name.as_str()).collect();
    let round = round.map_or(String::new(), |number| format!("r{}/", number + 1));
    format!("{round}{}", names.join(":"))
}

/// The seed of a game: everything random in it that is not a deal or an opening.
#[must_use]
pub fn game_seed(plan: &Plan, id: &str) -> u64 {
    mix(plan.seed ^ fnv1a(id.as_bytes()))
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
