//! The random stream of the baseline players, and the main loop of those that sample playouts.

use crate::search::control::{Aborted, Control};
use crate::search::payoff::TeamPayoffs;
use crate::search::playout::{NodeCounter, Progress, RootSide, samples_asked};
use crate::search::task::{ReportHandler, SearchResult, SearchTask};
use crate::state::State;
use base::rng::Rng;

/// Number of samples that suffice for a score if there is only one move.
const ENOUGH: u64 = 16;

/// Returns the random stream of a search, which depends only on the task's seed and the ply of the root.
pub(super) fn stream<G: State>(root: &G, task: &SearchTask<G::Action>) -> Rng {
    Rng::new(task.seed_at(root.plies()))
}

/// A root move and the mean payoffs of its playouts.
#[derive(Clone, Debug)]
pub(super) struct Candidate<A> {
    pub(super) action: A,
    pub(super) means: TeamPayoffs,
}

/// A running search that samples playouts.
pub(super) trait Sampler<A: Copy> {
    /// Takes one sample. `seldepth` is raised to the length of the longest line in the sample, if that is greater.
    fn sample(&mut self, rng: &mut Rng, counter: &mut NodeCounter, seldepth: &mut u32) -> Result<(), Aborted>;

    /// Returns the root moves, best first. There is at least one.
    fn ranked(&self, side: RootSide) -> Vec<Candidate<A>>;

    /// Returns the principal variation that starts with this root move.
    fn pv(&self, action: A) -> Vec<A> {
        vec![action]
    }
}

/// Takes samples until a limit is reached. Reports at each doubling of their number and at the end. `start` creates the
/// sampler from the root moves.
pub(super) fn search<G: State, S: Sampler<G::Action>>(
    root: &G,
    task: &SearchTask<G::Action>,
    control: &Control,
    report: ReportHandler<G>,
    start: impl FnOnce(Vec<G::Action>) -> S,
) -> SearchResult<G::Action> {
    let moves = task.root_moves(root);
    if moves.is_empty() {
        return SearchResult::NONE;
    }
    let side = RootSide::to_move(root);
    let asked = samples_asked(task, control, moves.len() == 1, ENOUGH);
    let mut sampler = start(moves);
    let (mut rng, mut counter) = (stream(root, task), NodeCounter::new(control));
    let mut progress = Progress { samples: 0, seldepth: 1, nodes: 0 };
    let mut reported = None;
    let mut report_lines = |sampler: &S, progress| {
        for (rank, candidate) in sampler.ranked(side).iter().take(task.multi_pv.max(1)).enumerate() {
            report(side.report(rank, &candidate.means, progress, sampler.pv(candidate.action)));
        }
    };
    while progress.samples < asked && control.may_go_on() {
        let finished = sampler.sample(&mut rng, &mut counter, &mut progress.seldepth);
        progress.nodes = counter.nodes();
        if finished.is_err() {
            break;
        }
        progress.samples += 1;
        if progress.samples > 1 && progress.samples.is_power_of_two() {
            report_lines(&sampler, progress);
            reported = Some(progress.nodes);
        }
    }
    if reported != Some(progress.nodes) {
        report_lines(&sampler, progress);
    }
    let Candidate { action, means } = sampler.ranked(side).swap_remove(0);
    let score = (means.own.count > 0).then(|| side.score(&means.own));
    SearchResult {
        best: Some(action),
        ponder: sampler.pv(action).get(1).copied(),
        nodes: progress.nodes,
        score,
        remark: None,
    }
}
