//! The interface of searches: task, reports, result, and the trait of searchers.

use super::control::Control;
use super::tablebase::Wdl;
use crate::error::KitError;
use crate::state::State;
use base::rng::{Rng, mix};
use ugi::{Bound, Score};

/// The task of a search, without its time and node limits.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::search::{AlphaBeta, Control, SearchTask, Searcher, Stop};
/// use speltafel_kit::ugi::Score;
/// use nim::Nim;
///
/// let root = Nim { left: 6, mover: 0 };
/// let search = |task| AlphaBeta::new().search(&root, &task, &Control::new(&Stop::default()), &mut |_| ());
/// let any = search(SearchTask { depth: Some(5), hash: 1, ..SearchTask::default() });
/// assert_eq!((any.best, any.score), (Some(2), Some(Score::Mate(3))));
/// let restricted = search(SearchTask { depth: Some(5), hash: 1, moves: vec![1, 3], ..SearchTask::default() });
/// assert_eq!((restricted.best, restricted.score), (Some(1), Some(Score::Mate(-4))));
/// assert_eq!(SearchTask { moves: vec![1, 9], ..SearchTask::default() }.root_moves(&root), [1]);
/// ```
#[derive(Clone, Debug)]
pub struct SearchTask<A> {
    /// Maximum depth of iterative deepening in plies. For searches that sample playouts, depth D means 2^D samples.
    pub depth: Option<u32>,
    /// Search for a mate within this many plies. The search ends when the mate is proved or refuted.
    pub mate: Option<u32>,
    /// The root moves to consider; empty means all.
    pub moves: Vec<A>,
    /// Number of best moves to report, at least 1.
    pub multi_pv: usize,
    /// Skill level, 0 to 20; 20 is full strength.
    pub skill: u32,
    /// Seed of the search's random streams.
    pub seed: u64,
    /// Number of threads, the main thread included, at least 1.
    pub threads: usize,
    /// Size of the transposition table in MiB; in searches that sample playouts, the limit for the search trees.
    pub hash: usize,
    /// Keys of the positions before the root that can recur, oldest first.
    pub earlier_keys: Vec<u64>,
}

impl<A> SearchTask<A> {
    /// Returns the legal moves of `root`, or only those in [`SearchTask::moves`] if any of them is legal.
    ///
    /// See the example of [`SearchTask`].
    #[must_use]
    pub fn root_moves<G: State<Action = A>>(&self, root: &G) -> Vec<A>
    where
        A: Copy + Eq,
    {
        let mut legal = root.legal();
        if legal.iter().any(|action| self.moves.contains(action)) {
            legal.retain(|action| self.moves.contains(action));
        }
        legal
    }

    /// Returns the seed for a search at this ply, so that random streams differ between the moves of a game.
    #[must_use]
    pub fn seed_at(&self, plies: u64) -> u64 {
        mix(self.seed ^ mix(plies))
    }
}

impl<A> Default for SearchTask<A> {
    fn default() -> Self {
        Self {
            depth: None,
            mate: None,
            moves: Vec::new(),
            multi_pv: 1,
            skill: 20,
            seed: 1,
            threads: 1,
            hash: 16,
            earlier_keys: Vec::new(),
        }
    }
}

/// A report of a running search on one of its lines (principal variations). The code that prints the report adds the
/// time and the nodes per second.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::search::{AlphaBeta, Control, SearchTask, Searcher, Stop};
/// use nim::Nim;
///
/// let task = SearchTask { depth: Some(2), multi_pv: 3, hash: 1, ..SearchTask::default() };
/// let mut lines = Vec::new();
/// AlphaBeta::new().search(&Nim { left: 100, mover: 0 }, &task, &Control::new(&Stop::default()), &mut |report| {
///     lines.push((report.depth, report.multi_pv));
/// });
/// assert_eq!(lines, [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Report<A> {
    /// Depth of the iteration that found this line. In searches that sample playouts, the base-2 logarithm of the
    /// number of samples, rounded down.
    pub depth: u32,
    /// Maximum ply reached.
    pub seldepth: u32,
    /// The 1-based rank of this line.
    pub multi_pv: usize,
    /// Value for the side to move; `None` if nothing was evaluated, as when the limit is lower than one playout.
    pub score: Option<Score>,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Win, draw and loss for the side to move in permille, with a sum of 1000.
    pub wdl: Option<[u16; 3]>,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Fraction of the transposition table written by this search, in permille.
    pub hashfull: u32,
    /// Tablebase hits of all threads so far.
    pub tbhits: u64,
    /// Expected payoff of each team in permille; empty if there are at most two seats and at most two teams.
    pub evs: Vec<u16>,
    /// The principal variation. All moves are legal.
    pub pv: Vec<A>,
    /// If the report only tells which root move is being searched: its number, from 1. `pv` is then this move, and the
    /// score is that of the best line so far.
    pub current: Option<u32>,
}

