//! The yardsticks: four simple players that are frozen once landed, so that later versions of the strong player can be
//! measured against them for ever. Generic over any game; only ever repaired, never improved.

mod flat;
mod greedy;
mod random;
mod uct;

#[cfg(test)]
mod tests;

pub use flat::Flat;
pub use greedy::Greedy;
pub use random::Random;
pub use uct::Uct;

use super::playout::{Progress, Side};
use super::worth::Mean;
use super::{Answer, Report, Task};
use crate::game::Game;
use base::rng::{Rng, mix};

/// The stream of a search. Mixed with the ply: the same seed means other luck at every move of a game.
fn stream<G: Game>(root: &G, task: &Task<G::Action>) -> Rng {
    Rng::new(mix(task.seed ^ mix(root.plies())))
}

/// The answer where there is no move.
const fn no_move<A>() -> Answer<A> {
    Answer { best: None, ponder: None, nodes: 0, score: None }
}

/// A root move and what the playouts behind it brought.
#[derive(Clone, Copy, Debug)]
struct Candidate<A> {
    action: A,
    mean: Mean,
}

/// One report for each of the `ranks` best candidates, which come best first; `line` continues a root move.
fn tell<A: Copy>(
    ranked: &[Candidate<A>],
    ranks: usize,
    side: Side,
    progress: Progress,
    line: impl Fn(A) -> Vec<A>,
    report: &mut dyn FnMut(Report<A>),
) {
    for (rank, candidate) in ranked.iter().take(ranks.max(1)).enumerate() {
        report(side.report(rank, &candidate.mean, progress, line(candidate.action)));
    }
}
