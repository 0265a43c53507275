//! The yardstick of flat Monte Carlo: every root move gets equally many random playouts.

use super::super::payoff::TeamPayoffs;
use super::super::playout::{NodeCounter, RootSide, random_playout};
use super::common::{Candidate, Sampler, search};
use crate::game::Game;
use crate::search::control::{Aborted, Control};
use crate::search::task::{ReportHandler, SearchResult, SearchTask, Searcher};
use base::rng::Rng;

/// Uniform flat Monte Carlo: in each round one random game after every root move, with hidden hands all of them from
/// one completion. Depth D is 2^D rounds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flat;

impl<G: Game> Searcher<G> for Flat {
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

/// A search under way.
struct Rounds<'a, G: Game> {
    root: &'a G,
    side: RootSide,
    candidates: Vec<Candidate<G::Action>>,
    scratch: Vec<G::Action>,
}

impl<G: Game> Sampler<G::Action> for Rounds<'_, G> {
    /// A playout for every candidate.
    fn sample(&mut self, rng: &mut Rng, meter: &mut NodeCounter, seldepth: &mut u32) -> Result<(), Aborted> {
        let world = self.root.determinize(rng);
        let team = world.team(self.side.seat);
        for candidate in &mut self.candidates {
            let before = meter.nodes();
            meter.visit()?;
            let shares = random_playout(world.after(candidate.action), rng, &mut self.scratch, meter)?;
            candidate.means.add(&shares, team);
            *seldepth = (*seldepth).max((meter.nodes() - before) as u32);
        }
        Ok(())
    }

    /// Equals stay in the order of the legal list. What was never tried comes last.
    fn ranked(&self, side: RootSide) -> Vec<Candidate<G::Action>> {
        let mut ranked = self.candidates.clone();
        let worth = |candidate: &Candidate<G::Action>| match candidate.means.own.count {
            0 => -1.0,
            _ => side.payoff(&candidate.means.own),
        };
        ranked.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        ranked
    }
}
