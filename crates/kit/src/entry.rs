//! The trait [`GameEntry`]: name, options, strongest player, bench positions and rule pages of a game.

use crate::game::{GameResult, Turn};
use crate::notation::Render;
use crate::options::{Spec, Values};
use crate::search::{MATE, Searcher};
use std::fmt;

/// The name, options, strongest player, bench positions and rule pages of a game.
/// [`RegisteredGame::of`](crate::registry::RegisteredGame::of) makes a registry entry from a type that implements this
/// trait.
///
/// The following example is a complete engine. `examples/connect_four.rs` is a longer one, with alpha-beta search.
///
/// ```
/// use speltafel_kit::entry::GameEntry;
/// use speltafel_kit::game::{Ending, Game, Reason, Seat, State, Turn};
/// use speltafel_kit::notation::{Board, Cells, Notation, Render, TextError};
/// use speltafel_kit::options::Values;
/// use speltafel_kit::registry::{Program, RegisteredGame, Registry};
/// use speltafel_kit::search::baselines::Uct;
/// use ugi::Query;
///
/// /// Two seats take one to three from a heap; taking the last one wins.
/// #[derive(Clone, PartialEq, Debug)]
/// struct Nim {
///     left: u8,
///     mover: usize,
/// }
/// # impl State for Nim {
/// #     type Action = u8;
/// #     fn turn(&self) -> Turn {
/// #         if self.left == 0 { Turn::Over } else { Turn::Seat(Seat::new(self.mover)) }
/// #     }
/// #     fn ending(&self) -> Option<Ending> {
/// #         (self.left == 0).then(|| Ending::win(1 - self.mover, Reason::new("no_pieces")))
/// #     }
/// #     fn actions(&self, out: &mut Vec<u8>) {
/// #         out.extend(1..=self.left.min(3));
/// #     }
/// #     fn play(&mut self, action: u8) {
/// #         self.left -= action;
/// #         self.mover = 1 - self.mover;
/// #     }
/// #     fn key(&self) -> u64 {
/// #         u64::from(self.left) << 1 | self.mover as u64
/// #     }
/// # }
/// # impl Game for Nim {}
/// # impl Notation for Nim {
/// #     type Rules = ();
/// #     fn start((): &()) -> Self {
/// #         Self { left: 2, mover: 0 }
/// #     }
/// #     fn read_position((): &(), _: &str) -> Result<Self, TextError> {
/// #         Err(TextError::at(0, "not supported"))
/// #     }
/// #     fn write_position(&self, _: &mut String) {}
/// #     fn write_action(&self, action: u8, out: &mut String) {
/// #         out.push_str(&action.to_string());
/// #     }
/// # }
/// # impl Render for Nim {
/// #     fn cells(&self) -> Cells {
/// #         Cells::default()
/// #     }
/// #     fn board(&self) -> Board {
/// #         Board::default()
/// #     }
/// # }
///
/// // `State`, `Game`, `Notation` and `Render` are not shown.
/// impl GameEntry for Nim {
///     const NAME: &'static str = "nim";
///     type Strong = Uct;
/// }
///
/// const PROGRAM: Program = Program { name: "nim", version: "1", author: "you", about: "Plays Nim" };
/// static REGISTRY: Registry = speltafel_kit::registry![PROGRAM; RegisteredGame::of::<Nim>()];
///
/// // The `main` function of the engine would only call `speltafel_kit::run(&REGISTRY)`.
/// let game = REGISTRY.get("nim").unwrap();
/// let session = (game.open)(&Values::default());
/// assert_eq!(session.query(Query::Legal), Ok("1 2".to_string()));
/// ```
pub trait GameEntry: Render {
    /// The name in the protocol, in lower case.
    const NAME: &'static str;

    /// The strongest player, usually `AlphaBeta<Self>` if the game implements [`Evaluate`](crate::search::Evaluate).
    type Strong: Searcher<Self> + Default + 'static;

    /// The rule options of the game. Their names have the form `Game.Option`.
    const OPTIONS: &'static [Spec] = &[];

    /// Options of the strongest player, such as files that it may use. They do not change the rules.
    const RESOURCES: &'static [Spec] = &[];

    /// The positions that `bench` searches, as arguments of `position`.
    const BENCH: &'static [&'static str] = &["startpos"];

    /// The rule pages in Markdown, each with its language code. English must be among them. A game without rule pages
    /// gets a short page that lists its options.
    const RULES: &'static [(&'static str, &'static str)] = &[];

    /// Depth of the perft from the start position that `bench speed` measures. A perft to this depth should take at
    /// most a second. If the game starts with a chance event, perft starts after that event.
    const SPEED_DEPTH: u32 = 4;

    /// Returns the rules that these option values select.
    fn rules(_values: &Values) -> Self::Rules {
        Self::Rules::default()
    }

    /// Creates the strongest player with these option values. If a resource, such as a file, cannot be loaded, the
    /// player works without the resource, and the next call of [`Searcher::errors`] reports the failure.
    fn strong(_values: &Values) -> Self::Strong {
        Self::Strong::default()
    }

    /// Counts a puzzle's solutions from this position, up to `limit`. A call should take no more than a second or two,
    /// so the count may be incomplete. Returns `None` if the game is not a puzzle.
    fn solutions(&self, _limit: u64) -> Option<Solutions> {
        None
    }

    /// Returns the value of a legal move for the side to move, in the game's own unit. The baseline player `greedy`
    /// plays the move with the highest value. Later versions are measured against `greedy`, so the values must never
    /// change. The position may be the mover's view, in which the hands of other seats are unknown.
    ///
    /// The default is [`MATE`] or `-MATE` if the move ends the game with a winner, and 0 if it leads to a draw or a
    /// chance event. Otherwise it is the strongest player's static evaluation of the position after the move, or 0 if
    /// that player has none.
    fn greedy_value(&self, action: Self::Action) -> i32 {
        let next = self.after(action);
        let is_own = |team: usize| matches!(self.turn(), Turn::Seat(seat) if self.team(seat) == team);
        let signed = |own: bool, value: i32| if own { value } else { -value };
        match (next.result_with(None), next.turn()) {
            (GameResult::Win(team), _) => signed(is_own(team), MATE),
            (_, Turn::Seat(seat)) => {
                signed(is_own(self.team(seat)), Self::Strong::default().static_eval(&next).unwrap_or_default())
            }
            _ => 0,
        }
    }
}

/// The number of a puzzle's solutions. `Display` appends a `+` if there may be more.
///
/// ```
/// use speltafel_kit::entry::Solutions;
///
/// assert_eq!(Solutions { count: 3, exact: true }.to_string(), "3");
/// assert_eq!(Solutions { count: 1000, exact: false }.to_string(), "1000+");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solutions {
    /// The number of solutions found.
    pub count: u64,
    /// Whether all solutions were counted; otherwise there may be more.
    pub exact: bool,
}

impl fmt::Display for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.count, if self.exact { "" } else { "+" })
    }
}
