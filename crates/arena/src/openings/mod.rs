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
pub use opening::Opening;
use random::RandomOpenings;
pub use random::random_move;
use ugi::{Client, Pipe};

/// The openings of a plan.
#[derive(Clone, Debug)]
pub struct OpeningSource {
    /// The openings of the file or deck; empty for other sources.
    list: Vec<Opening>,
}

impl OpeningSource {
    /// Prepares the openings of a plan. The referee checks each opening of a file or deck once.
    pub fn open(plan: &Plan, referee: &mut Client<impl Pipe>) -> Result<Self> {
        let list = match &plan.openings {
            Openings::File { file, digest, .. } => list::of_file(file, digest, referee)?,
            Openings::Deck { deck, .. } => list::of_deck(deck, referee)?,
            Openings::Start | Openings::Random { .. } => Vec::new(),
        };
        Ok(Self { list })
    }

    /// Returns the opening of a block, which is the same for every pairing and seating.
    ///
    /// After the last opening of a file or deck, the list is used again from its beginning. If the order is random, the
    /// list is shuffled again each time. Random openings are chosen independently for each block: with six plies and
    /// thirty legal moves per ply, the probability that two given blocks have the same opening is of the order of 30⁻⁶.
    pub fn opening(&self, plan: &Plan, block: u64, referee: &mut Client<impl Pipe>) -> Result<Opening> {
        match plan.openings {
            Openings::Start => Ok(Opening::start()),
            Openings::File { order, .. } | Openings::Deck { order, .. } => {
                Ok(list::opening(&self.list, order, plan, block))
            }
            Openings::Random { plies, nodes, balance } => {
                RandomOpenings { plies, nodes, balance }.opening(plan, block, referee)
            }
        }
    }
}
