//! `book build` and `book show`. Knows no search.

use super::Positions;
use super::build::Plan;
use super::tree::Candidate;
use crate::bars::bar;
use crate::games::checkers::line;
use crate::games::checkers::network::Network;
use crate::games::checkers::rules::{Checkers, Rules};
use crate::games::checkers::seen::Seen;
use crate::games::decks::playable_ballots;
use anyhow::{Context, Result, ensure};
use base::files::read_file;
use clap::{Args, Subcommand, ValueEnum};
use kit::book::Book;
use kit::game::Game;
use kit::notation::Notation;
use std::io::Write;
use std::path::PathBuf;

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Task {
    /// Make an opening book by the engine's own analysis; a build that was stopped goes on in its file
    Build(BuildArguments),
    /// Print what a book says of positions
    Show(ShowArguments),
}

/// The games that have opening books.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Which {
    Checkers,
}

/// What to make.
#[derive(Args, Debug)]
pub struct BuildArguments {
    /// The game
    #[arg(value_enum)]
    game: Which,

    /// The book; what is in it already is kept
    #[arg(long, value_name = "FILE")]
    output: PathBuf,

    /// Positions of the book, rounded up to a whole batch, of 32 mostly
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    positions: u32,

    /// Plies from the start of the game to the last positions of the book
    #[arg(long, value_name = "N", default_value_t = 24)]
    plies: u8,

    /// Nodes of the search of each position
    #[arg(long, value_name = "K", default_value_t = 20_000)]
    nodes: u64,

    /// Threads; they change nothing in what comes out
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Decides which of two positions that promise the same comes first
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// More positions to begin with, beside the start and the three-move ballots: position lines, as `pdn --openings` and
    /// `openings` print them; may be given often
    #[arg(long, value_name = "FILE")]
    openings: Vec<PathBuf>,
}

/// What to show.
#[derive(Args, Debug)]
pub struct ShowArguments {
    /// The game
    #[arg(value_enum)]
    game: Which,

    /// The book
    #[arg(long, value_name = "FILE")]
    book: PathBuf,

    /// Positions: texts, or lines such as "startpos moves 11-15"; none: the start position
    #[arg(value_name = "POSITION")]
    positions: Vec<String>,
}

impl Task {
    /// Does it.
    ///
    /// # Errors
    /// A file or a position cannot be read, or the book cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> Result<()> {
        match self {
            Self::Build(arguments) => arguments.run(out),
            Self::Show(arguments) => arguments.run(out),
        }
    }
}

impl BuildArguments {
    fn run(&self, out: &mut dyn Write) -> Result<()> {
        let Which::Checkers = self.game;
        ensure!(self.nodes > 0, "--nodes: expected at least 1");
        let evaluation = Network::built_in_digest();
        let plan = Plan { roots: self.roots()?, plies: self.plies, nodes: self.nodes, seed: self.seed, evaluation };
        let bar = bar("positions", 0);
        let book = plan.build(&self.output, self.positions as usize, usize::from(self.threads), &bar)?;
        bar.finish_and_clear();
        writeln!(out, "{}: {}", self.output.display(), summary(&book))?;
        Ok(())
    }

    /// The start, the ballots, and what the files tell.
    fn roots(&self) -> Result<Vec<Candidate>> {
        let mut roots = vec![root("startpos")?];
        for ballot in playable_ballots() {
            roots.push(root(&ballot)?);
        }
        for path in &self.openings {
            let text = String::from_utf8(read_file(path)?).with_context(|| path.display().to_string())?;
            for (index, line) in text.lines().enumerate() {
                let line = line.split('#').next().unwrap_or_default().trim();
                if !line.is_empty() {
                    roots.push(root(line).with_context(|| format!("{}:{}", path.display(), index + 1))?);
                }
            }
        }
        Ok(roots)
    }
}

impl ShowArguments {
    fn run(&self, out: &mut dyn Write) -> Result<()> {
        let Which::Checkers = self.game;
        let book = Positions::open(&self.book)?;
        writeln!(out, "{}: {}", self.book.display(), summary(&book))?;
        let start = ["startpos".to_string()];
        for text in if self.positions.is_empty() { &start[..] } else { &self.positions } {
            let position = line::read(&Rules::default(), text).with_context(|| text.clone())?;
            show(&book, text, &position, out)?;
        }
        Ok(())
    }
}

fn show(book: &Positions, text: &str, position: &Checkers, out: &mut dyn Write) -> Result<()> {
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

fn root(line: &str) -> Result<Candidate> {
    let position = line::read(&Rules::default(), line)?;
    Ok(Candidate { seen: Seen::of(&position), plies: position.plies().min(255) as u8 })
}

fn summary(book: &Positions) -> String {
    let plies = book.pages.values().map(|page| page.plies).max().unwrap_or_default();
    format!("{} positions, the last {plies} plies from the start", book.pages.len())
}
