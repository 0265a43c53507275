//! The traits of a game and of an evaluator for alpha-beta search, and the search techniques.

use crate::state::State;
use base::rng::{fnv1a, mix};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// A game for alpha-beta search, with two sides and perfect information. In a game with chance, the search goes through
/// the events that [`Chance::outcomes`](crate::chance::Chance::outcomes) lists (expectimax). The only required method
/// is the static evaluation.
///
/// ```
/// use speltafel_kit::prelude::*;
/// use speltafel_kit::search::{AlphaBeta, Control, Evaluate, SearchTask, Searcher, Stop};
///
/// /// Two seats take turns to remove one to three pieces from a heap. Taking the last piece wins.
/// #[derive(Clone, PartialEq, Debug)]
/// struct Nim {
///     left: u64,
///     mover: usize,
/// }
/// # impl State for Nim {
/// #     type Action = u64;
/// #     fn turn(&self) -> Turn {
/// #         if self.left == 0 { Turn::Over } else { Turn::Seat(Seat::new(self.mover)) }
/// #     }
/// #     fn ending(&self) -> Option<Ending> {
/// #         (self.left == 0).then(|| Ending::win(1 - self.mover, Reason::new("no_pieces")))
/// #     }
/// #     fn actions(&self, out: &mut Vec<u64>) {
/// #         out.extend(1..=self.left.min(3));
/// #     }
/// #     fn play(&mut self, action: u64) {
/// #         self.left -= action;
/// #         self.mover = 1 - self.mover;
/// #     }
/// #     fn key(&self) -> u64 {
/// #         speltafel_kit::rng::mix(self.left << 1 | self.mover as u64)
/// #     }
/// # }
///
/// // The implementation of `State` is not shown.
/// impl Evaluate for Nim {
///     /// The side to move loses if the number of pieces is a multiple of four.
///     fn evaluate(&self) -> i32 {
///         if self.left.is_multiple_of(4) { -50 } else { 50 }
///     }
/// }
///
/// let (root, task) = (Nim { left: 99, mover: 0 }, SearchTask { depth: Some(1), hash: 1, ..SearchTask::default() });
/// let result = AlphaBeta::new().search(&root, &task, &Control::new(&Stop::default()), &mut |_| ());
/// assert_eq!(result.best, Some(3));
/// ```
pub trait Evaluate: State {
    /// Number of entries in the history table of each side.
    const HISTORY_SIZE: usize = 1 << 12;
    /// Whether the two sides always move in turn. The search is then faster, but wrong if a side moves twice in a row.
    const ALTERNATES: bool = false;
    /// Search techniques that this game uses.
    const TECHNIQUES: Techniques = Techniques::FULL;

    /// Returns the static evaluation for the side to move, in hundredths of a piece or in the game's own unit. Its
    /// magnitude is well below [`MATE`](super::MATE). The method is called only while the game is not over.
    ///
    /// In a game with chance, the unit is the expected payoff, from `-WIN` for a certain loss to [`WIN`](super::WIN): a
    /// probability of winning `p` has the value `(2p - 1) * WIN`. The method is then called only if a seat is to move.
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

    /// Encodes a move for the transposition table as a number other than 0. The numbers of the legal moves of a
    /// position should differ: if two are equal, the search may try the wrong move first. The default hashes the move.
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
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::search::{AlphaBeta, Evaluate, Evaluator, Searcher};
/// use nim::Nim;
///
/// /// The evaluation of the game, multiplied by a weight.
/// #[derive(Default, Clone, Debug)]
/// struct Weighted(i32);
///
/// impl Evaluator<Nim> for Weighted {
///     fn evaluate(&mut self, position: &Nim, _ply: usize) -> i32 {
///         self.0 * position.evaluate()
///     }
/// }
///
/// let player = AlphaBeta::<Nim>::new().with_evaluator(Weighted(3));
/// assert_eq!(player.static_eval(&Nim { left: 10, mover: 0 }), Some(150));
/// ```
pub trait Evaluator<G>: Default + Clone + Debug + Send + Sync {
    /// Returns the static evaluation for the side to move, like [`Evaluate::evaluate`]. `ply` is the distance from the
    /// root, below [`MAX_PLY`](super::MAX_PLY). An evaluator that keeps intermediate results can store them by ply: the
    /// last position evaluated at the same or an adjacent ply usually differs least from this one.
    fn evaluate(&mut self, position: &G, ply: usize) -> i32;

