//! The yardstick that looks one ply ahead with a hand-made measure, which it is given.

use super::super::payoff::TeamPayoffs;
use super::super::playout::{Progress, RootSide, root_moves};
use super::common::stream;
use crate::game::Game;
use crate::search::control::Control;
use crate::search::task::{Report, ReportHandler, SearchResult, SearchTask, Searcher};
use std::cmp::Reverse;
use ugi::Score;

/// Greedy's scores stay within this, far from mates.
const LIMIT: i32 = 20_000;

/// Plays the move that looks best to the side to move; equals are drawn by lot.
#[derive(Clone, Copy, Debug)]
pub struct Greedy<G: Game> {
    value: fn(&G, G::Action) -> i32,
}

impl<G: Game> Greedy<G> {
    /// `value` says how good a legal move looks to the side to move, in the game's own unit.
    #[must_use]
    pub const fn new(value: fn(&G, G::Action) -> i32) -> Self {
        Self { value }
    }
}

impl<G: Game> Searcher<G> for Greedy<G> {
    fn search(
        &mut self,
        root: &G,
        task: &SearchTask<G::Action>,
        control: &Control,
        report: ReportHandler<G>,
    ) -> SearchResult<G::Action> {
        let mut rng = stream(root, task);
        let mut moves = root_moves(root, task);
        // The lot is drawn before the values are known, and the sort is stable.
        rng.shuffle(&mut moves);
        let looked = moves.len().min(control.nodes.map_or(usize::MAX, |limit| limit.max(1) as usize));
        let mut ranked: Vec<_> = moves[..looked].iter().map(|&action| ((self.value)(root, action), action)).collect();
        ranked.sort_by_key(|&(value, _)| Reverse(value));
        let Some(&(_, best)) = ranked.first() else { return SearchResult::NONE };
        let side = RootSide::to_move(root);
        let progress = Progress { samples: 2, seldepth: 1, nodes: looked as u64 };
        for (rank, &(value, action)) in ranked.iter().take(task.multi_pv.max(1)).enumerate() {
            let line = side.report(rank, &TeamPayoffs::default(), progress, vec![action]);
            report(Report { score: Score::Cp(value.clamp(-LIMIT, LIMIT)), ..line });
        }
        SearchResult { best: Some(best), ponder: None, nodes: looked as u64, score: None }
    }
}
