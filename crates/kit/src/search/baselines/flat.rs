//! The flat Monte Carlo baseline player: every root move gets the same number of random playouts.

use super::super::payoff::TeamPayoffs;
use super::super::playout::{NodeCounter, RootSide, random_playout};
use super::common::{Candidate, Sampler, search};
use crate::search::control::{Aborted, Control};
use crate::search::task::{ReportHandler, SearchResult, SearchTask, Searcher};
use crate::state::State;
use base::rng::Rng;

/// Uniform flat Monte Carlo. A round plays one random game after every root move; with hidden hands, all games
/// of a round start from the same determinization. A search to depth D plays 2^D rounds.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::search::{Control, Flat, SearchTask, Searcher, Stop};
/// use nim::Nim;
///
/// let (root, task) = (Nim { left: 3, mover: 0 }, SearchTask { depth: Some(4), ..SearchTask::default() });
/// let result = Flat.search(&root, &task, &Control::new(&Stop::default()), &mut |_| ());
/// assert_eq!(result.best, Some(3));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Flat;

impl<G: State> Searcher<G> for Flat {
    fn search(
        &mut self,
        root: &G,
        task: &SearchTask<G::Action>,
        control: &Control,
        report: ReportHandler<G>,
    ) -> SearchResult<G::Action> {
        let side = RootSide::to_move(root);
        search(root, task, control, report, |moves| {
            let candidates =
                moves.into_iter().map(|action| Candidate { action, means: TeamPayoffs::default() }).collect();
            Rounds { root, side, candidates, scratch: Vec::new() }
        })
    }
}

struct Rounds<'a, G: State> {
    root: &'a G,
    side: RootSide,
    candidates: Vec<Candidate<G::Action>>,
    scratch: Vec<G::Action>,
}

impl<G: State> Sampler<G::Action> for Rounds<'_, G> {
    /// Plays one playout for every candidate.
    fn sample(&mut self, rng: &mut Rng, counter: &mut NodeCounter, seldepth: &mut u32) -> Result<(), Aborted> {
        let world = (G::EVENTS.determinize)(self.root, rng);
        let team = world.team(self.side.seat);
        for candidate in &mut self.candidates {
            let before = counter.nodes();
            counter.visit()?;
            let payoffs = random_playout(world.after(candidate.action), rng, &mut self.scratch, counter)?;
            candidate.means.add(&payoffs, team);
            *seldepth = (*seldepth).max((counter.nodes() - before) as u32);
        }
        Ok(())
    }

    /// Moves with equal payoffs stay in the order of the root moves. Moves without a playout come last.
    fn ranked(&self, side: RootSide) -> Vec<Candidate<G::Action>> {
        let mut ranked = self.candidates.clone();
        let payoff = |candidate: &Candidate<G::Action>| match candidate.means.own.count {
            0 => -1.0,
            _ => side.payoff(&candidate.means.own),
        };
        ranked.sort_by(|a, b| payoff(b).total_cmp(&payoff(a)));
        ranked
    }
}
