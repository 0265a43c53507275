//! The trait [`State`]: positions, legal moves, endings, seats and points.

use crate::events::Events;
use crate::payoffs::Payoffs;
use base::rng::Rng;
use std::fmt::Debug;
use std::hash::Hash;
use ugi::{GameResult, Seat, Turn};

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

    /// Creates a reason from `word`, which consists of lower-case letters and `_`.
    ///
    /// # Panics
    /// Panics if it does not.
    #[must_use]
    pub const fn new(word: &'static str) -> Self {
        let (bytes, mut at) = (word.as_bytes(), 0);
        while at < bytes.len() {
            assert!(bytes[at].is_ascii_lowercase() || bytes[at] == b'_', "a reason has lower-case letters and _");
            at += 1;
        }
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
/// use speltafel_kit::prelude::*;
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
/// use speltafel_kit::prelude::*;
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

impl Verdict {
    /// Returns the seat that committed an offence, if any.
    #[must_use]
    pub const fn offender(self) -> Option<Seat> {
        match self {
            Self::Offence(seat) => Some(seat),
            Self::Declared(_) => None,
        }
    }
}

/// A position of a game. A search copies positions, plays moves on the copies and never takes moves back.
///
/// This trait is all that a search needs of a game; five functions are required. The defaults of the others describe a
/// game for two seats, without points, chance and hidden information. [`Game`](crate::game::Game) adds the name of the
/// game, its texts and its board.
///
/// ```
/// use speltafel_kit::perft::perft;
/// use speltafel_kit::prelude::*;
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

    /// The chance events of the game, and what is hidden: [`Events::open`] if everybody sees all events (dice, an open
    /// deal), [`Events::hidden`] if hands are hidden. Games without chance keep the default.
    const EVENTS: Events<Self> = Events::NONE;

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

    /// Returns how often a position must occur for the game to be drawn, or `None` if the game has no repetition rule.
    /// A number below 2 counts as 2. [`State::ending`] does not apply the rule, because a position does not contain its
    /// history. [`KeyHistory`](crate::key_history::KeyHistory) counts the occurrences.
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

    /// Returns the number of seats, which is 2 by default.
    fn seats(&self) -> usize {
        2
    }

    /// Returns the number of teams. By default, every seat is a team of its own.
    fn teams(&self) -> usize {
        self.seats()
    }

    /// Returns the zero-based team of a seat. The default assigns seats to teams in turn. While the teams are unknown
    /// (see [`State::knows_teams`]), p1 is the only seat in team 0.
    fn team(&self, seat: Seat) -> usize {
        seat.index() % self.teams()
    }

    /// Returns whether the teams are known. In some games, a view does not contain the teams at first; a
    /// determinization always does.
    fn knows_teams(&self) -> bool {
        true
    }

    /// Returns the points of each seat, either the current points or, if there is a verdict, those after the verdict.
    /// The default is for games without points: 2 for a win, 1 for a draw, otherwise 0. The team of an offender has 0.
    fn scores(&self, verdict: Option<Verdict>) -> Vec<i32> {
        let result = self.result_with(verdict);
        let offender = verdict.and_then(Verdict::offender).map(|seat| self.team(seat));
        (0..self.seats())
            .map(|index| match (result, self.team(Seat::new(index))) {
                (_, team) if offender == Some(team) => 0,
                (GameResult::Win(winner), team) if winner == team => 2,
                (GameResult::Draw, _) => 1,
                (GameResult::Win(_) | GameResult::None, _) => 0,
            })
            .collect()
    }

    /// Returns the result that the verdict implies. If `verdict` is `None`, returns the result by the rules, which is
    /// [`GameResult::None`] while the game is not over.
    ///
    /// By default, the other team wins after an offence. With more than two teams, the team other than the offender's
    /// with the highest total of [`State::scores`] wins; if several share it, the game is a draw. If the team of an
    /// offender is unknown, the result is [`GameResult::None`].
    fn result_with(&self, verdict: Option<Verdict>) -> GameResult {
        match verdict {
            Some(Verdict::Offence(seat)) if seat != Seat::P1 && !self.knows_teams() => GameResult::None,
            Some(Verdict::Offence(seat)) if self.teams() > 2 => best_team(self, self.team(seat)),
            Some(Verdict::Offence(seat)) => GameResult::Win(1 - self.team(seat).min(1)),
            Some(Verdict::Declared(result)) => result,
            None => self.ending().map_or(GameResult::None, |ending| ending.result),
        }
    }

    /// Returns the payoffs of a finished game. By default, the winning team has 1 and the others 0; after a draw or
    /// without a result, all teams have an equal share.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
    /// use speltafel_kit::prelude::*;
    /// use nim::Nim;
    ///
    /// // p1 has taken the last piece.
    /// assert_eq!(Nim { left: 0, mover: 1 }.payoffs()[..], [1.0, 0.0]);
    /// ```
    fn payoffs(&self) -> Payoffs {
        let teams = self.teams();
        match self.result_with(None) {
            GameResult::Win(team) => Payoffs::win(team, teams),
            GameResult::Draw | GameResult::None => Payoffs::shared(teams),
        }
    }
}

/// Returns a win for the team with the highest total among all but `offender`, or a draw if several share it.
fn best_team<G: State>(position: &G, offender: usize) -> GameResult {
    let mut totals = vec![0; position.teams()];
    for (seat, points) in position.scores(None).into_iter().enumerate() {
        totals[position.team(Seat::new(seat))] += points;
    }
    let others = || (0..totals.len()).filter(|&team| team != offender);
    let most = others().map(|team| totals[team]).max();
    let mut best = others().filter(|&team| Some(totals[team]) == most);
    match (best.next(), best.next()) {
        (Some(team), None) => GameResult::Win(team),
        _ => GameResult::Draw,
    }
}
