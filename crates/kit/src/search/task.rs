//! What a search is: a task, reports on the way, one answer at the end.

use super::control::Control;
use crate::game::State;
use base::rng::mix;
use ugi::{Bound, Score};

/// What is asked of a search, apart from when to stop.
#[derive(Clone, Debug)]
pub struct SearchTask<A> {
    /// Deepest iteration in plies (with hidden hands: 2^depth completions).
    pub depth: Option<u32>,
    /// Search for a mate within so many plies, and answer when it is proved or refuted.
    pub mate: Option<u32>,
    /// Only these root moves; empty means all.
    pub moves: Vec<A>,
    /// The number of best moves to report, at least 1.
    pub multi_pv: usize,
    /// 0–20; 20 is full strength.
    pub skill: u32,
    /// Start of every random stream of this search.
    pub seed: u64,
    /// Helper threads and the main one together, at least 1.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Keys of the positions before the root that can come back, oldest first, where a rule on repetition counts them.
    pub earlier_keys: Vec<u64>,
}

impl<A> SearchTask<A> {
    /// The seed of a search at this ply: the same seed means other luck at every move of a game.
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

/// One report of a running search. Time and nodes per second are added by whoever prints it.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<A> {
    /// Finished depth.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Rank of this line from 1.
    pub multi_pv: usize,
    /// Worth for the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Win, draw and loss of the side to move, permille, 1000 together.
    pub wdl: Option<[u16; 3]>,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// How full the table is, permille.
    pub hashfull: u32,
    /// Positions found in databases so far, of all threads.
    pub tbhits: u64,
    /// Expected share of the win per team, permille; empty in games of two single sides.
    pub evs: Vec<u16>,
    /// The line, all moves legal.
    pub pv: Vec<A>,
}

/// The answer of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult<A> {
    /// The move to play; `None` only when there is none.
    pub best: Option<A>,
    /// The expected reply.
    pub ponder: Option<A>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The value of the best move, for `AllowResign`, `None` when not known.
    pub score: Option<Score>,
}

impl<A> SearchResult<A> {
    /// The answer where there is no move.
    pub const NONE: Self = Self { best: None, ponder: None, nodes: 0, score: None };
}

/// Where the reports of a search go.
pub type ReportHandler<'a, G> = &'a mut dyn FnMut(Report<<G as State>::Action>);

/// A player's thinking, generic over the game. Keeps tables between searches of one game.
pub trait Searcher<G: State>: Send {
    /// Allocates and touches the memory that searches use with a table of `hash` MiB and `threads` threads. Does nothing
    /// if that has been done, or if the player has no table.
    fn prepare(&mut self, _hash: usize, _threads: usize) {}

    /// Forgets everything: tables, histories, random streams. Allocates nothing. Most players keep nothing.
    fn clear(&mut self) {}

    /// What has gone wrong since this was asked last with something that it uses but can do without: a sentence each.
    fn errors(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// The worth of a running position for the side to move without any search, in the unit of [`Score::Cp`]; `None` where
    /// it has no such number.
    fn static_eval(&self, _position: &G) -> Option<i32> {
        None
    }

    /// Thinks about `root` (a position where a seat whose hand is known is to move and has at least one move).
    /// `report` receives every finished iteration, the last one of rank 1 starting with the answer.
    fn search(
        &mut self,
        root: &G,
        task: &SearchTask<G::Action>,
        control: &Control,
        report: ReportHandler<G>,
    ) -> SearchResult<G::Action>;
}
