//! The traits [`Notation`] (position texts and move tokens) and [`Render`] (boards), with the types that they use.

use crate::events::Events;
use crate::game::{Game, Viewer};
use crate::picture;
pub use crate::text::{Section, Sections, TextError, TokenError, number};
use std::fmt::Debug;
pub use ugi::board::{Board, Cells, Extra, Mark, Piece, SideLine, Word};

/// The start position of a game, its position texts and its move tokens. A position that is written and read back is
/// equal to the original.
///
/// ```
/// use speltafel_kit::game::{Ending, Game, Reason, Seat, State, Turn};
/// use speltafel_kit::notation::{Notation, TextError, TokenError, number};
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
/// # impl Game for Nim {}
///
/// impl Notation for Nim {
///     type Rules = ();
///
///     fn start((): &()) -> Self {
///         Self { left: 12, mover: 0 }
///     }
///
///     /// `12:1` for a heap of 12 with p1 to move.
///     fn read_position((): &(), text: &str) -> Result<Self, TextError> {
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
/// let position = Nim::read_position(&(), "2:1")?;
/// assert_eq!(position.position_text(), "2:1");
/// assert_eq!(position.read_action("2"), Ok(2));
/// assert_eq!(position.read_action("3"), Err(TokenError::Illegal));
/// assert_eq!(Nim::read_position(&(), "2:3").unwrap_err().to_string(), "column 3: expected 1 or 2");
/// # Ok::<(), TextError>(())
/// ```
pub trait Notation: Game {
    /// The rules that the rule options select; `()` in games without rule options. A position stores the parts that it
    /// needs.
    type Rules: Clone + Default + Debug + Send + Sync + 'static;

    /// The chance events of the game. Games that implement [`Chance`](crate::chance::Chance) set this constant to
    /// [`Some(&ChanceEvents)`](crate::chance::ChanceEvents).
    const CHANCE: Option<&'static dyn Events<Self>> = None;

    /// Returns the start position, `startpos` in the protocol.
    fn start(rules: &Self::Rules) -> Self;

    /// Reads a position text in which nothing is hidden.
    ///
    /// # Errors
    /// Returns the first error in the text, with its column.
    fn read_position(rules: &Self::Rules, text: &str) -> Result<Self, TextError>;

    /// Reads a position text in the view of `viewer`. Games with hidden information reject unknown cards (`?`) in the
    /// viewer's own hand, and all unknown cards if the viewer is the master. The default ignores the viewer.
    ///
    /// # Errors
    /// Returns the first error in the text, with its column.
    fn read_view(rules: &Self::Rules, text: &str, _viewer: Viewer) -> Result<Self, TextError> {
        Self::read_position(rules, text)
    }

    /// Appends the position text with its sections in canonical order.
    fn write_position(&self, out: &mut String);

    /// Reads a move token of the seat to move. The canonical form and any other form that the notation allows are
    /// accepted; the default accepts only the canonical form. In a view, the mover's hand may be unknown.
    ///
    /// # Errors
    /// Returns an error if the token is not a legal move.
    fn read_action(&self, token: &str) -> Result<Self::Action, TokenError> {
        let legal = self.legal();
        legal.into_iter().find(|&action| self.action_text(action) == token).ok_or(TokenError::Illegal)
    }

    /// Appends the canonical token of a legal move.
    fn write_action(&self, action: Self::Action, out: &mut String);

    /// Returns what [`Notation::write_position`] writes, as a string.
    fn position_text(&self) -> String {
        let mut out = String::new();
        self.write_position(&mut out);
        out
    }

    /// Returns what [`Notation::write_action`] writes, as a string.
    fn action_text(&self, action: Self::Action) -> String {
        let mut out = String::new();
        self.write_action(action, &mut out);
        out
    }
}

/// The board of a game, as data for graphical clients and as a text picture.
///
/// The default picture is drawn from the cells and the pieces:
///
/// ```
/// use speltafel_kit::notation::{Board, Cells, Piece, Render};
/// # use speltafel_kit::game::{Ending, Game, Seat, State, Turn};
/// # use speltafel_kit::notation::{Notation, TextError};
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
/// # impl Game for Row {}
/// # impl Notation for Row {
/// #     type Rules = ();
/// #     fn start((): &()) -> Self {
/// #         Self([false; 3])
/// #     }
/// #     fn read_position((): &(), _: &str) -> Result<Self, TextError> {
/// #         Err(TextError::at(0, "not supported"))
/// #     }
/// #     fn write_position(&self, _: &mut String) {}
/// #     fn write_action(&self, cell: usize, out: &mut String) {
/// #         out.push(['a', 'b', 'c'][cell]);
/// #     }
/// # }
///
/// impl Render for Row {
///     fn cells(&self) -> Cells {
///         let cells = [("a", 0.0), ("b", 1.0), ("c", 2.0)].map(|(name, x)| (name.to_string(), (x, 0.0)));
///         Cells { grid: "square".into(), cells: cells.into(), ..Cells::default() }
///     }
///
///     fn board(&self) -> Board {
///         let men = ["a", "b", "c"].into_iter().zip(self.0).filter(|(_, man)| *man);
///         Board { pieces: men.map(|(cell, _)| Piece::new(cell, 1, "man")).collect(), ..Board::default() }
///     }
/// }
///
/// let position = Row::start(&()).after(1);
/// assert_eq!(position.picture(), ". 1 .");
/// assert_eq!(position.clicks(2), ["c"]);
/// ```
pub trait Render: Notation {
    /// Returns the cells of the board. They are the same in all positions under the same rules.
    fn cells(&self) -> Cells;

    /// Returns pieces, hands and counts. `turn` and `last` stay empty, because the caller fills them in. At a chance
    /// node, returns the board before the event.
    fn board(&self) -> Board;

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

    /// Returns a text picture of the board: lines of plain ASCII without a final newline.
    fn picture(&self) -> String {
        picture::render(&self.cells(), &self.board())
    }

    /// Returns a readable explanation of the evaluation: lines of text, or an empty string.
    fn explain(&self) -> String {
        String::new()
    }
}
