//! The trait [`Game`]: name, options, texts, board and strongest player.

use crate::about::{About, Refusal};
use crate::book::Book;
use crate::error::BoxError;
use crate::numbers::Numbering;
use crate::options::{Spec, Values};
use crate::picture;
use crate::search::{Greedy, MATE, Searcher};
use crate::state::State;
use crate::text::{TextError, TokenError};
use std::fmt::{self, Debug};
use ugi::board::{Board, Cells};
use ugi::{GameResult, Turn, Viewer};

/// A game as a whole: name, options, position texts and move tokens, board, and strongest player. A position that is
/// written and read back is equal to the original. [`RegisteredGame::of`](crate::registry::RegisteredGame::of) makes a
/// registry entry from a type that implements this trait.
///
/// The following example is a complete engine. `examples/connect_four.rs` is a longer one, with a board and alpha-beta
/// search.
///
/// ```
/// use speltafel_kit::prelude::*;
/// use speltafel_kit::ugi::Query;
///
/// /// Two seats take one to three from a heap; taking the last one wins.
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
/// #         self.left << 1 | self.mover as u64
/// #     }
/// # }
///
/// // `State` is not shown; see its documentation.
/// impl Game for Nim {
///     const NAME: &'static str = "nim";
///     type Rules = ();
///     type Strong = Uct;
///
///     fn start((): &()) -> Self {
///         Self { left: 12, mover: 0 }
///     }
///
///     /// `12:1` for a heap of 12 with p1 to move.
///     fn parse_position((): &(), text: &str) -> Result<Self, TextError> {
///         let (left, mover) = text.split_once(':').ok_or_else(|| TextError::at(0, "expected HEAP:SEAT"))?;
///         let mover = ["1", "2"].iter().position(|seat| *seat == mover);
///         let mover = mover.ok_or_else(|| TextError::at(left.len() + 1, "expected 1 or 2"))?;
///         Ok(Self { left: number(left, 0)?, mover })
///     }
///
///     fn write_position(&self, out: &mut String) {
///         out.push_str(&format!("{}:{}", self.left, self.mover + 1));
///     }
///
///     fn write_action(&self, action: u64, out: &mut String) {
///         out.push_str(&action.to_string());
///     }
/// }
///
/// const PROGRAM: Program = Program { name: "nim", version: "1", author: "you", about: "Plays Nim" };
/// static REGISTRY: Registry = speltafel_kit::registry![PROGRAM; RegisteredGame::of::<Nim>()];
///
/// // The `main` function of the engine would only call `speltafel_kit::run(&REGISTRY)`.
/// let game = REGISTRY.get("nim").unwrap();
/// let session = (game.open)(&Values::default());
/// assert_eq!(session.query(Query::Legal), Ok("1 2 3".to_string()));
///
/// let position = Nim::parse_position(&(), "2:1")?;
/// assert_eq!(position.position_text(), "2:1");
/// assert_eq!((position.parse_action("2"), position.parse_action("3")), (Ok(2), Err(TokenError::Illegal)));
/// assert_eq!(Nim::parse_position(&(), "2:3").unwrap_err().to_string(), "column 3: expected 1 or 2");
/// # Ok::<(), TextError>(())
/// ```
///
/// The default picture of a game with a board is drawn from its cells and pieces:
///
/// ```
/// use speltafel_kit::prelude::*;
///
/// /// Three cells in a row; a move puts a man on an empty one.
/// #[derive(Clone, PartialEq, Debug)]
/// struct Row([bool; 3]);
/// # impl State for Row {
/// #     type Action = usize;
/// #     fn turn(&self) -> Turn {
/// #         Turn::Seat(Seat::P1)
/// #     }
/// #     fn ending(&self) -> Option<Ending> {
/// #         None
/// #     }
/// #     fn actions(&self, out: &mut Vec<usize>) {
/// #         out.extend((0..3).filter(|&cell| !self.0[cell]));
/// #     }
/// #     fn play(&mut self, cell: usize) {
/// #         self.0[cell] = true;
/// #     }
/// #     fn key(&self) -> u64 {
/// #         self.0.iter().fold(0, |key, &man| key << 1 | u64::from(man))
/// #     }
/// # }
///
/// impl Game for Row {
///     // ...
/// #     const NAME: &'static str = "row";
/// #     type Rules = ();
/// #     type Strong = Uct;
/// #     fn start((): &()) -> Self {
/// #         Self([false; 3])
/// #     }
/// #     fn parse_position((): &(), _: &str) -> Result<Self, TextError> {
/// #         Err(TextError::at(0, "not supported"))
/// #     }
/// #     fn write_position(&self, _: &mut String) {}
/// #     fn write_action(&self, cell: usize, out: &mut String) {
/// #         out.push(['a', 'b', 'c'][cell]);
/// #     }
///     fn cells(&self) -> Cells {
///         let cells = [("a", 0.0), ("b", 1.0), ("c", 2.0)].map(|(name, x)| (name.to_string(), (x, 0.0)));
///         Cells { grid: "square".into(), cells: cells.into(), ..Cells::default() }
///     }
///
///     fn board(&self) -> Board {
///         let men = ["a", "b", "c"].into_iter().zip(self.0).filter(|(_, man)| *man);
///         Board { pieces: men.map(|(cell, _)| Piece::new(cell, Seat::P1, "man")).collect(), ..Board::default() }
///     }
/// }
///
/// let position = Row::start(&()).after(1);
/// assert_eq!(position.picture(), ". 1 .");
/// assert_eq!(position.clicks(2), ["c"]);
/// ```
pub trait Game: State {
    /// The name in the protocol, in lower case.
    const NAME: &'static str;

