//! What these players share: their random stream, and the report of ranked candidates.

use crate::game::Game;
use crate::search::playout::{Progress, Side};
use crate::search::task::{Answer, Report, Task};
use crate::search::worth::Means;
use base::rng::{Rng, mix};

/// The stream of a search. Mixed with the ply: the same seed means other luck at every move of a game.
pub(super) fn stream<G: Game>(root: &G, task: &Task<G::Action>) -> Rng {
    Rng::new(mix(task.seed ^ mix(root.plies())))
}

/// The answer where there is no move.
pub(super) const fn no_move<A>() -> Answer<A> {
    Answer { best: None, ponder: None, nodes: 0, score: None }
}

/// A root move and what the playouts behind it brought.
#[derive(Clone, Debug)]
pub(super) struct Candidate<A> {
    pub(super) action: A,
    pub(super) means: Means,
}

/// One report for each of the `ranks` best candidates, which come best first; `line` continues a root move.
pub(super) fn tell<A: Copy>(
    ranked: &[Candidate<A>],
    ranks: usize,
    side: Side,
    progress: Progress,
    line: impl Fn(A) -> Vec<A>,
    report: &mut dyn FnMut(Report<A>),
) {
    for (rank, candidate) in ranked.iter().take(ranks.max(1)).enumerate() {
        report(side.report(rank, &candidate.means, progress, line(candidate.action)));
    }
}
