//! Search for games with hidden information. It samples determinizations of the mover's view and plays out the root
//! moves in each of them, first through a reply tree and then by the game's playout policy. It never uses information
//! that is hidden from the mover.

mod law;
mod racing;
mod reply_tree;
mod workers;
#[cfg(test)]
mod tests;

use super::playout::{Progress, samples_asked};
use super::skill::Skill;
use crate::error::KitError;
use crate::search::control::Control;
use crate::search::sampled::Sampled;
use crate::search::task::{ReportHandler, SearchResult, SearchTask, Searcher};
use crate::search::value::MATE;
use crate::state::State;
use base::rng::{Rng, mix};
use racing::Race;
use reply_tree::{MAX_DEPTH, ReplyTree, longest};
use std::marker::PhantomData;
use workers::{NodeBudget, Workers};

/// Number of determinizations that suffice for a score if there is no choice.
const ENOUGH: u64 = 64;
/// If necessary, the node limit of a skill level is raised to allow this many determinizations.
const LEAST: u64 = 8;

/// Samples determinizations with common random numbers. The root moves are compared by racing (sequential elimination)
/// on paired differences. A reply tree grows after each root move (information-set tree search).
///
/// A search to depth D samples 2^D determinizations and reports at each doubling of their number. Clearly worse moves
/// are eliminated. The moves to be reported are kept, so that their means are over the same determinizations.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::prelude::*;
/// # use speltafel_kit::search::{Control, Payoffs, Sampled, Sampling, SearchTask, Searcher, Stop};
/// use nim::Nim;
///
/// # impl Sampled for Nim {
/// #     fn playout(mut self, rng: &mut Rng, scratch: &mut Vec<u64>, nodes: &mut u64) -> Payoffs {
/// #         while let Some(action) = self.random_action(rng, scratch) {
/// #             self.play(action);
/// #             *nodes += 1;
/// #         }
/// #         self.payoffs()
/// #     }
/// #     fn prior(&self, _: u64) -> i32 {
/// #         0
/// #     }
/// # }
/// // Taking one leaves four pieces, after which every reply loses.
/// let (root, task) = (Nim { left: 5, mover: 0 }, SearchTask { depth: Some(8), hash: 1, ..SearchTask::default() });
/// let result = Sampling::new().search(&root, &task, &Control::new(&Stop::default()), &mut |_| ());
/// assert_eq!(result.best, Some(1));
/// ```
#[derive(Debug)]
pub struct Sampling<G> {
    /// Maximum depth of the reply tree in plies.
    deepest: usize,
    game: PhantomData<fn(G)>,
}

impl<G> Sampling<G> {
    /// Creates a player that keeps no state between searches.
    #[must_use]
    pub const fn new() -> Self {
        Self { deepest: MAX_DEPTH, game: PhantomData }
    }

    /// Creates a player without a reply tree, for tests and measurements. All its replies follow the playout policy.
    #[must_use]
    pub const fn flat() -> Self {
        Self { deepest: 0, game: PhantomData }
    }
}

impl<G> Default for Sampling<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Sampled> Searcher<G> for Sampling<G> {
    fn law(&self, position: &G, rng: &mut Rng) -> Result<(), KitError> {
        law::check(position, rng).map_err(KitError::Law)
    }

    fn value_law(&self, position: &G, rng: &mut Rng) -> Option<i32> {
        law::value(position, rng)
    }

    fn search(
        &mut self,
        root: &G,
        task: &SearchTask<G::Action>,
        control: &Control,
        report: ReportHandler<G>,
    ) -> SearchResult<G::Action> {
        let moves = task.root_moves(root);
        if moves.is_empty() {
            return SearchResult::NONE;
        }
        let skill = Skill::new(task.skill);
        let least = (moves.len() as u64 * LEAST).saturating_mul(longest::<G>().saturating_add(1));
        let level = skill.map(|skill| skill.nodes().max(least));
        let budget = NodeBudget::new([control.nodes, level].into_iter().flatten().min());
        let mut race = Race::new(root, moves);
        if budget.reserve(race.candidates.len() as u64).is_ok() {
            race.look_ahead(root);
        }
        let ranks = task.multi_pv.clamp(1, race.candidates.len());
        let kept = ranks.max(skill.map_or(1, Skill::multi_pv));
        let asked = samples_asked(task, control, race.is_settled(), ENOUGH);
        let seed = task.seed_at(root.plies());
        let workers = Workers { root, control, budget: &budget, seed };
        let threads = task.threads.max(1);
        let bytes = (task.hash.max(1) << 20) / threads;
        let mut trees: Vec<_> = (0..threads).map(|_| ReplyTree::new(self.deepest, bytes)).collect();

        let mut progress = Progress { samples: 0, seldepth: 1, nodes: 0 };
        let (mut doubling, mut reported) = (2, None);
        while progress.samples < asked {
            // Batches are small enough to eliminate bad moves early, and end at every doubling.
            let step = (progress.samples / 4).max(2);
            let goal = (progress.samples + step).min(doubling).min(asked);
            let batch = workers.play(&race, progress.samples..goal, &mut trees);
            progress.samples += batch.determinizations;
            progress.seldepth = progress.seldepth.max(batch.seldepth);
            progress.nodes = budget.used();
            race.add_tallies(&batch.tallies, kept);
            if batch.aborted {
                break;
            }
            if progress.samples == doubling {
                report_lines::<G>(&race, ranks, progress, report);
                reported = Some(doubling);
                doubling = doubling.saturating_mul(2);
                race.reset_gaps();
            }
            let decided = race.candidates.len() == 1 && progress.samples >= ENOUGH;
            // If the choice is decided, stop early to save time on the clock. With a fixed time per move, both
            // deadlines are equal and there is nothing to save, so the search continues until the deadline.
            if decided && control.soft.is_some() && control.soft < control.hard {
                break;
            }
        }
        progress.nodes = budget.used();
        if reported != Some(progress.samples) {
            report_lines::<G>(&race, ranks, progress, report);
        }
        let best = race.candidates[0].action;
        let picked = skill.and_then(|skill| skill.pick(&race.values(), MATE - 1, &mut Rng::new(mix(seed))));
        let (score, longest) = (race.score(), longest::<G>().saturating_add(1));
        let remark = control.nodes.filter(|&nodes| score.is_none() && nodes < longest);
        let remark = remark.map(|nodes| format!("no playout: it may visit {longest} nodes, and the limit is {nodes}"));
        SearchResult { best: picked.or(Some(best)), nodes: progress.nodes, score, remark, ponder: None }
    }
}

fn report_lines<G: State>(race: &Race<G::Action>, ranks: usize, progress: Progress, report: ReportHandler<G>) {
    (0..ranks).for_each(|rank| report(race.report(rank, progress)));
}
