//! The engine as a DXP player, with its limits and its clock.

use crate::games::checkers::squares::with_draw_plies;
use crate::games::checkers::{Checkers, Move};
use base::rng::mix;
use kit::search::ClockLimits;
use kit::search::{Control, SearchTask, Searcher, Stop};
use kit::state::State;
use std::time::Duration;

/// The time for a move if there is neither a clock nor another limit.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);
/// Time per move that is reserved for the network and the other program.
const OVERHEAD: Duration = Duration::from_millis(50);

/// The engine, with the name, limits and settings with which it plays over DXP. If both limits are `None`, the game
/// clock limits the search; without a clock, a search takes one second.
pub struct Player {
    /// The name that is sent to the other side.
    pub name: String,
    /// Maximum number of nodes per move.
    pub nodes: Option<u64>,
    /// Maximum time per move.
    pub move_time: Option<Duration>,
    /// Strength, from 0 to 20.
    pub skill: u32,
    /// The seed of the random number generator.
    pub seed: u64,
    /// The size of the transposition table, in MiB.
    pub hash: usize,
    /// How long to wait for a move or an answer from the other side.
    pub timeout: Duration,
    /// The strongest player of the game.
    pub searcher: Box<dyn Searcher<Checkers>>,
}

impl Player {
    /// Prepares for a new game: sets the size of the transposition table and clears the searcher.
    pub(super) fn clear(&mut self) {
        self.searcher.prepare(self.hash, 1);
        self.searcher.clear();
    }

    /// Searches for a move in a position with at least one legal move. The search scores a position as drawn after
    /// `draw_plies` plies without a capture or a promotion. `clock` is the time left for the game (`None` without a
    /// clock), and `moves_to_go` is the number of moves to make in that time (`None` for all remaining moves). Returns
    /// `None` if the search finds no move.
    pub(super) fn choose(
        &mut self,
        position: &Checkers,
        draw_plies: u32,
        clock: Option<Duration>,
        moves_to_go: Option<u32>,
    ) -> Option<Move> {
        let stop = Stop::new(false);
        let free = self.nodes.is_none() && self.move_time.is_none();
        let limits = ClockLimits {
            time: clock.filter(|_| free),
            moves_to_go: moves_to_go.filter(|_| free && clock.is_some()),
            move_time: self.move_time.or((free && clock.is_none()).then_some(DEFAULT_MOVE_TIME)),
            overhead: OVERHEAD,
            ..ClockLimits::default()
        };
        let control = Control { nodes: self.nodes, ..Control::new(&stop).until(limits.deadlines()) };
        let seed = mix(self.seed ^ mix(position.plies()));
        let task = SearchTask { skill: self.skill, seed, hash: self.hash, ..SearchTask::default() };
        let root = with_draw_plies(position, draw_plies);
        self.searcher.search(&root, &task, &control, &mut |_| ()).best
    }
}
