//! Positions as one letter a square, and moves as where from, where to, what is captured: what Hub and DXP have in
//! common.

use super::{Checkers, Move, Rules};
use anyhow::{Context, Result, bail, ensure};
use base::quote::quote;
use kit::game::State;
use kit::notation::{Notation, Render};
use std::fmt;

/// The number of squares.
pub const SQUARES: usize = 32;

/// The letters of men in lower case, of kings in upper case, and of an empty square.
#[derive(Clone, Copy, Debug)]
pub struct Letters {
    /// A man of the side that begins the game, from squares 1 to 12.
    pub dark: char,
    /// A man of the other side.
    pub light: char,
    /// Nothing.
    pub empty: char,
}

/// The rules of play over a wire: squares as in the literature, and no draw by counting. When a game is drawn so is the
/// other program's business, and it must never meet a position where this one does not move any more.
pub const RULES: Rules = Rules { turned: false, draw_plies: 0 };

/// The position with these letters for squares 1 to 32.
///
/// # Errors
/// A wrong number of letters, an unknown one, or pieces that no game has so.
pub fn read_position(letters: Letters, dark_to_move: bool, squares: &str) -> Result<Checkers> {
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
    Checkers::read_position(&RULES, &text).context("impossible position")
}

/// The letters of squares 1 to 32. `position` must number its squares as the literature does.
pub fn write_position(letters: Letters, position: &Checkers) -> String {
    let mut squares = vec![letters.empty; SQUARES];
    for piece in position.board().pieces {
        let man = if piece.look.seat == 1 { letters.dark } else { letters.light };
        let letter = if piece.look.kind == "king" { man.to_ascii_uppercase() } else { man };
        if let Some(square) = piece.at.parse::<usize>().ok().and_then(|number| squares.get_mut(number - 1)) {
            *square = letter;
        }
    }
    squares.into_iter().collect()
}

/// Is the dark side, the first one, to move?
pub fn dark_to_move(position: &Checkers) -> bool {
    position.plies().is_multiple_of(2)
}

/// The position with a count of plies after which it is drawn, 0 for none. A position that this would end at once, and
/// one that is lost, stays as it is: there is a move to be found.
pub fn with_draw_plies(position: &Checkers, draw_plies: u32) -> Checkers {
    let rules = Rules { draw_plies, ..RULES };
    match Checkers::read_position(&rules, &position.position_text()) {
        Ok(counted) if counted.ending().is_none() => counted,
        _ => *position,
    }
}

/// A move as the wire has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WireMove {
    /// The square it starts from, 1-32.
    pub from: u8,
    /// The square it ends on, 1-32.
    pub to: u8,
    /// Is it a capture?
    pub captures: bool,
    /// The captured squares in any order; a capture may leave them out where there is no choice.
    pub captured: Vec<u8>,
}

impl WireMove {
    /// A legal move in this form.
    pub fn of(action: Move) -> Self {
        let [from, to] = action.endpoints();
        Self { from, to, captures: action.is_capture(), captured: action.captured() }
    }

    /// The legal move that this is. Two routes over the same pieces to the same square are one move here: they lead to
    /// the same position.
    ///
    /// # Errors
    /// No legal move is like this, or several are.
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

/// A position for people: its FEN without the counters.
pub fn fen(position: &Checkers) -> String {
    let text = position.position_text();
    text.split_once(":H").map_or(text.clone(), |(board, _)| board.to_string())
}
