//! The games of a tournament, with their ids.

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
    /// The zero-based number of the block. A block contains all seatings of a pairing with the same opening and deals, or
    /// one game if the participants keep their sides.
    pub block: u64,
    /// The zero-based number of the opening in the order in which the plan's openings are taken.
    pub opening: u64,
    /// The number of times that the sides have been rotated.
    pub seating: usize,
    /// For each side, the participant's index in the plan.
    pub sides: Vec<usize>,
}

/// The games that are known so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct KnownFixtures {
    /// The games in the order in which they are started.
    pub fixtures: Vec<Fixture>,
    /// Whether further games depend on the results of these games.
    pub more: bool,
    /// The match points of each participant. In a knockout: one point per round survived. In a Swiss tournament: one
    /// point per match won or bye, half a point per tied match. Empty in other formats.
    pub points: Vec<f64>,
}

/// The participants of one match: for each side, an index into the plan.
pub type Pairing = Vec<usize>;

/// Returns the games of these pairings block by block, so that all pairings progress equally. `range` contains the
/// block numbers. Each round has its own block numbers, of which `first` is the smallest, and therefore its own deals.
pub(super) fn blocks(
    plan: &Plan,
    pairings: &[Pairing],
    round: Option<u64>,
    first: u64,
    range: Range<u64>,
) -> Vec<Fixture> {
    // The largest number of matches at the same time.
    let width = match plan.format.kind {
        FormatKind::RoundRobin | FormatKind::Gauntlet => pairings.len(),
        FormatKind::Knockout | FormatKind::Swiss => plan.participants.len() / 2,
    };
    let opening = |block: u64, place: usize| match plan.opening_policy {
        OpeningPolicy::Pairing => block - first,
        OpeningPolicy::Round => block,
        OpeningPolicy::Tournament => block * width as u64 + place as u64,
    };
    let games = |block: u64| {
        let numbered = pairings.iter().enumerate();
        numbered.flat_map(move |(place, pairing)| seatings(plan, pairing, round, block, opening(block, place)))
    };
    range.flat_map(games).collect()
}

/// Returns the games of one block of a pairing: all seatings, unless the participants keep their sides.
fn seatings(plan: &Plan, pairing: &Pairing, round: Option<u64>, block: u64, opening: u64) -> Vec<Fixture> {
    let name = match_name(plan, pairing, round);
    let seating = |rotations: usize| {
        let mut sides = pairing.clone();
        sides.rotate_left(rotations);
        let id = format!("{name}/{block}/{rotations}");
        Fixture { id, pairing: name.clone(), block, opening, seating: rotations, sides }
    };
    (0..plan.format.games_per_block(pairing.len())).map(seating).collect()
}

/// Returns the name of a match: the participants, preceded by the round if pairings depend on results. `round` is
/// zero-based; the name contains the 1-based round.
pub(super) fn match_name(plan: &Plan, pairing: &Pairing, round: Option<u64>) -> String {
    let names: Vec<&str> = pairing.iter().map(|&side| plan.participants[side].name.as_str()).collect();
    let round = round.map_or(String::new(), |number| format!("r{}/", number + 1));
    format!("{round}{}", names.join(":"))
}
