//! The strongest player: alpha-beta search where two play, search over completions where three do.

use super::duel::Round;
use super::moves::Action;
use super::position::Querbeet;
use base::rng::Rng;
use kit::game::Game;
use kit::search::alphabeta::AlphaBeta;
use kit::search::sampling::Sampling;
use kit::search::{Control, ReportHandler, SearchResult, SearchTask, Searcher, Techniques};

/// No move is a capture, and nothing is cut off on the evaluation, which does not see the last tiles coming. (60 games at
/// 20,000 nodes a move: 97.5 % against the baseline player; with that pruning 95.8 %.)
const TECHNIQUES: Techniques = Techniques { pruning: false, captures: false, ..Techniques::FULL };

/// The player.
pub struct Strong {
    /// Do two seats play? Then the first of these searches, which has a table, else the second.
    is_duel: bool,
    duel: AlphaBeta<Round>,
    sampling: Sampling<Querbeet>,
}

impl Strong {
    /// A player that has thought of nothing yet, for two seats or for three.
    #[must_use]
    pub fn new(seats: u8) -> Self {
        Self { is_duel: seats == 2, duel: AlphaBeta::with(TECHNIQUES), sampling: Sampling::new() }
    }
}

impl Default for Strong {
    fn default() -> Self {
        Self::new(2)
    }
}

impl Searcher<Querbeet> for Strong {
    fn prepare(&mut self, hash: usize, threads: usize) {
        if self.is_duel {
            self.duel.prepare(hash, threads);
        }
    }

    fn clear(&mut self) {
        self.duel.clear();
        self.sampling.clear();
    }

    fn search(
        &mut self,
        root: &Querbeet,
        task: &SearchTask<Action>,
        control: &Control,
        report: ReportHandler<Querbeet>,
    ) -> SearchResult<Action> {
        // A view of two seats has exactly one completion.
        let completed = || Round::of(root.determinize(&mut Rng::new(task.seed)));
        let Some(round) = (root.seats() == 2).then(completed).flatten() else {
            return self.sampling.search(root, task, control, report);
        };
        // Deeper than the round because of reductions; deep enough for every line to reach its end.
        let deepest = 2 * round.turns_left() + 8;
        let task = SearchTask { depth: Some(task.depth.unwrap_or(deepest).min(deepest)), ..task.clone() };
        let answer = self.duel.search(&round, &task, control, report);
        // The other seat's tiles are hidden after all: there is no reply to ponder on.
        SearchResult { ponder: None, ..answer }
    }
}
