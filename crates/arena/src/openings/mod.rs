//! The openings of a tournament: the start position, a file, a deck or random plies. All games of a block have the same
//! opening. It depends on the opening's number, the plan's seed and opening settings, and the referee. Random openings
//! with deals also depend on the block.

mod games;
mod list;
mod opening;
mod random;
#[cfg(test)]
mod tests;

use super::plan::{Openings, Plan};
use anyhow::Result;
pub use opening::Opening;
use random::RandomOpenings;
pub use random::{random_game, random_move};
use ugi::{Client, Pipe};

/// The openings of a plan.
#[derive(Clone, Debug)]
pub struct OpeningSource {
    /// The openings of the file or deck; empty for other sources.
    list: list::List,
}

impl OpeningSource {
    /// Prepares the openings of a plan. The referee checks each opening of a file or deck once.
    pub fn open(plan: &Plan, referee: &mut Client<impl Pipe>) -> Result<Self> {
        let list = match &plan.openings.from {
            Openings::File { file, digest, choice } => list::of_file(file, digest, choice, referee)?,
            Openings::Deck { deck, choice } => list::of_deck(deck, choice, referee)?,
            Openings::Start | Openings::Random { .. } => Vec::new(),
        };
        if let Openings::File { choice, .. } | Openings::Deck { choice, .. } = &plan.openings.from {
            choice.check_start(list.len())?;
        }
        Ok(Self { list })
    }

    /// Returns the opening with this zero-based number for the games of a block.
    ///
    /// After the last opening of a file or deck, the list is used again from its beginning. If the order is random, the
    /// list is shuffled again each time. Random openings are chosen independently of each other: with six plies
    /// and thirty legal moves per ply, the probability that two given ones are the same is of the order of 30⁻⁶.
    pub fn opening(&self, plan: &Plan, number: u64, block: u64, referee: &mut Client<impl Pipe>) -> Result<Opening> {
        match &plan.openings.from {
            Openings::Start => Ok(Opening::start()),
            Openings::File { choice, .. } | Openings::Deck { choice, .. } => {
                list::opening(&self.list, choice, plan, number)
            }
            &Openings::Random { plies, nodes, balance } => {
                RandomOpenings { plies, nodes, balance }.opening(plan, number, block, referee)
            }
        }
    }
}
