//! The baseline player that looks one ply ahead, with a heuristic that the game supplies.

use super::super::payoff::TeamPayoffs;
use super::super::playout::{Progress, RootSide};
use super::common::stream;
use crate::search::control::Control;
use crate::search::task::{Report, ReportHandler, SearchResult, SearchTask, Searcher};
use crate::state::State;
use std::cmp::Reverse;
use ugi::Score;

/// Maximum magnitude of a score, far below mates.
const LIMIT: i32 = 20_000;

/// Plays the move with the highest value for the side to move. Ties are broken at random.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::search::{Control, Greedy, SearchTask, Searcher, Stop};
/// use nim::Nim;
///
/// // This player prefers to take many pieces.
/// let mut player = Greedy::new(|_: &Nim, action| action as i32);
/// let root = Nim { left: 10, mover: 0 };
/// let result = player.search(&root, &SearchTask::default(), &Control::new(&Stop::default()), &mut |_| ());
/// assert_eq!(result.best, Some(3));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Greedy<G: State> {
    value: fn(&G, G::Action) -> i32,
}

impl<G: State> Greedy<G> {
    /// Creates a player. `value` returns the value of a legal move for the side to move, in the game's own unit.
    #[must_use]
    pub const fn new(value: fn(&G, G::Action) -> i32) -> Self {
        Self { value }
    }
}

impl<G: State> Searcher<G> for Greedy<G> {
    fn search(
        &mut self,
        root: &G,
        task: &SearchTask<G::Action>,
        control: &Control,
        report: ReportHandler<G>,
    ) -> SearchResult<G::Action> {
        let mut rng = stream(root, task);
        let mut moves = task.root_moves(root);
        // Ties are broken at random because the moves are shuffled first and the sort is stable.
        rng.shuffle(&mut moves);
        let examined = moves.len().min(control.nodes.map_or(usize::MAX, |limit| limit.max(1) as usize));
        let mut ranked: Vec<_> = moves[..examined].iter().map(|&action| ((self.value)(root, action), action)).collect();
        ranked.sort_by_key(|&(value, _)| Reverse(value));
        let Some(&(_, best)) = ranked.first() else { return SearchResult::NONE };
        let side = RootSide::to_move(root);
        let progress = Progress { samples: 2, seldepth: 1, nodes: examined as u64 };
        for (rank, &(value, action)) in ranked.iter().take(task.multi_pv.max(1)).enumerate() {
            let line = side.report(rank, &TeamPayoffs::default(), progress, vec![action]);
            report(Report { score: Some(Score::Cp(value.clamp(-LIMIT, LIMIT))), ..line });
        }
        SearchResult { best: Some(best), nodes: examined as u64, ..SearchResult::NONE }
    }
}
