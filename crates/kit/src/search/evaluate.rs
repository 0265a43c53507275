//! The traits of a game and of an evaluator for alpha-beta search, and the search techniques.

use crate::game::State;
use base::rng::{fnv1a, mix};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// A game for alpha-beta search, with two sides and perfect information. The only required method is the static
/// evaluation.
pub trait Evaluate: State {
    /// Number of entries in the history table of each side.
    const HISTORY_SIZE: usize = 1 << 12;
    /// Search techniques that this game uses.
    const TECHNIQUES: Techniques = Techniques::FULL;

    /// Returns the static evaluation for the side to move, in hundredths of a piece or in the game's own unit. Its
    /// magnitude is well below [`MATE`](super::MATE). The method is called only while the game is not over.
    fn evaluate(&self) -> i32;

    /// Returns the value for the side to move if the search ends at this position although the game continues, such as
    /// at the end of a round; `None` for all other positions. Its magnitude is well below [`MATE`](super::MATE).
    fn terminal_value(&self) -> Option<i32> {
        None
    }

    /// Returns whether the side to move must capture or make some other non-quiet move. Quiescence search then tries
    /// all moves and does not stand pat.
    fn is_forced(&self) -> bool {
        false
    }

    /// Encodes a move for the transposition table as a number other than 0, unique among the legal moves of a position.
    /// The default hashes the move. If the encodings of two moves collide, the search may try the wrong one first.
    #[inline]
    fn encode(action: Self::Action) -> u32 {
        let mut hash = MoveHasher(0);
        action.hash(&mut hash);
        (hash.0 as u32).max(1)
    }

    /// Returns a move's index in the mover's history table, below [`Evaluate::HISTORY_SIZE`].
    #[inline]
    fn history_index(&self, action: Self::Action) -> usize {
        Self::encode(action) as usize % Self::HISTORY_SIZE
    }

    /// Returns the ordering value of a move. Moves with higher values are searched first. Non-quiet moves with a value
    /// below 0, such as losing captures, are searched after the quiet moves, and quiescence search skips them unless
    /// the side to move is [forced](Evaluate::is_forced).
    fn order(&self, _action: Self::Action) -> i32 {
        0
    }

    /// Returns whether a move is quiet, that is, does not capture, promote or decide the game. Only quiet moves become
    /// killers, have history values and are reduced as late moves.
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

/// Evaluates positions for one search thread. The evaluator `()` calls [`Evaluate::evaluate`] and keeps no state. Other
/// evaluators may contain weights. They may also keep intermediate results, such as the first layer of a network (Nasu
/// 2018), and update them with the differences from the previous position.
pub trait Evaluator<G>: Default + Clone + Debug + Send + Sync {
    /// Returns the static evaluation for the side to move, like [`Evaluate::evaluate`]. `ply` is the distance from the
    /// root, below [`MAX_PLY`](super::MAX_PLY). Positions at equal or adjacent plies differ least, which an evaluator
    /// with state can use.
    fn evaluate(&mut self, position: &G, ply: usize) -> i32;

    /// Returns the evaluation, for the side to move, of a position that a tablebase reports as won (`wins`) or lost.
    /// The evaluation should distinguish progress towards the end of the game from moves without progress.
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

/// Switches and margins of the search techniques. With all switches off, the search returns the same values as plain
/// negamax at the same depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques {
    /// Reduces the depth of late moves, and of nodes without a table move.
    pub reductions: bool,
    /// Prunes on the static evaluation and on the number of moves tried.
    pub pruning: bool,
    /// A single legal reply does not reduce the depth.
    pub extensions: bool,
    /// Quiescence search tries non-quiet moves even if no move is forced.
    pub captures: bool,
    /// A position that repeats inside the search tree counts as a draw, even if the rules require more occurrences or
    /// include no repetition rule. A side that could win makes no progress by repeating, so the search looks for a
    /// better move.
    pub repetition: bool,
    /// Uses table entries of a greater depth than required.
    pub deeper_entries: bool,
    /// The minimum depth at which the table is probed and written. In games with fast nodes, a probe near the leaves
    /// costs more than it saves, because the table does not fit into the cache.
    pub table_depth: i32,
    /// Pruning margins, which allow for the error of the static evaluation.
    pub margins: Margins,
}

/// Margins of pruning and of the aspiration window, in hundredths of a piece. They depend on the scale of the
/// evaluation and on how well it predicts the next few plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins {
    /// Reverse futility margin above beta, per ply of depth.
    pub reverse: i32,
    /// Futility margin below alpha for quiet moves: a fixed part, and a part per ply of depth.
    pub futility: [i32; 2],
    /// Razoring margin below alpha, up to depth 3: a fixed part, and a part per ply of depth. A node is pruned if
    /// quiescence search confirms that its value is not above alpha.
    pub razoring: Option<[i32; 2]>,
    /// Half the width of the first aspiration window.
    pub window: i32,
}

impl Techniques {
    /// All techniques with their default margins, for the greatest playing strength.
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
    /// Repetitions inside the tree do not count as draws: that value depends on the path, and the table would return it
    /// on other paths.
    #[must_use]
    pub(super) fn proving(self) -> Self {
        Self { deeper_entries: self.deeper_entries, ..Self::EXACT }
    }
}
