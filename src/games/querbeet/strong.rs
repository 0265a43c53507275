//! The strongest player: alpha-beta search for two seats, search over determinizations for three.

use super::duel::Round;
use super::moves::Action;
use super::position::Querbeet;
use base::rng::Rng;
use kit::chance::Hidden;
use kit::search::AlphaBeta;
use kit::search::Sampling;
use kit::search::{Control, ReportHandler, SearchResult, SearchTask, Searcher, Techniques};
use kit::state::State;

/// Techniques for captures are off, because no move is a capture. Pruning by the static evaluation is off, because the
/// evaluation does not foresee the last tiles of a round: in 60 games against the baseline player at 20,000 nodes per
/// move, the score was 97.5 % without pruning and 95.8 % with it.
const TECHNIQUES: Techniques = Techniques { pruning: false, captures: false, ..Techniques::FULL };

/// The strongest player for two or three seats.
pub struct Strong {
    /// Whether the rules are for two seats. Only then does `prepare` set up `duel`.
    is_duel: bool,
    duel: AlphaBeta<Round>,
    sampling: Sampling<Querbeet>,
}

impl Strong {
    /// Creates a player for rules with `seats` seats, 2 or 3.
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
    fn prepare(&mut self, hash: usize, threads: usize) -> usize {
        if self.is_duel { self.duel.prepare(hash, threads) } else { self.sampling.prepare(hash, threads) }
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
        // With two seats, the view of the seat to move has exactly one determinization.
        let determinized = || Round::of(root.determinize(&mut Rng::new(task.seed)));
        let Some(round) = (root.seats() == 2).then(determinized).flatten() else {
            return self.sampling.search(root, task, control, report);
        };
        // The depth limit exceeds the number of plies left in the round, so that even reduced lines reach its end.
        let deepest = 2 * round.turns_left() + 8;
        let task = SearchTask { depth: Some(task.depth.unwrap_or(deepest).min(deepest)), ..task.clone() };
        let answer = self.duel.search(&round, &task, control, report);
        // Report no ponder move, because it would reveal which tiles the other seat has.
        SearchResult { ponder: None, ..answer }
    }
}
