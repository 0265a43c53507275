//! The traits [`State`] and [`Game`]: positions, legal moves, endings, seats, points and hidden information.

use base::rng::Rng;
use std::fmt::Debug;
use std::hash::Hash;
pub use ugi::{GameResult, Seat, Turn, Viewer};

/// The reason why the rules ended a game, as a protocol word. A game may define words in addition to those that
/// `protocol.md` lists.
///
/// See the example of [`Ending`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reason(&'static str);

impl Reason {
    /// A position has occurred too many times.
    pub const REPETITION: Self = Self::new("repetition");
    /// Too many plies were played without progress.
    pub const NO_PROGRESS: Self = Self::new("no_progress");
    /// The game has reached its maximum length in plies.
    pub const MAX_PLIES: Self = Self::new("max_plies");

    /// Creates a reason from `word`, which must consist of lower-case letters and `_`.
    #[must_use]
    pub const fn new(word: &'static str) -> Self {
        Self(word)
    }

    /// Returns the protocol word, such as `repetition`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.0
    }
}

/// The result of a game that ended by its own rules, and the reason.
///
/// ```
/// use speltafel_kit::game::{Ending, GameResult, Reason};
///
/// let ending = Ending::win(1, Reason::new("four"));
/// assert_eq!((ending.result, ending.reason.word()), (GameResult::Win(1), "four"));
/// assert!(Ending::draw(Reason::MAX_PLIES).is_by_count());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The result.
    pub result: GameResult,
    /// The rule that ended the game.
    pub reason: Reason,
}

impl Ending {
    /// Creates a win for `team`.
    #[must_use]
    pub const fn win(team: usize, reason: Reason) -> Self {
        Self { result: GameResult::Win(team), reason }
    }

    /// Creates a draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Self {
        Self { result: GameResult::Draw, reason }
    }

    /// Returns whether a move-count rule (no progress, or maximum length) ended the game. All other rules take
    /// precedence over such a rule.
    #[must_use]
    pub fn is_by_count(self) -> bool {
        [Reason::NO_PROGRESS, Reason::MAX_PLIES].contains(&self.reason)
    }
}

/// An end of the game that does not follow from the last position, such as a resignation.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::game::{Game, GameResult, Seat, Verdict};
/// use nim::Nim;
///
/// let position = Nim { left: 10, mover: 0 };
/// let resigned = Some(Verdict::Offence(Seat::P1));
/// assert_eq!(position.result_with(resigned), GameResult::Win(1));
/// assert_eq!(position.scores(resigned), [0, 2]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This seat resigned, made an illegal move or exceeded its time. Its team loses.
    Offence(Seat),
    /// The client declared this result, or the game was drawn by repetition.
    Declared(GameResult),
}

/// A position of a game. A search copies positions, plays moves on the copies and never takes moves back.
///
/// For a game with perfect information, a search needs only this trait and an evaluation. [`Game`] adds seats, points
/// and hidden information, with defaults.
///
/// ```
/// use speltafel_kit::game::{Ending, Reason, Seat, State, Turn};
/// use speltafel_kit::perft::perft;
///
/// /// Two seats take one to three from a heap; taking the last one wins.
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
    /// A move: a small value without heap memory.
    type Action: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Returns who decides next. The result is [`Turn::Over`] exactly when [`State::ending`] returns `Some`.
    fn turn(&self) -> Turn;

    /// Returns the end of the game by its rules, or `None` if the game is not over.
    fn ending(&self) -> Option<Ending>;

    /// Appends all legal moves of the seat to move, in a fixed order. No two moves have the same token. Appends nothing
    /// if no seat is to move.
    fn actions(&self, out: &mut Vec<Self::Action>);

    /// Plays a legal move.
    fn play(&mut self, action: Self::Action);

    /// Returns a hash of everything that affects the future of the game, except the counters that determine
    /// [`State::plies_left`]. Repetition rules and the transposition table treat positions with the same key as equal.
    /// [`mix`](crate::rng::mix) helps to hash a few numbers.
    fn key(&self) -> u64;

    /// Returns all legal moves in the order of [`State::actions`].
    fn legal(&self) -> Vec<Self::Action> {
        let mut all = Vec::new();
        self.actions(&mut all);
        all
    }

    /// Returns the position after a legal move.
    #[must_use]
    #[inline]
    fn after(&self, action: Self::Action) -> Self {
        let mut next = self.clone();
        next.play(action);
        next
    }

    /// Returns the number of legal moves. Games that can count moves without listing them override this method.
    fn count_actions(&self) -> usize {
        self.legal().len()
    }

    /// Returns the number of two-move sequences, or `None` if the game cannot count them without playing the first move
    /// of each. Perft calls this method. `list` is scratch space and is restored on return.
    fn count_replies(&self, _list: &mut Vec<Self::Action>) -> Option<u64> {
        None
    }

    /// Returns how often a position must occur (at least twice) for the game to be drawn, or `None` if the game has no
    /// repetition rule. [`State::ending`] does not apply the rule, because a position does not contain its history.
    /// [`KeyHistory`](crate::key_history::KeyHistory) counts the occurrences.
    fn repetitions(&self) -> Option<u32> {
        None
    }

    /// Returns whether no earlier position can recur after this legal move. Returning `false` is always correct.
    /// Repetitions are counted back to the last irreversible move.
    fn is_irreversible(&self, _action: Self::Action) -> bool {
        false
    }

    /// Returns the number of plies since the start of the game; 0 in games that do not count them.
    fn plies(&self) -> u64 {
        0
    }

    /// Returns the number of plies after which a no-progress count or a ply limit ends the game, unless the game ends
    /// earlier; `u32::MAX` without such a rule. Searches use it to recognise draws by these rules in advance.
    fn plies_left(&self) -> u32 {
        u32::MAX
    }
}

