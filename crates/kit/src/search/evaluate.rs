//! What alpha-beta search needs of a game, and the techniques that it uses.

use crate::game::State;
use base::rng::{fnv1a, mix};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// What alpha-beta search needs of a game of two sides with open information: a number for a position. All else makes the
/// search faster.
pub trait Evaluate: State {
    /// Slots of the history table, of each side.
    const HISTORY_SIZE: usize = 1 << 12;
    /// What the search of this game uses.
    const TECHNIQUES: Techniques = Techniques::FULL;

    /// Worth for the side to move in hundredths of a piece (or of the game's own unit), well below [`MATE`](super::MATE). Only asked
    /// while the game runs.
    fn evaluate(&self) -> i32;

    /// The value for the side to move where the search has nothing to look for any more although the game goes on, such
    /// as the end of a round; `None` everywhere else. Well below [`MATE`](super::MATE).
    fn terminal_value(&self) -> Option<i32> {
        None
    }

    /// Must the side to move capture (or do something else that changes the balance at once)? Quiescence search then
    /// looks at every move instead of standing pat.
    fn is_forced(&self) -> bool {
        false
    }

    /// A number for a move that differs from those of the other legal moves and is not 0; for the table. The default hashes
    /// the move: where two moves of a position share a number the search may try the wrong one first.
    #[inline]
    fn encode(action: Self::Action) -> u32 {
        let mut hash = MoveHasher(0);
        action.hash(&mut hash);
        (hash.0 as u32).max(1)
    }

    /// Where the history table of the side to move counts a move, below [`Evaluate::HISTORY_SIZE`].
    #[inline]
    fn history_index(&self, action: Self::Action) -> usize {
        Self::encode(action) as usize % Self::HISTORY_SIZE
    }

    /// How promising a move looks before it is searched; higher first.
    fn order(&self, _action: Self::Action) -> i32 {
        0
    }

    /// Does a move neither take nor promote nor decide anything? Quiet moves become killers, are counted in the
    /// history and are reduced when they come late.
    fn is_quiet(&self, _action: Self::Action) -> bool {
        true
    }
}

/// A hash of a move that is the same in every run.
struct MoveHasher(u64);

impl Hasher for MoveHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = mix(self.0 ^ fnv1a(bytes));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Evaluates positions for one thread of a search. The evaluator `()` asks [`Evaluate::evaluate`] and keeps nothing;
/// another one may hold weights of its own, or keep what it has seen to work the next position out from what differs (the
/// first layer of a network: Nasu 2018).
pub trait Evaluator<G>: Default + Clone + Debug + Send + Sync {
    /// Worth for the side to move, as [`Evaluate::evaluate`] has it. `ply` is the distance from the root, below
    /// [`MAX_PLY`](super::MAX_PLY): positions at the same and at neighbouring plies differ least.
    fn evaluate(&mut self, position: &G, ply: usize) -> i32;

    /// Worth for the side to move where a database knows that it wins, or else loses: what tells a step towards the end
    /// from standing still.
    fn progress(&mut self, position: &G, ply: usize, _wins: bool) -> i32 {
        self.evaluate(position, ply)
    }
}

impl<G: Evaluate> Evaluator<G> for () {
    #[inline]
    fn evaluate(&mut self, position: &G, _ply: usize) -> i32 {
        position.evaluate()
    }
}

/// Switches. With all of them off the search equals plain negamax of the same depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques {
    /// Late moves are searched less deep, and so are positions without a table move.
    pub reductions: bool,
    /// Branches are cut on the static evaluation and on the number of moves tried before.
    pub pruning: bool,
    /// Single replies do not cost depth.
    pub extensions: bool,
    /// At the horizon the moves that are not quiet are still tried, also where none of them is forced.
    pub captures: bool,
    /// A position that comes back inside the tree counts as a draw. A rule on repetition asks for more occurrences, or there
    /// is none; but whoever could win and repeats makes no progress, and a search that sees it so looks for better.
    pub repetition: bool,
    /// Deeper table entries than asked for serve too.
    pub deeper_entries: bool,
    /// The table is asked and told at this depth and beyond. Where a node is quick the table, which is out of the
    /// cache, costs more near the horizon than it saves.
    pub table_depth: i32,
    /// What the static evaluation may be wrong by.
    pub margins: Margins,
}

/// Differences of values that branches are cut by, in hundredths of a piece. They go with the scale of an evaluation, and with
/// how well it foresees what a few plies bring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins {
    /// Above the window, for each ply of depth: nothing is searched (reverse futility).
    pub reverse: i32,
    /// Below the window, at once and for each ply of depth: quiet moves are left out (futility).
    pub futility: [i32; 2],
    /// Below the window, at once and for each ply of the last three: only what is not quiet is looked at (razoring).
    pub razoring: Option<[i32; 2]>,
    /// Half the width of the first aspiration window.
    pub window: i32,
}

impl Techniques {
    /// What plays strongest.
    pub const FULL: Self = Self {
        reductions: true,
        pruning: true,
        extensions: true,
        captures: true,
        repetition: true,
        deeper_entries: true,
        table_depth: 1,
        margins: Margins { reverse: 50, futility: [40, 60], razoring: None, window: 25 },
    };

    /// Only what cannot change a value.
    pub const EXACT: Self = Self {
        reductions: false,
        pruning: false,
        extensions: false,
        captures: false,
        repetition: false,
        deeper_entries: false,
        ..Self::FULL
    };

    /// For proving mates: nothing is left out, but what is known deeper may be used. Repetitions are not counted as
    /// draws here: such a value belongs to the path, and the table would hand it to others.
    #[must_use]
    pub(super) fn proving(self) -> Self {
        Self { deeper_entries: self.deeper_entries, ..Self::EXACT }
    }
}
