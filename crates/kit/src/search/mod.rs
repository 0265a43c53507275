//! What a search is: a task, a control that says when to stop, reports on the way, one answer at the end.
//! Names no game and prints nothing: a handler receives the reports.

pub mod alphabeta;
pub mod clock;
pub mod control;
#[cfg(test)]
mod exact_toys;
pub mod playout;
pub mod sampling;
pub mod skill;
pub mod table;
pub mod tablebase;
#[cfg(test)]
pub(crate) mod toy;
pub mod worth;
pub mod yardsticks;

pub use control::{Aborted, Control, Stop};
pub use ugi::{Bound, Score};

use crate::game::{Game, GameResult};
use alphabeta::Techniques;
use base::rng::Rng;
use std::fmt::Debug;

/// Scores at or beyond this are mates: `MATE - plies`.
pub const MATE: i32 = 32_000;
/// The deepest search in plies.
pub const MAX_PLY: usize = 128;

/// What is asked of a search, apart from when to stop.
#[derive(Clone, Debug)]
pub struct Task<A> {
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
    pub before: Vec<u64>,
}

impl<A> Default for Task<A> {
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
            before: Vec::new(),
        }
    }
}

/// The score of a value on the scale on which mates are `±(MATE − plies)`.
#[must_use]
pub fn score_of(value: i32) -> Score {
    let plies = MATE - value.abs();
    if plies > 2 * MAX_PLY as i32 {
        Score::Cp(value)
    } else if value > 0 {
        Score::Mate(plies)
    } else {
        Score::Mate(-plies)
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
pub struct Answer<A> {
    /// The move to play; `None` only when there is none.
    pub best: Option<A>,
    /// The expected reply.
    pub ponder: Option<A>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The value of the best move, for `AllowResign`, `None` when not known.
    pub score: Option<Score>,
}

/// What alpha-beta search needs of a game of two sides with open information.
pub trait Evaluate: Game {
    /// Slots of the history table, of each side.
    const SLOTS: usize;

    /// What the evaluation keeps of positions that it has seen, to work the next one out from what differs (the first layer of
    /// a network: Nasu 2018); `()` where it keeps nothing. Each thread has its own.
    type Accumulators: Default + Clone + Debug + Send + Sync;

    /// What the search of this game uses.
    const TECHNIQUES: Techniques = Techniques::FULL;

    /// Worth for the side to move in hundredths of a piece (or of the game's own unit), well below [`MATE`]. Only asked
    /// while the game runs.
    fn evaluate(&self) -> i32;

    /// The same worth, worked out with what is kept. `ply` is the distance from the root, below [`MAX_PLY`]: positions
    /// at the same and at neighbouring plies differ least.
    fn evaluate_with(&self, _accumulators: &mut Self::Accumulators, _ply: usize) -> i32 {
        self.evaluate()
    }

    /// Worth for the side to move where a database knows that it wins, or else loses: what tells a step towards the end
    /// from standing still.
    fn progress(&self, accumulators: &mut Self::Accumulators, ply: usize, _wins: bool) -> i32 {
        self.evaluate_with(accumulators, ply)
    }

    /// The value for the side to move where the search has nothing to look for any more although the game goes on, such
    /// as the end of a round; `None` everywhere else. Well below [`MATE`].
    fn settled(&self) -> Option<i32> {
        None
    }

    /// Must the side to move capture (or do something else that changes the balance at once)? Quiescence search then
    /// looks at every move instead of standing pat.
    fn is_forced(&self) -> bool;

    /// A number for a move that differs from those of the other legal moves and is not 0; for the table.
    fn code(action: Self::Action) -> u32;

    /// Where the history table of the side to move counts a move, below [`Evaluate::SLOTS`].
    fn slot(&self, action: Self::Action) -> usize;

    /// How promising a move looks before it is searched; higher first.
    fn order(&self, action: Self::Action) -> i32;

    /// Does a move neither take nor promote nor decide anything? Quiet moves become killers, are counted in the
    /// history and are reduced when they come late.
    fn is_quiet(&self, action: Self::Action) -> bool;
}

/// The share of the win of each team (they sum to 1); a game has at most four.
pub type Shares = [f32; 4];

/// What search over completions needs of a game with hidden hands.
pub trait Sampled: Game {
    /// No playout adds more to `nodes` than this. Searches set so much of their node limit aside before each playout,
    /// and stop when that is no longer there: the limit is never overstepped.
    const LONGEST_PLAYOUT: u64 = 256;

    /// Plays on from here (no holes) by the policy of the game, over chance events too, up to a horizon that the game
    /// chooses, and says what each team may expect there. Adds every state visited to `nodes`; the one it starts from
    /// need not count.
    fn playout(self, rng: &mut Rng, scratch: &mut Vec<Self::Action>, nodes: &mut u64) -> Shares;

    /// How promising a root move looks before it is searched; higher first.
    fn prior(&self, action: Self::Action) -> i32;

    /// A finished game's shares, from its result.
    fn final_shares(&self) -> Shares {
        final_shares(self)
    }
}

/// Win 1, draw or undecided an even part each.
#[must_use]
pub fn final_shares<G: Game>(position: &G) -> Shares {
    let mut shares = [0.0; 4];
    match position.judged(None) {
        GameResult::Win(team) => shares[team] = 1.0,
        GameResult::Draw | GameResult::None => {
            let teams = position.teams();
            shares[..teams].fill(1.0 / teams as f32);
        }
    }
    shares
}

/// A player's thinking, generic over the game. Keeps tables between searches of one game.
pub trait Searcher<G: Game>: Send {
    /// Allocates and touches the memory that searches use with a table of `hash` MiB and `threads` threads. Does nothing
    /// if that has been done, or if the player has no table.
    fn prepare(&mut self, _hash: usize, _threads: usize) {}

    /// Forgets everything: tables, histories, random streams. Allocates nothing.
    fn clear(&mut self);

    /// What has gone wrong since this was asked last with something that it uses but can do without: a sentence each.
    fn faults(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// The worth of a running position for the side to move without any search, in the unit of [`Score::Cp`]; `None` where
    /// it has no such number.
    fn judge(&self, _position: &G) -> Option<i32> {
        None
    }

    /// Thinks about `root` (a position where a seat whose hand is known is to move and has at least one move).
    /// `report` receives every finished iteration, the last one of rank 1 starting with the answer.
    fn search(
        &mut self,
        root: &G,
        task: &Task<G::Action>,
        control: &Control,
        report: &mut dyn FnMut(Report<G::Action>),
    ) -> Answer<G::Action>;
}
