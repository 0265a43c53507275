//! The openings of a tournament: the start position, a file, a deck or random plies. All games of a block have the same
//! opening. It depends on the block number, the plan's seed and opening settings, and the referee, but not on the
//! participants.

mod list;
mod opening;
mod random;
#[cfg(test)]
mod tests;

use super::plan::{Openings, Plan};
use anyhow::Result;
use list::OpeningList;
pub use opening::{Opening, OpeningReferee};

/// The openings of a plan.
#[derive(Clone, Debug)]
pub struct OpeningSource {
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Start,
    List(OpeningList),
    Random(random::RandomOpenings),
}

impl OpeningSource {
    /// Prepares the openings of a plan. The referee checks each opening of a file or deck once.
    pub fn open(plan: &Plan, referee: &mut dyn OpeningReferee) -> Result<Self> {
        let kind = match &plan.openings {
            Openings::Start => Kind::Start,
            Openings::File { file, digest, order } => Kind::List(OpeningList::of_file(file, digest, *order, referee)?),
            Openings::Deck { deck, order } => Kind::List(OpeningList::of_deck(deck, *order, referee)?),
            &Openings::Random { plies, nodes, balance } => {
                Kind::Random(random::RandomOpenings { plies, nodes, balance })
            }
        };
        Ok(Self { kind })
    }

    /// Returns the opening of a block, which is the same for every pairing and seating.
    ///
    /// After the last opening of a file or deck, the list is used again from its beginning. If the order is random, the
    /// list is shuffled again each time. Random openings are chosen independently for each block: with six plies and
    /// thirty legal moves per ply, the probability that two given blocks have the same opening is of the order of 30⁻⁶.
    pub fn opening(&self, plan: &Plan, block: u64, referee: &mut dyn OpeningReferee) -> Result<Opening> {
        match &self.kind {
            Kind::Start => Ok(Opening { base: "startpos".to_string(), moves: Vec::new() }),
            Kind::List(list) => Ok(list.opening(plan, block)),
            Kind::Random(random) => random.opening(plan, block, referee),
        }
    }
}
