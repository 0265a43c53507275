//! The baseline player that plays random legal moves.

use super::super::payoff::TeamPayoffs;
use super::super::playout::{Progress, RootSide};
use super::common::stream;
use crate::search::control::Control;
use crate::search::task::{ReportHandler, SearchResult, SearchTask, Searcher};
use crate::state::State;

/// Plays [`State::random_action`]: a uniformly random legal move, except that a move that claims a win is always played
/// if the claim is correct, and never if it is wrong. If the task restricts the root moves, every one of them is
/// equally likely.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::prelude::*;
/// use speltafel_kit::search::{Control, Random, SearchTask, Searcher, Stop};
/// use nim::Nim;
///
/// let root = Nim { left: 10, mover: 0 };
/// let best = |seed| {
///     let task = SearchTask { seed, ..SearchTask::default() };
///     Random.search(&root, &task, &Control::new(&Stop::default()), &mut |_| ()).best
/// };
/// assert_eq!(best(1), best(1));
/// assert!((1..=20).all(|seed| best(seed).is_some_and(|action| root.legal().contains(&action))));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: State> Searcher<G> for Random {
    fn search(
        &mut self,
        root: &G,
        task: &SearchTask<G::Action>,
        _control: &Control,
        report: ReportHandler<G>,
    ) -> SearchResult<G::Action> {
        let mut rng = stream(root, task);
        let mut moves = task.root_moves(root);
        let action = if task.moves.is_empty() {
            root.random_action(&mut rng, &mut moves)
        } else {
            Some(moves[rng.index(moves.len())])
        };
        let Some(action) = action else { return SearchResult::NONE };
        let progress = Progress { samples: 2, seldepth: 1, nodes: 1 };
        report(RootSide::to_move(root).report(0, &TeamPayoffs::default(), progress, vec![action]));
        SearchResult { best: Some(action), nodes: 1, ..SearchResult::NONE }
    }
}
