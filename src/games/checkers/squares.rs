//! Code shared by the Hub and DXP protocols: positions with one letter for each square, and moves that give the origin,
//! the destination and the captured squares.

use super::{Checkers, Move, Rules};
use anyhow::{Context, Result, bail, ensure};
use base::quote::quote;
use kit::game::Game;
use kit::state::State;
use std::fmt;

/// The number of squares, and thus of letters in a position.
pub const SQUARES: usize = 32;

/// The letters for men, which must be lower case, and for empty squares. A king has the man's letter in upper case.
#[derive(Clone, Copy, Debug)]
pub struct Letters {
    /// A man of the side that moves first and starts on squares 1 to 12.
    pub dark: char,
    /// A man of the other side.
    pub light: char,
    /// An empty square.
    pub empty: char,
}

/// The rules for games with other programs: standard square numbers and no move-count rule. The other program decides
/// when a game is drawn, and it may send positions in which this engine's limit has been reached.
pub const RULES: Rules = Rules { turned: false, draw_plies: 0 };

/// Parses a position from the letters of squares 1 to 32.
///
/// # Errors
/// Returns an error if the number of letters is wrong, a letter is unknown, or the position is impossible.
pub fn parse_position(letters: Letters, dark_to_move: bool, squares: &str) -> Result<Checkers> {
    let count = squares.chars().count();
    ensure!(count == SQUARES, "expected {SQUARES} letters for the squares, found {count}");
    let mut lists = [Vec::new(), Vec::new()];
    for (index, letter) in squares.chars().enumerate() {
        let king = if letter.is_ascii_uppercase() { "K" } else { "" };
        let side = match letter.to_ascii_lowercase() {
            _ if letter == letters.empty => continue,
            man if man == letters.dark => 0,
            man if man == letters.light => 1,
            _ => bail!("unknown letter \"{}\" for square {}", quote(&letter.to_string()), index + 1),
        };
        lists[side].push(format!("{king}{}", index + 1));
    }
    let side = if dark_to_move { "B" } else { "W" };
    let text = format!("{side}:W{}:B{}", lists[1].join(","), lists[0].join(","));
    Checkers::parse_position(&RULES, &text).context("impossible position")
}

/// Returns the letters of squares 1 to 32. `position` must use the standard numbering.
pub fn write_position(letters: Letters, position: &Checkers) -> String {
    let mut squares = vec![letters.empty; SQUARES];
    for piece in position.board().pieces {
        let man = if piece.look.seat == Some(ugi::Seat::P1) { letters.dark } else { letters.light };
        let letter = if piece.look.kind == "king" { man.to_ascii_uppercase() } else { man };
        if let Some(square) = piece.at.parse::<usize>().ok().and_then(|number| squares.get_mut(number - 1)) {
            *square = letter;
        }
    }
    squares.into_iter().collect()
}

/// Returns the position under rules by which the game is a draw after `draw_plies` plies without progress; 0 means
/// never. If the game would already be over under these rules, returns the position unchanged, because the caller needs
/// a move.
pub fn with_draw_plies(position: &Checkers, draw_plies: u32) -> Checkers {
    let counted = position.with_rules(&Rules { draw_plies, ..RULES });
    if counted.ending().is_none() { counted } else { *position }
}

/// A move as Hub and DXP transmit it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WireMove {
    /// The origin, 1–32.
    pub from: u8,
    /// The destination, 1–32.
    pub to: u8,
    /// Whether the move is a capture.
    pub captures: bool,
    /// The captured squares in any order. The list may be empty if the origin and the destination determine them.
    pub captured: Vec<u8>,
}

impl WireMove {
    /// Converts a legal move to the form that Hub and DXP transmit.
    pub fn of(action: Move) -> Self {
        let [from, to] = action.endpoints();
        Self { from, to, captures: action.is_capture(), captured: action.captured() }
    }

    /// Finds the matching legal move. If several routes capture the same pieces and end on the same square, returns one
    /// of them, because all lead to the same position.
    ///
    /// # Errors
    /// Returns an error if no legal move matches, or if the matching moves capture different pieces.
    pub fn find(&self, position: &Checkers) -> Result<Move> {
        let mut captured = self.captured.clone();
        captured.sort_unstable();
        let mut legal = position.legal();
        legal.retain(|action| {
            action.endpoints() == [self.from, self.to]
                && action.is_capture() == self.captures
                && (captured.is_empty() || action.captured() == captured)
        });
        let first = *legal.first().with_context(|| format!("{self} is not legal in {}", position.position_text()))?;
        ensure!(legal.iter().all(|other| other.taken() == first.taken()), "{self} may mean several captures");
        Ok(first)
    }
}

impl fmt::Display for WireMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.captures { 'x' } else { '-' };
        write!(f, "{}{mark}{}", self.from, self.to)?;
        self.captured.iter().try_for_each(|square| write!(f, "x{square}"))
    }
}

/// Returns the position text without its counters, for messages.
pub fn fen(position: &Checkers) -> String {
    let text = position.position_text();
    text.split_once(":H").map_or(text.clone(), |(board, _)| board.to_string())
}