/// The result of a search.
///
/// See the example of [`SearchTask`].
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult<A> {
    /// The move to play; `None` only if there is no legal move.
    pub best: Option<A>,
    /// The expected reply.
    pub ponder: Option<A>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The score of the best move, `None` if unknown. With the option `AllowResign`, this score decides whether the
    /// engine resigns.
    pub score: Option<Score>,
    /// What the player wants to say about the search; `info string` shows it.
    pub remark: Option<String>,
}

impl<A> SearchResult<A> {
    /// The result if there is no legal move.
    pub const NONE: Self = Self { best: None, ponder: None, nodes: 0, score: None, remark: None };
}

/// The function that receives the reports of a search.
///
/// See the example of [`Report`].
pub type ReportHandler<'a, G> = &'a mut dyn FnMut(Report<<G as State>::Action>);

/// A search algorithm, generic over the game. It may keep tables between the searches of one game.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::prelude::*;
/// use speltafel_kit::search::{Control, ReportHandler, SearchResult, SearchTask, Searcher, Stop};
/// use nim::Nim;
///
/// /// Plays the first legal move.
/// struct First;
///
/// impl<G: State> Searcher<G> for First {
///     fn search(
///         &mut self,
///         root: &G,
///         _task: &SearchTask<G::Action>,
///         _control: &Control,
///         _report: ReportHandler<G>,
///     ) -> SearchResult<G::Action> {
///         SearchResult { best: root.legal().first().copied(), ..SearchResult::NONE }
///     }
/// }
///
/// let (root, task) = (Nim { left: 10, mover: 0 }, SearchTask::default());
/// let result = First.search(&root, &task, &Control::new(&Stop::default()), &mut |_| ());
/// assert_eq!(result.best, Some(1));
/// ```
pub trait Searcher<G: State>: Send {
    /// Allocates and touches the memory for searches with a table of `hash` MiB and `threads` threads. Does nothing if
    /// the memory is already prepared, or if the searcher has no table. Returns the MiB that the table may use: less
    /// than `hash` if there is less memory.
    fn prepare(&mut self, hash: usize, _threads: usize) -> usize {
        hash
    }

    /// Clears everything kept between searches: tables, histories and random streams. Allocates nothing. The default
    /// does nothing.
    fn clear(&mut self) {}

    /// Returns the non-fatal errors since the last call, one sentence each. For example, an endgame database cannot be
    /// read, and the search continues without it.
    fn errors(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the outcome of a position for the side to move according to the endgame database of the searcher, under
    /// rules without a move-count draw; `None` if the searcher has none, or if the position is not in it.
    fn tablebase(&self, _position: &G) -> Option<Wdl> {
        None
    }

    /// Returns the static evaluation of a position for the side to move, in the unit of [`Score::Cp`]; `None` if the
    /// searcher has no static evaluation. The game must not be over.
    fn static_eval(&self, _position: &G) -> Option<i32> {
        None
    }

    /// Checks what this search demands of the game in a position; [`laws::check`](crate::laws::check) calls it.
    ///
    /// # Errors
    /// Returns [`KitError::Law`] if a law does not hold.
    fn law(&self, _position: &G, _rng: &mut Rng) -> Result<(), KitError>
    where
        Self: Sized,
    {
        Ok(())
    }

    /// Returns a value of a position for the side to move, by which [`laws::check`](crate::laws::check) finds out
    /// whether high values go with won games. The default is the static evaluation. The game must not be over.
    fn value_law(&self, position: &G, _rng: &mut Rng) -> Option<i32> {
        self.static_eval(position)
    }

    /// Searches `root`, a position in which the seat to move has at least one move and knows its own hand.
    ///
    /// `report` is called for each line of every finished iteration. The principal variation of the last report of rank
    /// 1 starts with the best move of the result, except at reduced skill.
    fn search(
        &mut self,
        root: &G,
        task: &SearchTask<G::Action>,
        control: &Control,
        report: ReportHandler<G>,
    ) -> SearchResult<G::Action>;
}
