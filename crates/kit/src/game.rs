//! What a game is: positions as values, seats, turns, hidden hands, endings. Texts and chance are traits of their own.

use base::rng::Rng;
use std::fmt::Debug;
use std::hash::Hash;
pub use ugi::{GameResult, Seat, Turn, Viewer};

/// Why a game ended by its own rules: a word of the game, as it stands on the wire (`protocol.md` lists those in use).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reason(&'static str);

impl Reason {
    /// A position occurred too often.
    pub const REPETITION: Self = Self::new("repetition");
    /// Too many plies without progress.
    pub const NO_PROGRESS: Self = Self::new("no_progress");
    /// Too many plies.
    pub const MAX_PLIES: Self = Self::new("max_plies");

    /// The reason that is written as `word`: lower case letters and `_`.
    #[must_use]
    pub const fn new(word: &'static str) -> Self {
        Self(word)
    }

    /// The word on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.0
    }
}

/// The end of a game by its own rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won.
    pub result: GameResult,
    /// By which rule.
    pub reason: Reason,
}

impl Ending {
    /// `team` won by `reason`.
    #[must_use]
    pub const fn win(team: usize, reason: Reason) -> Self {
        Self { result: GameResult::Win(team), reason }
    }

    /// A draw by `reason`.
    #[must_use]
    pub const fn draw(reason: Reason) -> Self {
        Self { result: GameResult::Draw, reason }
    }

    /// Did a count of plies run out? Every other rule goes before it.
    #[must_use]
    pub fn is_by_count(self) -> bool {
        [Reason::NO_PROGRESS, Reason::MAX_PLIES].contains(&self.reason)
    }
}

/// An end that the rules of the game do not know: it lies over the position and is no part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This seat resigned, made an illegal move or ran out of time, and loses with its team.
    Offence(Seat),
    /// A runner's word.
    Declared(GameResult),
}

/// A position of one game, as a value: copied, played on, compared, never undone. This is all that a search of a
/// game with open information asks for. What else an engine wants to know is in [`Game`], where every function has a default.
///
/// ```
/// use kit::game::{Ending, Reason, Seat, State, Turn};
/// use kit::perft::perft;
///
/// /// Two seats take one to three from a heap; who takes the last one wins.
/// #[derive(Clone, PartialEq, Debug)]
/// struct Nim {
///     left: u8,
///     mover: usize,
/// }
///
/// impl State for Nim {
///     type Action = u8;
///
///     fn turn(&self) -> Turn {
///         if self.left == 0 { Turn::Over } else { Turn::Seat(Seat::new(self.mover)) }
///     }
///
///     fn ending(&self) -> Option<Ending> {
///         (self.left == 0).then(|| Ending::win(1 - self.mover, Reason::new("no_pieces")))
///     }
///
///     fn actions(&self, out: &mut Vec<u8>) {
///         out.extend(1..=self.left.min(3));
///     }
///
///     fn play(&mut self, action: u8) {
///         self.left -= action;
///         self.mover = 1 - self.mover;
///     }
///
///     fn key(&self) -> u64 {
///         u64::from(self.left) << 1 | self.mover as u64
///     }
/// }
///
/// assert_eq!(perft(&Nim { left: 4, mover: 0 }, 2), 6);
/// ```
pub trait State: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// A move, small and flat.
    type Action: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Who decides next; [`Turn::Over`] exactly when [`State::ending`] is known.
    fn turn(&self) -> Turn;

    /// The end by the rules, or `None` while the game runs.
    fn ending(&self) -> Option<Ending>;

    /// Appends every legal move of the seat to move, each token of the notation once, in a fixed order. Nothing when
    /// no seat is to move.
    fn actions(&self, out: &mut Vec<Self::Action>);

    /// Plays a legal move.
    fn play(&mut self, action: Self::Action);

    /// A hash of everything that decides how the game goes on, but for the counts behind [`State::plies_left`];
    /// [`mix`](crate::rng::mix) makes one of a few numbers.
    fn key(&self) -> u64;

    /// Every legal move, as [`State::actions`] lists them.
    fn legal(&self) -> Vec<Self::Action> {
        let mut all = Vec::new();
        self.actions(&mut all);
        all
    }

    /// The position after a legal move.
    #[must_use]
    #[inline]
    fn after(&self, action: Self::Action) -> Self {
        let mut next = self.clone();
        next.play(action);
        next
    }

    /// How many moves [`State::actions`] would append.
    fn count_actions(&self) -> usize {
        self.legal().len()
    }

    /// How many sequences of two moves there are, where the game can tell without playing each first one; else `None`, and
    /// whoever asks (perft does) has to play. The list is room to work in and comes back as it was.
    fn count_replies(&self, _list: &mut Vec<Self::Action>) -> Option<u64> {
        None
    }

    /// How many occurrences of a position draw the game, at least 2; `None` without such a rule. [`State::ending`] does not
    /// know it: a position knows nothing of what came before it, so whoever keeps the history counts ([`crate::key_history::KeyHistory`]).
    fn repetitions(&self) -> Option<u32> {
        None
    }

    /// Can no position from before this legal move come back after it? `false` where that is not known. Repetitions are
    /// looked for no further back than the last irreversible move.
    fn is_irreversible(&self, _action: Self::Action) -> bool {
        false
    }

    /// Plies played since the start of the game; 0 in games that keep no count.
    fn plies(&self) -> u64 {
        0
    }

    /// Plies until the game is drawn or stopped by a no-progress count or a ply cap, when nothing else happens;
    /// `u32::MAX` when never. Searches use it to see that end coming.
    fn plies_left(&self) -> u32 {
        u32::MAX
    }
}