    /// Returns the evaluation, for the side to move, of a position that a tablebase reports as won (if `wins` is set)
    /// or lost. The evaluation should distinguish progress towards the end of the game from moves without progress. The
    /// default is [`Evaluator::evaluate`].
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
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::prelude::*;
/// use speltafel_kit::search::{AlphaBeta, Control, Evaluate, SearchTask, Searcher, Stop, Techniques};
/// use speltafel_kit::ugi::Score;
/// use nim::Nim;
///
/// fn negamax(position: &Nim, depth: u32) -> i32 {
///     let values = position.legal().into_iter().map(|action| -negamax(&position.after(action), depth - 1));
///     if depth == 0 { position.evaluate() } else { values.max().unwrap_or(0) }
/// }
///
/// let (root, task) = (Nim { left: 30, mover: 0 }, SearchTask { depth: Some(3), hash: 1, ..SearchTask::default() });
/// let mut exact = AlphaBeta::with(Techniques::EXACT);
/// let result = exact.search(&root, &task, &Control::new(&Stop::default()), &mut |_| ());
/// assert_eq!(result.score, Some(Score::Cp(negamax(&root, 3))));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques {
    /// Reduces the depth of late moves, and of nodes without a table move.
    pub reductions: bool,
    /// Prunes on the static evaluation and on the number of moves tried.
    pub pruning: bool,
    /// Extends the search by one ply in nodes with a single legal move.
    pub extensions: bool,
    /// Quiescence search tries non-quiet moves even if no move is forced.
    pub captures: bool,
    /// A position that has already occurred on the path from the root counts as a draw, even if the rules require more
    /// occurrences or include no repetition rule. A side that can win makes no progress by repeating a position, so it
    /// then prefers another move.
    pub repetition: bool,
    /// In a game without a repetition rule, a position that has occurred in the game before the root counts as a draw
    /// too. This is off in [`Techniques::FULL`]: it helps where endings are won by many quiet moves, and costs strength
    /// elsewhere.
    pub game_repetition: bool,
    /// Uses table entries of a greater depth than required.
    pub deeper_entries: bool,
    /// The minimum depth at which the table is probed and written. In games with fast nodes, a probe near the leaves
    /// costs more than it saves, because the table does not fit into the cache.
    pub table_depth: i32,
    /// Margins of pruning and of the aspiration window.
    pub margins: Margins,
}

/// Margins of pruning and of the aspiration window, in hundredths of a piece. They depend on the scale of the
/// evaluation and on how well it predicts the next few plies.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::search::{AlphaBeta, Control, Margins, SearchTask, Searcher, Stop, Techniques};
/// use nim::Nim;
///
/// // Margins for an evaluation that changes a lot from ply to ply.
/// const WIDE: Margins = Margins { reverse: 90, window: 60, ..Techniques::FULL.margins };
/// // A game would define this constant in its implementation of `Evaluate`.
/// const TECHNIQUES: Techniques = Techniques { margins: WIDE, ..Techniques::FULL };
///
/// let (root, task) = (Nim { left: 30, mover: 0 }, SearchTask { depth: Some(3), hash: 1, ..SearchTask::default() });
/// let mut player = AlphaBeta::with(TECHNIQUES);
/// let result = player.search(&root, &task, &Control::new(&Stop::default()), &mut |_| ());
/// assert_eq!(result.best, Some(2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins {
    /// Reverse futility margin above beta, per ply of depth.
    pub reverse: i32,
    /// Futility margin below alpha for quiet moves: a fixed part, and a part per ply of depth.
    pub futility: [i32; 2],
    /// Razoring margin below alpha, up to depth 3: a fixed part, and a part per ply of depth. A node is pruned if
    /// quiescence search confirms that its value is not above alpha. `None` disables razoring.
    pub razoring: Option<[i32; 2]>,
    /// Half the width of the first aspiration window.
    pub window: i32,
}

impl Techniques {
    /// All switches are on, for the greatest playing strength. The margins are the defaults, without razoring.
    pub const FULL: Self = Self {
        reductions: true,
        pruning: true,
        extensions: true,
        captures: true,
        repetition: true,
        game_repetition: false,
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
        game_repetition: false,
        deeper_entries: false,
        ..Self::FULL
    };

    /// Returns the techniques for a game with chance. No side can force a repetition there, and the margins of pruning
    /// are not in the unit of an expected payoff.
    #[must_use]
    pub(super) fn with_chance(self) -> Self {
        Self { pruning: false, repetition: false, game_repetition: false, ..self }
    }

    /// Returns the techniques for proving mates. Nothing is pruned or reduced, but deeper table entries may be used.
    /// Repetitions inside the tree do not count as draws: that value depends on the path, and the table would return it
    /// on other paths.
    #[must_use]
    pub(super) fn proving(self) -> Self {
        Self { deeper_entries: self.deeper_entries, ..Self::EXACT }
    }
}
