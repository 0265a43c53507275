//! What a game's texts are: positions, moves, events, boards. Shared pieces of the notation live here, with the
//! section grammar of position texts. Knows no protocol command.

use crate::events::Events;
use crate::game::{Game, Viewer};
use crate::picture;
pub use crate::text::{Section, Sections, TextError, TokenError, number};
use std::fmt::Debug;
pub use ugi::board::{Board, Cells, Extra, Mark, Piece, SideLine, Word};

/// The start and the texts of a game. Printing a position and reading it back gives the same position.
pub trait Notation: Game {
    /// The rule options in effect; `()` in games without any. A position carries what it needs of them.
    type Rules: Clone + Default + Debug + Send + Sync + 'static;

    /// What nature decides: `Some(&Nature)` in games that implement [`Chance`](crate::chance::Chance).
    const CHANCE: Option<&'static dyn Events<Self>> = None;

    /// The start position, which is written `startpos`.
    fn start(rules: &Self::Rules) -> Self;

    /// Reads a position text in which nothing is hidden.
    ///
    /// # Errors
    /// What is wrong and where.
    fn read_position(rules: &Self::Rules, text: &str) -> Result<Self, TextError>;

    /// Reads a position text as `viewer` may give it. Only games that hide something look at the viewer: `?` is refused
    /// for the master and in the viewer's own hand.
    ///
    /// # Errors
    /// What is wrong and where.
    fn read_view(rules: &Self::Rules, text: &str, _viewer: Viewer) -> Result<Self, TextError> {
        Self::read_position(rules, text)
    }

    /// Appends the position text, every section in its order.
    fn write_position(&self, out: &mut String);

    /// Reads a move token of the seat to move, canonical or in another form that the notation takes; the default takes
    /// canonical ones. In a view the mover's hand may be unknown.
    ///
    /// # Errors
    /// The token is no legal move.
    fn read_action(&self, token: &str) -> Result<Self::Action, TokenError> {
        let legal = self.legal();
        legal.into_iter().find(|&action| self.action_text(action) == token).ok_or(TokenError::Illegal)
    }

    /// Appends the canonical token of a legal move.
    fn write_action(&self, action: Self::Action, out: &mut String);

    /// The position text.
    fn position_text(&self) -> String {
        let mut out = String::new();
        self.write_position(&mut out);
        out
    }

    /// The canonical token of a legal move.
    fn action_text(&self, action: Self::Action) -> String {
        let mut out = String::new();
        self.write_action(action, &mut out);
        out
    }
}

/// What people and programs see of a game.
pub trait Render: Notation {
    /// The cells, constant for given rules.
    fn cells(&self) -> Cells;

    /// Pieces, hands and counts; `turn` and `last` stay empty. At a chance node: what was last played on.
    fn board(&self) -> Board;

    /// What to click for a legal move, in order: cells, cards, tiles, direction words. Two moves of a position never
    /// have the same clicks, and none is the beginning of another. Unless a game says otherwise it is the token of the move,
    /// which may be the name of a cell.
    fn clicks(&self, action: Self::Action) -> Vec<String> {
        vec![self.action_text(action)]
    }

    /// The cells of a legal move, for `last`: those among its clicks, unless a game says otherwise.
    fn trace(&self, action: Self::Action) -> Vec<String> {
        let cells = self.cells().cells;
        self.clicks(action).into_iter().filter(|word| cells.contains_key(word)).collect()
    }

    /// The board for people, some lines of plain ASCII without a final newline.
    fn picture(&self) -> String {
        picture::render(&self.cells(), &self.board())
    }

    /// What the evaluation says of the position, for people; one or more lines, or nothing.
    fn explain(&self) -> String {
        String::new()
    }
}
