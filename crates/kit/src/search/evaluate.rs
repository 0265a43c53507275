//! The traits of a game and of an evaluator for alpha-beta search, and the search techniques.

use crate::game::State;
use base::rng::{fnv1a, mix};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// A game for alpha-beta search, with two sides and perfect information. The only required method is the static
/// evaluation; the others make the search faster.
pub trait Evaluate: State {
    /// Size of the history table per side.
    const HISTORY_SIZE: usize = 1 << 12;
    /// Search techniques that this game uses.
    const TECHNIQUES: Techniques = Techniques::FULL;

    /// Returns the static evaluation for the side to move, in hundredths of a piece or in the game's own unit. Its
    /// magnitude is well below [`MATE`](super::MATE). It is called only for running games.
    fn evaluate(&self) -> i32;

    /// Returns the value for the side to move if the search ends at this position although the game goes on,
    /// such as at the end of a round; `None` for all other positions. Its magnitude is well below
    /// [`MATE`](super::MATE).
    fn terminal_value(&self) -> Option<i32> {
        None
    }

    /// Returns whether the side to move must capture or change the balance in some other way. Quiescence search
    /// then tries all moves and does not stand pat.
    fn is_forced(&self) -> bool {
        false
    }

    /// Encodes a move for the transposition table as a number other than 0, unique among the legal moves of a
    /// position. The default hashes the move. If two moves of a position collide, the search may try the wrong
    /// one first.
    #[inline]
    fn encode(action: Self::Action) -> u32 {
        let mut hash = MoveHasher(0);
        action.hash(&mut hash);
        (hash.0 as u32).max(1)
    }

    /// Returns the index of a move in the history table of the side to move, below [`Evaluate::HISTORY_SIZE`].
    #[inline]
    fn history_index(&self, action: Self::Action) -> usize {
        Self::encode(action) as usize % Self::HISTORY_SIZE
    }

    /// Returns the ordering value of a move. Moves with higher values are searched first.
    fn order(&self, _action: Self::Action) -> i32 {
        0
    }

    /// Returns whether a move is quiet: it does not capture, promote or decide anything. Quiet moves become
    /// killers, are counted in the history table, and are reduced as late moves.
    fn is_quiet(&self, _action: Self::Action) -> bool {
        true
    }
}

/// A hasher whose results are the same in every run.
struct MoveHasher(u64);

impl Hasher for MoveHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = mix(self.0 ^ fnv1a(bytes));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Evaluates positions for one thread of a search. The evaluator `()` calls [`Evaluate::evaluate`] and keeps no state.
/// Other evaluators may hold weights, and may keep intermediate results and update them with the differences from the
/// previous position (the first layer of a network: Nasu 2018).
pub trait Evaluator<G>: Default + Clone + Debug + Send + Sync {
    /// Returns the static evaluation for the side to move, like [`Evaluate::evaluate`]. `ply` is the distance
    /// from the root, below [`MAX_PLY`](super::MAX_PLY). Positions at the same and at adjacent plies differ
    /// least.
    fn evaluate(&mut self, position: &G, ply: usize) -> i32;

    /// Returns the evaluation for the side to move of a position that a tablebase reports as won (`wins`) or lost. It
    /// distinguishes progress towards the end of the game from moves without progress.
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

/// Switches and margins of the search techniques. With all switches off, the search returns the values of plain
/// negamax at the same depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques {
    /// Reduces the depth of late moves, and of nodes without a table move.
    pub reductions: bool,
    /// Prunes on the static evaluation and on the number of moves tried.
    pub pruning: bool,
    /// A single legal reply does not reduce the depth.
    pub extensions: bool,
    /// Quiescence search tries moves that are not quiet even if no move is forced.
    pub captures: bool,
    /// A position that repeats inside the search tree counts as a draw, even if the rules require more occurrences or
    /// include no repetition rule. A side that could win makes no progress by repeating, so the search looks for a
    /// better move.
    pub repetition: bool,
    /// Uses table entries of a greater depth than required.
    pub deeper_entries: bool,
    /// The table is probed and written at this depth and above. In games with fast nodes, a probe near the leaves costs
    /// more than it saves, because the table does not fit into the cache.
    pub table_depth: i32,
    /// Pruning margins for the error of the static evaluation.
    pub margins: Margins,
}

/// Pruning margins in hundredths of a piece. They depend on the scale of the evaluation and on how well it
/// predicts the next few plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins {
    /// Reverse futility: per ply of depth, above beta.
    pub reverse: i32,
    /// Futility: fixed part, and part per ply of depth, below alpha. Quiet moves are pruned.
    pub futility: [i32; 2],
    /// Razoring up to depth 3: fixed part, and part per ply of depth, below alpha. Only moves that are not
    /// quiet are searched.
    pub razoring: Option<[i32; 2]>,
    /// Half the width of the first aspiration window.
    pub window: i32,
}

impl Techniques {
    /// The techniques with the greatest playing strength.
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

    /// Only techniques that do not change the value of a search.
    pub const EXACT: Self = Self {
        reductions: false,
        pruning: false,
        extensions: false,
        captures: false,
        repetition: false,
        deeper_entries: false,
        ..Self::FULL
    };

    /// Returns the techniques for proving mates. Nothing is pruned or reduced, but deeper table entries may be used.
    /// Repetitions inside the tree are not draws in such a search: a draw value depends on the path, and the table
    /// would return it on other paths.
    #[must_use]
    pub(super) fn proving(self) -> Self {
        Self { deeper_entries: self.deeper_entries, ..Self::EXACT }
    }
}
