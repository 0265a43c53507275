//! Where games start: the opening of each block, from the start position, a file, a deck or random plies. An opening
//! depends on the seed of the plan and on its block alone. Names no game and starts no process.

mod list;
mod opening;
mod random;
#[cfg(test)]
mod tests;

use super::plan::{Openings, Plan};
use anyhow::Result;
use list::OpeningList;
pub use opening::{Opening, OpeningEvaluation, OpeningReferee};

/// The openings of a plan, ready for use.
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
    /// Reads the openings of a plan; the referee looks at each line of a file or deck once.
    ///
    /// # Errors
    /// A file that cannot be read or has changed since the plan was read; a line that the referee does not take, or
    /// after which the game is over: file, line and what is wrong with it.
    pub fn open(plan: &Plan, judge: &mut dyn OpeningReferee) -> Result<Self> {
        let kind = match &plan.openings {
            Openings::Start => Kind::Start,
            Openings::File { file, digest, order } => {
                Kind::List(OpeningList::of_file(file, digest, *order, plan.seed, judge)?)
            }
            Openings::Deck { deck, order } => Kind::List(OpeningList::of_deck(deck, *order, plan.seed, judge)?),
            &Openings::Random { plies, nodes, balance } => {
                Kind::Random(random::RandomOpenings { plies, nodes, balance })
            }
        };
        Ok(Self { kind })
    }

    /// The opening of a block, the same for every pairing and seating. Blocks beyond the end of a file or deck start
    /// again at its beginning, shuffled anew where it is shuffled: as many blocks as it has lines have all of them.
    /// Random openings know nothing of other blocks, so two may be the same, as seldom as chance has it: with six plies
    /// of thirty moves each two given blocks are so once in 30⁶.
    ///
    /// # Errors
    /// The referee has gone; no balanced opening was found.
    pub fn opening(&self, plan: &Plan, block: u64, judge: &mut dyn OpeningReferee) -> Result<Opening> {
        match &self.kind {
            Kind::Start => Ok(Opening { base: "startpos".to_string(), moves: Vec::new() }),
            Kind::List(list) => Ok(list.opening(block)),
            Kind::Random(random) => random.opening(plan, block, judge),
        }
    }
}
