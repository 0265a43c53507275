//! Requests for games (GAMEREQ): checks them, and finds the orientation of their positions.

use super::message::{Side, VERSION};
use crate::draughts::orientation::Orientation;
use crate::games::checkers::Checkers;
use crate::games::checkers::squares::{Letters, RULES, SQUARES, parse_position};
use anyhow::Result;
use kit::game::Game;
use kit::state::State;

/// The letters of a position.
pub(crate) const LETTERS: Letters = Letters { dark: 'z', light: 'w', empty: 'e' };
/// The same letters with the colours exchanged.
const EXCHANGED: Letters = Letters { dark: 'w', light: 'z', ..LETTERS };

/// The name that pydraughts sends. It rotates positions.
const PYDRAUGHTS: &str = "DXP Client";

/// The start position of a requested game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Start {
    pub(super) position: Checkers,
    /// The position in the other orientation, if the first move may show that this one is meant.
    pub(super) otherwise: Option<Checkers>,
}

impl From<Checkers> for Start {
    fn from(position: Checkers) -> Self {
        Self { position, otherwise: None }
    }
}

/// Returns the requested start position. `name` is that of the initiator. If the request must be refused, returns the
/// GAMEACC code and the reason.
pub(super) fn start(
    version: u8,
    name: &str,
    position: Option<&(Side, String)>,
    orientation: Orientation,
) -> Result<Start, (u8, String)> {
    if version != VERSION {
        return Err((1, format!("protocol version {version:02}, expected {VERSION:02}")));
    }
    let Some((side, squares)) = position else { return Ok(Checkers::start(&RULES).into()) };
    let count = squares.chars().count();
    if count != SQUARES {
        return Err((2, format!("a board of {count} squares, expected {SQUARES}")));
    }
    let turned = orientation == Orientation::Turned || orientation == Orientation::Auto && name == PYDRAUGHTS;
    let position = root(*side, squares, turned).map_err(|error| (2, format!("{error:#}")))?;
    if position.count_actions() == 0 {
        return Err((2, "the side to move has no legal move".to_string()));
    }
    let other = (orientation == Orientation::Auto).then(|| root(*side, squares, !turned).ok());
    Ok(Start { position, otherwise: other.flatten() })
}

/// Parses a position. If `turned` is true, undoes the rotation of the board and the exchange of the pieces' colours.
fn root(side: Side, squares: &str, turned: bool) -> Result<Checkers> {
    let is_dark = side == Side::Black;
    if !turned {
        return parse_position(LETTERS, is_dark, squares);
    }
    parse_position(EXCHANGED, is_dark, &squares.chars().rev().collect::<String>())
}