    /// The rules that the rule options select: `()` in games without rule options, otherwise a type that implements
    /// `From<&Values>`. A position stores the parts that it needs.
    type Rules: for<'a> From<&'a Values> + Clone + Debug + Send + Sync + 'static;

    /// The strongest player, usually `AlphaBeta<Self>` if the game implements [`Evaluate`](crate::search::Evaluate), or
    /// `Sampling<Self>` if it implements [`Sampled`](crate::search::Sampled).
    type Strong: Searcher<Self> + Default + 'static;

    /// The rule options of the game. Their names have the form `Game.Option`.
    const OPTIONS: &'static [Spec] = &[];

    /// Options of the strongest player, such as files that it may use. They do not change the rules.
    const RESOURCES: &'static [Spec] = &[];

    /// The option that names the file of the opening book, if the game has books.
    const BOOK_FILE: Option<&'static Spec> = None;

    /// What is fixed in the game, for `query info`, and its words.
    const ABOUT: About = About::DEFAULT;

    /// What a seat sees as numbers, and which number a move has: [`Numbering::of`] in a game that implements
    /// [`Numbers`](crate::numbers::Numbers).
    const NUMBERS: Option<Numbering<Self>> = None;

    /// The positions that `bench` searches, as arguments of `position`.
    const BENCH: &'static [&'static str] = &["startpos"];

    /// The rule pages in Markdown, each with its language code. English must be among them. A game without rule pages
    /// gets a short page that lists its options.
    const RULES: &'static [(&'static str, &'static str)] = &[];

    /// Depth of the perft from the start position that `bench speed` measures. A perft to this depth should take at
    /// most a second. If the game starts with a chance event, perft starts after that event.
    const SPEED_DEPTH: u32 = 4;

    /// Creates the strongest player with these option values. If a resource, such as a file, cannot be loaded, the
    /// player works without the resource, and the next call of [`Searcher::errors`] reports the failure.
    fn strong(_values: &Values) -> Self::Strong {
        Self::Strong::default()
    }

    /// Opens the book that the option [`Game::BOOK_FILE`] names. Returns `None` if the option names no book.
    ///
    /// # Errors
    /// Returns an error if the book cannot be opened. The message starts with the name of the option.
    fn book(_values: &Values) -> Result<Option<Box<dyn Book<Self>>>, BoxError> {
        Ok(None)
    }

    /// Returns the start position, `startpos` in the protocol.
    fn start(rules: &Self::Rules) -> Self;

    /// Parses a position text in which nothing is hidden.
    ///
    /// # Errors
    /// Returns the first error in the text, with its column.
    fn parse_position(rules: &Self::Rules, text: &str) -> Result<Self, TextError>;

    /// Parses a position text in the view of `viewer`. Games with hidden information reject unknown cards (`?`) in the
    /// viewer's own hand, and all unknown cards if the viewer is the master. The default ignores the viewer.
    ///
    /// # Errors
    /// Returns the first error in the text, with its column.
    fn parse_view(rules: &Self::Rules, text: &str, _viewer: Viewer) -> Result<Self, TextError> {
        Self::parse_position(rules, text)
    }

    /// Appends the position text with its sections in canonical order.
    fn write_position(&self, out: &mut String);

    /// Parses a move token of the seat to move. The canonical form and any other form that the notation allows are
    /// accepted; the default accepts only the canonical form. In a view, the mover's hand may be unknown.
    ///
    /// # Errors
    /// Returns an error if the token is not a legal move.
    fn parse_action(&self, token: &str) -> Result<Self::Action, TokenError> {
        let legal = self.legal();
        legal.into_iter().find(|&action| self.action_text(action) == token).ok_or(TokenError::Illegal)
    }

    /// Appends the canonical token of a legal move.
    fn write_action(&self, action: Self::Action, out: &mut String);

    /// Returns what [`Game::write_position`] writes, as a string.
    fn position_text(&self) -> String {
        let mut out = String::new();
        self.write_position(&mut out);
        out
    }

    /// Returns what [`Game::write_action`] writes, as a string.
    fn action_text(&self, action: Self::Action) -> String {
        let mut out = String::new();
        self.write_action(action, &mut out);
        out
    }

    /// Returns the cells of the board. They are the same in all positions under the same rules. A game without a board
    /// has none.
    fn cells(&self) -> Cells {
        Cells::default()
    }

    /// Returns pieces, hands, counts and facts. `turn`, `last` and the fact `plies_left` stay empty, because the caller
    /// fills them in. At a chance node, returns the board before the event.
    fn board(&self) -> Board {
        Board::default()
    }

    /// Returns what to click for a legal move, in order: cells, cards, tiles or direction words. The clicks of a move
    /// must not be equal to, or a prefix of, the clicks of another legal move. The default is a single click on the
    /// move's token, which suits games in which a token is the name of a cell.
    fn clicks(&self, action: Self::Action) -> Vec<String> {
        vec![self.action_text(action)]
    }

    /// Returns the cells of a legal move, for [`Board::last`]. The default returns the cells among the move's clicks.
    fn trace(&self, action: Self::Action) -> Vec<String> {
        let cells = self.cells().cells;
        self.clicks(action).into_iter().filter(|word| cells.contains_key(word)).collect()
    }

    /// Returns the paths of the pieces that walk in a legal move, in order: the cells from the first to the last.
    /// Pieces that move without a path are found by comparing the boards before and after the move.
    fn walks(&self, _action: Self::Action) -> Vec<Vec<String>> {
        Vec::new()
    }

    /// Returns the letters of the cards that a legal move takes out of the mover's hand. By default, the hands before
    /// and after the move are compared, which shows only `?` where the hand is unknown.
    fn played_cards(&self, _action: Self::Action) -> Option<String> {
        None
    }

    /// Returns what a person would say to announce a legal move. By default, the words follow from the steps on the
    /// board and from [`Game::ABOUT`].
    fn words(&self, _action: Self::Action, _language: &str) -> Option<String> {
        None
    }

    /// Returns why a token is not a legal move of the seat to move, whose hand is known; `None` if the token is not
    /// understood. Sentences are in [`About::words`].
    ///
    /// ```
    /// use speltafel_kit::prelude::*;
    ///
    /// let refusal = Refusal::new("occupied", &[&"c3"]);
    /// assert_eq!((refusal.key, &refusal.arguments[..]), ("occupied", &["c3".to_string()][..]));
    /// ```
    fn why_not(&self, _token: &str) -> Option<Refusal> {
        None
    }

    /// Returns a text picture of the board: lines of plain ASCII without a final newline.
    fn picture(&self) -> String {
        picture::render(&self.cells(), &self.board())
    }

    /// Returns a readable explanation of the evaluation: lines of text, or an empty string.
    fn explain(&self) -> String {
        String::new()
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

/// The player whose values are those of [`Game::greedy_value`].
impl<G: Game> Default for Greedy<G> {
    fn default() -> Self {
        Self::new(G::greedy_value)
    }
}

/// The number of a puzzle's solutions. `Display` appends a `+` if there may be more.
///
/// ```
/// use speltafel_kit::game::Solutions;
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