/// Seats, teams, points and hidden information of a game. Every method has a default. Together, the defaults describe a
/// game for two seats with perfect information, without points and without chance.
///
/// A position may contain *holes*, which are cards or tiles that the viewer (a seat or the public) does not know. Such
/// a position is called a view. Every method that concerns only public information works on a view. Legal moves are
/// available only for a seat whose hand is known. Games with hidden information implement [`Game::mask`],
/// [`Game::is_partial`] and [`Game::determinize`]; games with chance implement [`Game::resolve_chance`].
///
/// ```
/// use speltafel_kit::game::{Ending, Game, Reason, Seat, State, Turn, Viewer};
/// use speltafel_kit::rng::Rng;
///
/// /// p1 holds a card, 0 to 9. p2 has one guess, and wins if it is right. A `card` of `None` is a hole.
/// #[derive(Clone, PartialEq, Debug)]
/// struct Guess {
///     card: Option<u8>,
///     guess: Option<u8>,
/// }
/// # impl State for Guess {
/// #     type Action = u8;
/// #     fn turn(&self) -> Turn {
/// #         if self.guess.is_some() { Turn::Over } else { Turn::Seat(Seat::new(1)) }
/// #     }
/// #     fn ending(&self) -> Option<Ending> {
/// #         self.guess.map(|_| Ending::win(usize::from(self.guess == self.card), Reason::new("guess")))
/// #     }
/// #     fn actions(&self, out: &mut Vec<u8>) {
/// #         out.extend(0..if self.guess.is_some() { 0 } else { 10 });
/// #     }
/// #     fn play(&mut self, card: u8) {
/// #         self.guess = Some(card);
/// #     }
/// #     fn key(&self) -> u64 {
/// #         u64::from(self.card.unwrap_or(10)) << 8 | u64::from(self.guess.unwrap_or(10))
/// #     }
/// # }
///
/// // `State` is not shown.
/// impl Game for Guess {
///     fn mask(&self, viewer: Viewer) -> Self {
///         let seen = viewer.sees(Seat::P1) || self.guess.is_some();
///         Self { card: self.card.filter(|_| seen), guess: self.guess }
///     }
///
///     fn is_partial(&self) -> bool {
///         self.card.is_none()
///     }
///
///     fn determinize(&self, rng: &mut Rng) -> Self {
///         Self { card: self.card.or_else(|| Some(rng.below(10) as u8)), guess: self.guess }
///     }
/// }
///
/// let view = Guess { card: Some(7), guess: None }.mask(Viewer::Seat(Seat::new(1)));
/// assert_eq!(view, Guess { card: None, guess: None });
/// assert!(view.is_partial() && !view.determinize(&mut Rng::new(1)).is_partial());
/// ```
pub trait Game: State {
    /// Returns the number of seats, which is 2 by default.
    fn seats(&self) -> usize {
        2
    }

    /// Returns the number of teams. By default, every seat is a team of its own.
    fn teams(&self) -> usize {
        self.seats()
    }

    /// Returns the zero-based team of a seat. The default assigns seats to teams in turn. While the teams are unknown
    /// (see [`Game::knows_teams`]), p1 is the only seat in team 0.
    fn team(&self, seat: Seat) -> usize {
        seat.index() % self.teams()
    }

    /// Returns whether the teams are known. In some games, a view does not contain the teams at first; a
    /// determinization always does.
    fn knows_teams(&self) -> bool {
        true
    }

    /// Returns a uniformly random legal move, or `None` if no seat is to move. `scratch` may be overwritten. If a seat
    /// can claim to have won, the method always returns the claim if it is correct, and never if it is wrong.
    fn random_action(&self, rng: &mut Rng, scratch: &mut Vec<Self::Action>) -> Option<Self::Action> {
        scratch.clear();
        self.actions(scratch);
        (!scratch.is_empty()).then(|| scratch[rng.index(scratch.len())])
    }

    /// Computes [`State::key`] from scratch. In games that update the key incrementally, tests compare the two values.
    fn fresh_key(&self) -> u64 {
        self.key()
    }

    /// Returns the points of each seat, either the current points or, if there is a verdict, those after the verdict.
    /// The default is for games without points: 2 for a win, 1 for a draw, otherwise 0.
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

    /// Returns the result that the verdict implies. If `verdict` is `None`, returns the result by the rules, which is
    /// [`GameResult::None`] while the game is not over. The default is for two-team games. If the team of an offender
    /// is unknown, the default returns [`GameResult::None`].
    fn result_with(&self, verdict: Option<Verdict>) -> GameResult {
        match verdict {
            Some(Verdict::Offence(seat)) if seat != Seat::P1 && !self.knows_teams() => GameResult::None,
            Some(Verdict::Offence(seat)) => GameResult::Win(1 - self.team(seat).min(1)),
            Some(Verdict::Declared(result)) => result,
            None => self.ending().map_or(GameResult::None, |ending| ending.result),
        }
    }

    /// Applies the chance event that `seed` selects. Returns `false` if no event is due. Games with chance call
    /// [`Chance::roll`](crate::chance::Chance::roll) here.
    fn resolve_chance(&mut self, _seed: u64) -> bool {
        false
    }

    /// Returns the position as `viewer` sees it, with holes in place of hidden information.
    #[must_use]
    fn mask(&self, _viewer: Viewer) -> Self {
        self.clone()
    }

    /// Returns whether the position contains holes.
    fn is_partial(&self) -> bool {
        false
    }

    /// Returns a determinization: the position with its holes filled at random. All assignments that are consistent
    /// with the known information are equally likely. A position without holes is returned unchanged.
    #[must_use]
    fn determinize(&self, _rng: &mut Rng) -> Self {
        self.clone()
    }
}
