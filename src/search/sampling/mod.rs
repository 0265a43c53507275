//! Search with hidden hands: completes the mover's view many times and plays every root move on in each completion by
//! the policy of the game. Works on views and never on a truth. Knows no game.

mod crew;
mod race;

use super::{Answer, Bound, Control, Report, Sampled, Score, Searcher, Task};
use crate::rng::{Rng, mix};
use crew::{Budget, Crew};
use race::Race;
use std::marker::PhantomData;

/// With a single legal move and a limit other than `depth`, so many completions are enough for a score.
const ENOUGH_FOR_ONE: u64 = 64;

/// Flat sampling of completions with common random numbers, a race of the root moves decided by paired differences.
///
/// Depth D is 2^D completions, reported at each doubling. A move that is clearly behind leaves the race, but those
/// that are reported stay in, so that their means are over the same completions.
#[derive(Debug)]
pub struct Sampling<G>(PhantomData<fn(G)>);

impl<G> Sampling<G> {
    /// A player; it keeps nothing between searches.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G> Default for Sampling<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Sampled> Searcher<G> for Sampling<G> {
    fn clear(&mut self) {}

    fn search(
        &mut self,
        root: &G,
        task: &Task<G::Action>,
        control: &Control,
        report: &mut dyn FnMut(Report<G::Action>),
    ) -> Answer<G::Action> {
        let mut moves = task.moves.clone();
        if moves.is_empty() {
            root.actions(&mut moves);
        }
        if moves.is_empty() {
            return Answer { best: None, ponder: None, nodes: 0, score: None };
        }
        let single = moves.len() == 1;
        let budget = Budget::new(control.nodes);
        let crew = Crew { root, control, budget: &budget, seed: task.seed, threads: task.threads.max(1) };
        let mut race = Race::new(root, moves);
        let ranks = task.multi_pv.clamp(1, race.running.len());
        let asked = completions_asked(task);
        let clocked = control.soft.is_some() || control.hard.is_some();
        let limited = clocked || control.nodes.is_some();
        let enough = match asked {
            Some(asked) => asked,
            None if limited && (single || race.is_won()) => ENOUGH_FOR_ONE,
            None => u64::MAX,
        };

        let (mut done, mut seldepth, mut doubling, mut reported) = (0, 1, 2, None);
        while done < enough {
            // Often enough to let the hopeless go early, and at every doubling.
            let goal = (done + (done / 4).max(2)).min(doubling).min(enough);
            let harvest = crew.play(&race, done..goal);
            done += harvest.completions;
            seldepth = seldepth.max(harvest.seldepth);
            race.take_in(&harvest.tallies, ranks);
            if harvest.aborted {
                break;
            }
            if done == doubling {
                tell(&race, ranks, done, seldepth, budget.used(), report);
                reported = Some(done);
                doubling = doubling.saturating_mul(2);
            }
            if control.soft.is_some() && race.running.len() == 1 {
                break;
            }
        }
        if reported != Some(done) {
            tell(&race, ranks, done, seldepth, budget.used(), report);
        }
        let chosen = choose(&race, task, done);
        let (score, ..) = race.figures(0);
        Answer {
            best: Some(race.running[chosen].action),
            ponder: None,
            nodes: budget.used(),
            score: Some(score).filter(|_| done > 0 || matches!(score, Score::Mate(_))),
        }
    }
}

/// The completions that the task asks for: depth D and mate D mean 2^D.
fn completions_asked<A>(task: &Task<A>) -> Option<u64> {
    let depth = [task.depth, task.mate].into_iter().flatten().min()?;
    Some(1 << depth.min(62))
}

/// One report a rank. The depth is the number of doublings that are finished.
fn tell<A: Copy + PartialEq>(
    race: &Race<A>,
    ranks: usize,
    done: u64,
    seldepth: u32,
    nodes: u64,
    report: &mut dyn FnMut(Report<A>),
) {
    for rank in 0..ranks {
        let (score, wdl, evs) = race.figures(rank);
        report(Report {
            depth: done.max(1).ilog2(),
            seldepth,
            multi_pv: rank + 1,
            score,
            bound: Bound::Exact,
            wdl: Some(wdl),
            nodes,
            hashfull: 0,
            evs,
            pv: vec![race.running[rank].action],
        });
    }
}

/// The best move, or for lower skill the best after noise on the means.
fn choose<A: Copy + PartialEq>(race: &Race<A>, task: &Task<A>, done: u64) -> usize {
    if task.skill >= 20 {
        return 0;
    }
    let mut rng = Rng::new(mix(task.seed ^ mix(done)));
    let spread = f64::from(20 - task.skill) * 0.02;
    let noisy = race.running.iter().map(|runner| race.share(runner) + spread * rng.unit());
    noisy.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(index, _)| index)
}
