//! `book`: shows what opening books say.

use super::OpeningBook;
use crate::games::checkers::database_game::DatabaseGame;
use crate::games::checkers::position::{Checkers, Rules};
use crate::games::checkers::position_line;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use kit::book::Book;
use kit::notation::Notation;
use std::io::Write;
use std::path::PathBuf;

/// What to do.
#[derive(Subcommand, Debug)]
pub enum BookShowCommand {
    /// Print what a book says of positions
    Show(ShowArguments),
}

/// What to show.
#[derive(Args, Debug)]
pub struct ShowArguments {
    /// The game
    #[arg(value_enum)]
    game: DatabaseGame,

    /// The book
    #[arg(long, value_name = "FILE")]
    book: PathBuf,

    /// Positions: texts, or lines such as "startpos moves 11-15"; none: the start position
    #[arg(value_name = "POSITION")]
    positions: Vec<String>,
}

impl ShowArguments {
    /// Prints it.
    ///
    /// # Errors
    /// A file or a position cannot be read.
    pub fn run(&self, out: &mut dyn Write) -> Result<()> {
        let DatabaseGame::Checkers = self.game;
        let book = OpeningBook::open(&self.book)?;
        writeln!(out, "{}: {}", self.book.display(), book)?;
        let start = ["startpos".to_string()];
        for text in if self.positions.is_empty() { &start[..] } else { &self.positions } {
            let position = position_line::read(&Rules::default(), text).with_context(|| text.clone())?;
            show(&book, text, &position, out)?;
        }
        Ok(())
    }
}

fn show(book: &OpeningBook, text: &str, position: &Checkers, out: &mut dyn Write) -> Result<()> {
    let moves = book.moves(position);
    let word = if moves.is_empty() { "not in the book" } else { "value, share of the choice" };
    writeln!(out, "{text}: {word}")?;
    let total: u32 = moves.iter().map(|known| known.weight).sum();
    for known in moves {
        let share = f64::from(100 * known.weight) / f64::from(total.max(1));
        writeln!(out, "  {:<12} {:>6} {share:>5.1} %", position.action_text(known.action), known.value)?;
    }
    Ok(())
}
