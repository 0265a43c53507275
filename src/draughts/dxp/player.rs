//! Who plays at this end of a connection: the engine, its limits, its clock. Knows no message.

use crate::games::checkers::squares::with_draw_plies;
use crate::games::checkers::{Checkers, Move};
use base::rng::mix;
use kit::game::State;
use kit::search::clock::ClockLimits;
use kit::search::{Control, SearchTask, Searcher, Stop};
use std::time::Duration;

/// For a move, where there is neither a clock nor another limit.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);
/// The way to the other end and back, and what it does meanwhile.
const OVERHEAD: Duration = Duration::from_millis(50);

/// How long a move may take. Without any the clock of the game decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Nodes of a move.
    pub nodes: Option<u64>,
    /// Time of a move.
    pub move_time: Option<Duration>,
}

/// The engine as a player.
pub struct Player {
    /// What the other side is told.
    pub name: String,
    /// For each move.
    pub limits: Limits,
    /// 0-20.
    pub skill: u32,
    /// Start of everything random.
    pub seed: u64,
    /// MiB of the table.
    pub hash: usize,
    /// How long the other side may think of a move, or do anything else.
    pub timeout: Duration,
    searcher: Box<dyn Searcher<Checkers>>,
}

impl Player {
    /// A player of full strength that thinks with this.
    #[must_use]
    pub fn new(name: &str, limits: Limits, searcher: Box<dyn Searcher<Checkers>>) -> Self {
        let (skill, seed, hash, patience) = (20, 1, 16, Duration::from_secs(600));
        Self { name: name.to_string(), limits, skill, seed, hash, timeout: patience, searcher }
    }

    /// What it has come upon and does without since this was asked last.
    pub(super) fn faults(&mut self) -> Vec<String> {
        self.searcher.errors()
    }

    /// Forgets the game before and is ready for the next.
    pub(super) fn clear(&mut self) {
        self.searcher.prepare(self.hash, 1);
        self.searcher.clear();
    }

    /// Thinks of a move; `clock` is what is left for the whole game, `moves_to_go` how many moves it has to last. There is
    /// a legal move.
    pub(super) fn choose(
        &mut self,
        position: &Checkers,
        draw_plies: u32,
        clock: Option<Duration>,
        moves_to_go: Option<u32>,
    ) -> Option<Move> {
        let stop = Stop::new(false);
        let free = self.limits == Limits::default();
        let limits = ClockLimits {
            time: clock.filter(|_| free),
            moves_to_go: moves_to_go.filter(|_| free && clock.is_some()),
            move_time: self.limits.move_time.or((free && clock.is_none()).then_some(DEFAULT_MOVE_TIME)),
            overhead: OVERHEAD,
            ..ClockLimits::default()
        };
        let control = Control { nodes: self.limits.nodes, ..Control::new(&stop).until(limits.deadlines()) };
        let seed = mix(self.seed ^ mix(position.plies()));
        let task = SearchTask { skill: self.skill, seed, hash: self.hash, ..SearchTask::default() };
        let root = with_draw_plies(position, draw_plies);
        self.searcher.search(&root, &task, &control, &mut |_| ()).best
    }
}
