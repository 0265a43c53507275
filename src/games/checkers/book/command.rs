//! The `book` subcommand: prints the moves of an opening book.

use super::OpeningBook;
use crate::games::checkers::position::{Checkers, Rules};
use crate::games::checkers::position_line;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use kit::book::Book;
use kit::game::Game;
use std::io::Write;
use std::path::PathBuf;

/// The subcommands of `book`.
#[derive(Subcommand, Debug)]
pub enum BookShowCommand {
    /// Print the book moves in positions, with values and probabilities
    Show(ShowArguments),
}

const SHOW_EXAMPLES: &str = "\
Examples:
  speltafel book show checkers --book checkers.book
  speltafel book show checkers --book checkers.book 'startpos moves 11-15'";

/// Arguments of `book show`.
#[derive(Args, Debug)]
#[command(after_help = SHOW_EXAMPLES)]
pub struct ShowArguments {
    /// Game of the book
    #[arg(value_name = "GAME", value_parser = ["checkers"])]
    _game: String,

    /// Opening book to read
    #[arg(long, value_name = "FILE")]
    book: PathBuf,

    /// Position texts, or lines such as "startpos moves 11-15" [default: startpos]
    #[arg(value_name = "POSITION")]
    positions: Vec<String>,
}

impl ShowArguments {
    /// Prints the book moves for each position.
    ///
    /// # Errors
    /// Returns an error if the book cannot be read or a position cannot be parsed.
    pub fn run(&self, out: &mut dyn Write) -> Result<()> {
        let book = OpeningBook::open(&self.book)?;
        writeln!(out, "{}: {}", self.book.display(), book)?;
        let start = ["startpos".to_string()];
        for text in if self.positions.is_empty() { &start[..] } else { &self.positions } {
            let position = position_line::parse(&Rules::default(), text).with_context(|| text.clone())?;
            show(&book, text, &position, out)?;
        }
        Ok(())
    }
}

fn show(book: &OpeningBook, text: &str, position: &Checkers, out: &mut dyn Write) -> Result<()> {
    let moves = book.moves(position);
    let word = if moves.is_empty() { "not in the book" } else { "value and probability of each move" };
    writeln!(out, "{text}: {word}")?;
    let total: u32 = moves.iter().map(|book_move| book_move.weight).sum();
    for book_move in moves {
        let share = f64::from(100 * book_move.weight) / f64::from(total.max(1));
        writeln!(out, "  {:<12} {:>6} {share:>5.1} %", position.action_text(book_move.action), book_move.value)?;
    }
    Ok(())
}