/// A game with its seats, its points and what each seat may know. Every function has a default, that of a game of two seats
/// without points in which nothing is hidden and nothing is drawn by lot.
///
/// A position may have *holes* (unknown cards or tiles of others): then it is a seat's view. Everything public can be
/// asked of a view; the moves only of a seat whose hand it knows. Games that hide something have [`Game::mask`],
/// [`Game::is_partial`] and [`Game::determinize`], games with chance [`Game::resolve_chance`].
pub trait Game: State {
    /// The number of seats.
    fn seats(&self) -> usize {
        2
    }

    /// The number of teams; seat k plays for team `k % teams()` unless [`Game::team`] says otherwise.
    fn teams(&self) -> usize {
        self.seats()
    }

    /// The team of a seat, counted from 0. Where that is not known, see [`Game::knows_teams`], p1 is the only one known
    /// to be of p1's team.
    fn team(&self, seat: Seat) -> usize {
        seat.index() % self.teams()
    }

    /// Is it known here who plays with whom? In some games a view does not know it from the start. Completions do.
    fn knows_teams(&self) -> bool {
        true
    }

    /// A move drawn evenly from the legal ones, but never one that loses at once by its own declaration and always one
    /// that wins so (a claim). `None` when no seat is to move. `scratch` is a list that may be overwritten.
    fn random_action(&self, rng: &mut Rng, scratch: &mut Vec<Self::Action>) -> Option<Self::Action> {
        scratch.clear();
        self.actions(scratch);
        (!scratch.is_empty()).then(|| scratch[rng.index(scratch.len())])
    }

    /// The same hash, computed anew: where [`State::key`] is kept incrementally a law test compares the two.
    fn fresh_key(&self) -> u64 {
        self.key()
    }

    /// Points of each seat. Without a verdict: as they stand. With one: what they become by it.
    /// The default is that of games without points: 2 for a win, 1 for a draw, else 0.
    fn scores(&self, verdict: Option<Verdict>) -> Vec<i32> {
        let result = self.result_with(verdict);
        (0..self.seats())
            .map(|index| match result {
                GameResult::Win(team) if team == self.team(Seat::new(index)) => 2,
                GameResult::Draw => 1,
                GameResult::Win(_) | GameResult::None => 0,
            })
            .collect()
    }

    /// The result by the rules or, where there is one, by the verdict. The default knows games of two teams; where the
    /// team of an offender is not known nobody is known to have won.
    fn result_with(&self, verdict: Option<Verdict>) -> GameResult {
        match verdict {
            Some(Verdict::Offence(seat)) if seat != Seat::P1 && !self.knows_teams() => GameResult::None,
            Some(Verdict::Offence(seat)) => GameResult::Win(1 - self.team(seat).min(1)),
            Some(Verdict::Declared(result)) => result,
            None => self.ending().map_or(GameResult::None, |ending| ending.result),
        }
    }

    /// Lets nature decide by `seed`; `false`, and nothing happens, where nothing is to be decided. A game with chance calls
    /// [`Chance::roll`](crate::chance::Chance::roll) here.
    fn resolve_chance(&mut self, _seed: u64) -> bool {
        false
    }

    /// The position cut down to what `viewer` may know.
    #[must_use]
    fn mask(&self, _viewer: Viewer) -> Self {
        self.clone()
    }

    /// Are there unknown cards or tiles?
    fn is_partial(&self) -> bool {
        false
    }

    /// One way to fill the holes, drawn evenly from all ways that fit what is known (a determinization). Without
    /// holes: the position itself.
    #[must_use]
    fn determinize(&self, _rng: &mut Rng) -> Self {
        self.clone()
    }
}
