//! The yardstick of flat Monte Carlo: every root move gets equally many random playouts.

use super::super::playout::{Meter, Progress, Side, random_playout, root_moves, samples_asked};
use super::super::worth::Means;
use super::common::{Candidate, no_move, stream, tell};
use crate::game::Game;
use crate::search::control::{Aborted, Control};
use crate::search::task::{Answer, Report, Searcher, Task};
use base::rng::Rng;

/// Where there is nothing to choose, so many rounds are enough for a score.
const ENOUGH: u64 = 16;

/// Uniform flat Monte Carlo: in each round one random game after every root move, with hidden hands all of them from
/// one completion. Depth D is 2^D rounds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flat;

impl<G: Game> Searcher<G> for Flat {
    fn clear(&mut self) {}

    fn search(
        &mut self,
        root: &G,
        task: &Task<G::Action>,
        control: &Control,
        report: &mut dyn FnMut(Report<G::Action>),
    ) -> Answer<G::Action> {
        let moves = root_moves(root, task);
        if moves.is_empty() {
            return no_move();
        }
        let side = Side::to_move(root);
        let asked = samples_asked(task, control, moves.len() == 1, ENOUGH);
        let mut candidates: Vec<_> =
            moves.into_iter().map(|action| Candidate { action, means: Means::default() }).collect();
        let mut rng = stream(root, task);
        let (mut meter, mut scratch) = (Meter::new(control), Vec::new());
        let mut progress = Progress { samples: 0, seldepth: 1, nodes: 0 };
        let mut reported = None;
        while progress.samples < asked && control.may_go_on() {
            let finished =
                round(root, side, &mut candidates, &mut rng, &mut scratch, &mut meter, &mut progress.seldepth);
            progress.nodes = meter.nodes();
            if finished.is_err() {
                break;
            }
            progress.samples += 1;
            if progress.samples > 1 && progress.samples.is_power_of_two() {
                tell(&ranked(&candidates, side), task.multi_pv, side, progress, |action| vec![action], report);
                reported = Some(progress.nodes);
            }
        }
        let ranked = ranked(&candidates, side);
        if reported != Some(progress.nodes) {
            tell(&ranked, task.multi_pv, side, progress, |action| vec![action], report);
        }
        let best = &ranked[0].means.own;
        let score = (best.count > 0).then(|| side.score(best));
        Answer { best: Some(ranked[0].action), ponder: None, nodes: progress.nodes, score }
    }
}

/// A playout for every candidate.
fn round<G: Game>(
    root: &G,
    side: Side,
    candidates: &mut [Candidate<G::Action>],
    rng: &mut Rng,
    scratch: &mut Vec<G::Action>,
    meter: &mut Meter,
    seldepth: &mut u32,
) -> Result<(), Aborted> {
    let world = root.complete(rng);
    let team = world.team(side.seat);
    for candidate in candidates {
        let before = meter.nodes();
        meter.visit()?;
        let shares = random_playout(world.after(candidate.action), rng, scratch, meter)?;
        candidate.means.add(&shares, team);
        *seldepth = (*seldepth).max((meter.nodes() - before) as u32);
    }
    Ok(())
}

/// Best first; equals stay in the order of the legal list. What was never tried comes last.
fn ranked<A: Clone>(candidates: &[Candidate<A>], side: Side) -> Vec<Candidate<A>> {
    let mut ranked = candidates.to_vec();
    let worth = |candidate: &Candidate<A>| match candidate.means.own.count {
        0 => -1.0,
        _ => side.share(&candidate.means.own),
    };
    ranked.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    ranked
}
